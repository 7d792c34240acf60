import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type SteadyTime, steadyTimeIn, steadyTimeText } from '@telemon/contracts/readings';
import { execFileSync } from 'node:child_process';
import { platform } from 'node:os';
import { steadyTime } from './steady-time.ts';

afterEach(() => {
  jest.useRealTimers();
});

/** The steady time in another process. */
const inAnotherProcess = (): SteadyTime => {
  const module = new URL('./steady-time.ts', import.meta.url).href;
  const script = `import(${JSON.stringify(module)}).then((its) => console.log(JSON.stringify(its.steadyTime())))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })) as SteadyTime;
};

describe('the steady time', () => {
  it('goes on evenly when the clock is set', () => {
    const before = steadyTime();
    jest.useFakeTimers({ now: Date.now() + 2 * 24 * 3_600_000, doNotFake: ['hrtime'] });
    const after = steadyTime();
    expect(after.boot).toBe(before.boot);
    expect(after.upMs - before.upMs).toBeGreaterThanOrEqual(0);
    expect(after.upMs - before.upMs).toBeLessThan(60_000);
  });

  it('is the same in all processes of a machine with Linux, and differs between processes on other systems', () => {
    const before = steadyTime();
    const between = inAnotherProcess();
    const after = steadyTime();
    expect(between.boot === before.boot).toBe(platform() === 'linux');
    if (between.boot !== before.boot) return;
    expect(between.upMs).toBeGreaterThanOrEqual(before.upMs);
    expect(between.upMs).toBeLessThanOrEqual(after.upMs);
  });

  it('is read from a header as it was written, and from no other text', () => {
    const time = steadyTime();
    expect(steadyTimeIn(steadyTimeText(time))).toEqual(time);
    for (const text of ['', 'a', 'a b', 'a -1', 'a 1 2', `a ${'9'.repeat(16)}`])
      expect(steadyTimeIn(text)).toBeNull();
  });
});
