import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type GivenEndpoint, givenEndpoint } from '../../testing/given-endpoint.ts';

const DEVICES = 10_000;
/** The memory limit of an idle device. */
const MOST_BYTES_A_DEVICE = 20 * 1024;

let endpoint: GivenEndpoint;
let devices: ChildProcess | undefined;

beforeEach(async () => {
  // On a busy machine some have to wait longer than usual for their answer.
  endpoint = await givenEndpoint({ connectTimeoutMs: 60_000 });
  for (let index = 0; index < DEVICES; index++) {
    endpoint.logins.add(`dev${String(index).padStart(5, '0')}`, 'secret');
  }
});
afterEach(async () => {
  devices?.kill('SIGKILL');
  await endpoint.stop();
});

/** The memory of this process after garbage collection. */
const memory = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().rss;
};

describe('ten thousand devices', () => {
  it('are connected at once with at most 20 KB each, and all are served', async () => {
    const before = memory();
    const program = fileURLToPath(new URL('../../testing/many-devices.ts', import.meta.url));
    devices = fork(program, [String(endpoint.port), String(DEVICES)], { execArgv: [] });
    const begun = performance.now();
    expect(await once(devices, 'message')).toMatchObject([{ signedIn: DEVICES }]);
    const seconds = (performance.now() - begun) / 1_000;
    expect(seconds).toBeLessThan(60);
    expect(endpoint.server.connections.counts).toMatchObject({ open: DEVICES, signedIn: DEVICES });
    const bytes = (memory() - before) / DEVICES;
    process.stderr.write(
      `${DEVICES} devices signed in within ${seconds.toFixed(1)} s, ${(bytes / 1024).toFixed(1)} KB each\n`,
    );
    expect(bytes).toBeLessThan(MOST_BYTES_A_DEVICE);

    devices.send('publish');
    expect(await once(devices, 'message')).toMatchObject([{ acknowledged: DEVICES }]);
    expect(endpoint.telemetry.messages).toHaveLength(DEVICES);
  });
});
