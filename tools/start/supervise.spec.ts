import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { choosePorts } from '../servers/ports.ts';
import type { Runnable } from '../servers/runnable.ts';
import { isRunning, type ProcessIdentity } from './bare/process-identity.mjs';
import { answersOk } from './http.ts';
import { Supervised } from './supervise.ts';

/** Far longer than usual, for a busy machine. */
const timeoutMs = 60_000;
const PROGRAM = fileURLToPath(new URL('testing/fake-service.ts', import.meta.url));

let folder: string;
let lines: string[];
let supervised: Supervised;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'telemon-supervise-'));
  for (const inside of ['logs', 'run']) mkdirSync(join(folder, inside));
  lines = [];
});
afterEach(async () => {
  await supervised.stop();
  rmSync(folder, { recursive: true });
});

async function supervise(
  fault = '',
  changes: Partial<Runnable> = {},
  hangsAfterMs = 40_000,
): Promise<Supervised> {
  const { port } = await choosePorts(['port']);
  const answers = () => answersOk(`http://127.0.0.1:${port}`, 200);
  const runnable: Runnable = {
    name: 'fake',
    command: [process.execPath, PROGRAM],
    env: {
      HEALTH_PORT: String(port),
      FAKE_NAME: 'fake',
      FAKE_FAULT: fault,
      FAKE_DIARY: join(folder, 'diary'),
    },
    ready: answers,
    alive: answers,
    onLauncherDeath: 'SIGKILL',
    stopWithinMs: 300,
    ...changes,
  };
  supervised = new Supervised(runnable, {
    logs: join(folder, 'logs'),
    run: join(folder, 'run'),
    say: (line) => lines.push(line),
    times: {
      askEveryMs: 10,
      aliveEveryMs: 20,
      hangsAfterMs,
      beginsWithinMs: 40_000,
      backOff: { firstMs: 10, longestMs: 40, wellAfterMs: 60_000 },
    },
  });
  return supervised;
}

const begun = () => readFileSync(join(folder, 'diary'), 'utf8').split('began').length - 1;
const runningProcess = () =>
  JSON.parse(readFileSync(join(folder, 'run', 'fake.json'), 'utf8')) as ProcessIdentity;

describe('a supervised process', () => {
  it('is ready when it answers, and ended after the stop', async () => {
    await (await supervise()).start();
    const process = runningProcess();
    expect(isRunning(process)).toBe(true);
    await supervised.stop();
    expect(isRunning(process)).toBe(false);
    expect(readFileSync(join(folder, 'logs', 'fake.log'), 'utf8')).toBe('{"msg":"listening"}\n');
  });

  it('is restarted when it is killed, with a message about its end and its return', async () => {
    await (await supervise()).start();
    process.kill(runningProcess().pid, 'SIGKILL');
    await until(() => lines.length === 2, { timeoutMs });
    expect(lines[0]).toBe('fake ended (SIGKILL); starting it again in 0.0 s');
    expect(lines[1]).toMatch(/^fake is back \(\d\.\d s\)$/);
    expect(begun()).toBe(2);
  });

  it('is restarted when it hangs', async () => {
    await (await supervise('', {}, 500)).start();
    // On a busy machine, it may have been restarted already.
    await until(() => process.kill(runningProcess().pid, 'SIGSTOP'), { timeoutMs });
    await until(() => lines.some((line) => line.startsWith('fake is back')), { timeoutMs });
    expect(lines[0]).toBe("fake doesn't answer any more; ending it");
  });

  it('is reported with its last error when it aborts', async () => {
    void (await supervise('aborts')).start().catch(() => undefined);
    await until(() => lines.length > 0, { timeoutMs });
    expect(lines[0]).toBe(
      'fake ended (SIGABRT: no checkpoint: No space left on device); starting it again in 0.0 s',
    );
  });

  it('is killed when it does not stop in time', async () => {
    await (await supervise('stays')).start();
    const process = runningProcess();
    await supervised.stop();
    expect(isRunning(process)).toBe(false);
  });

  it('is given up with its last error when it never becomes ready', async () => {
    await expect((await supervise('ends')).start()).rejects.toThrow(
      `fake ended (code 1: no luck today) and can't be started. Its log: ${join(folder, 'logs', 'fake.log')}`,
    );
    expect(begun()).toBe(8);
  });

  it('is not restarted when its configuration is wrong', async () => {
    await expect((await supervise('configuration')).start()).rejects.toThrow('PORT "abc" should be a number');
    expect(begun()).toBe(1);
  });

  it('may end when its work is done', async () => {
    await (await supervise('ends well', { mayEnd: true, ready: () => Promise.resolve(true) })).start();
    await until(() => supervised.pid === undefined, { timeoutMs });
    expect(lines).toEqual([]);
    expect(begun()).toBe(1);
  });

  it('is given up when its program does not exist', async () => {
    const nowhere = await supervise('', { command: [join(folder, 'nothing')] });
    await expect(nowhere.start()).rejects.toThrow("and can't be started");
  });
});
