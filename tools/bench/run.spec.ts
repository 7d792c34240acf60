import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const RUN = new URL('./run.ts', import.meta.url).href;

/** Runs a benchmark in its own process; `parts` is source text for its fields. */
const bench = (parts: string) => {
  const program = `
    import { runBench } from ${JSON.stringify(RUN)};
    const isOver = Promise.withResolvers();
    runBench({
      name: 'spec', help: 'what it takes', readOptions: () => ({ write: false }),
      measure: async () => ({}), stop: async () => {}, markdown: () => 'the page',
      goalsOf: () => [], faultOf: () => null, ${parts}
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  let output = '';
  const printed = (word: string) =>
    new Promise<void>((resolve) =>
      child.stdout.on('data', (text) => (output += String(text)).includes(word) && resolve()),
    );
  child.stderr.on('data', (text) => (output += String(text)));
  const measuring = printed('measuring');
  return {
    measuring,
    interrupt: () => child.kill('SIGINT'),
    end: async () => {
      const [code] = (await once(child, 'close')) as [number];
      return { code, output };
    },
  };
};

describe('a benchmark', () => {
  it('prints its page and the missed goals', async () => {
    const { code, output } = await bench(
      `goalsOf: () => [{ what: 'calls', goal: '9', beyond: '', found: '8', reached: 'missed' }]`,
    ).end();
    expect(code).toBe(0);
    expect(output).toContain('the page\nMissed: calls, 8 where 9 was the goal');
  });

  it('fails when its results are invalid', async () => {
    const { code, output } = await bench(`faultOf: () => 'Not exact.'`).end();
    expect(code).toBe(1);
    expect(output).toContain('Not exact.');
  });

  it('prints only its help when asked for it', async () => {
    const { code, output } = await bench(`readOptions: () => null`).end();
    expect({ code, output }).toEqual({ code: 0, output: 'what it takes\n' });
  });

  it('stops everything before it exits on an interrupt, although measuring fails', async () => {
    const interrupted = bench(`
      measure: (_, say) => {
        setInterval(() => {}, 1_000);
        say('measuring');
        return isOver.promise;
      },
      stop: async () => {
        isOver.reject(new Error('cut off'));
        await new Promise(setImmediate);
        console.log('stopped');
      }`);
    await interrupted.measuring;
    interrupted.interrupt();
    const { code, output } = await interrupted.end();
    expect({ code, output }).toEqual({ code: 130, output: 'measuring\nStopping …\nstopped\n' });
  });
});
