import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exchange } from '../../../servers/exchange.ts';
import { run } from '../../../servers/run.ts';
import type { Runnable } from '../../../servers/runnable.ts';

export const mosquittoVersion = async (program: string): Promise<string> =>
  /version ([\d.]+)/.exec((await run([program, '-h'])).output)?.[1] ?? 'unknown';

/** Without a limit on the subscriber's queue: the default of 1,000 drops messages silently. */
const SETTINGS = `allow_anonymous true
persistence false
max_inflight_messages 0
max_queued_messages 0
set_tcp_nodelay true
log_type error
`;

const CONNECT = Buffer.from([0x10, 13, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 30, 0, 1, 0x70]);

export async function mosquitto(program: string, folder: string, port: number): Promise<Runnable> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'mosquitto.conf');
  await writeFile(file, `listener ${port} 127.0.0.1\n${SETTINGS}`);
  return {
    name: 'mosquitto',
    command: [program, '-c', file],
    cwd: '/',
    env: {},
    ready: async () => (await exchange(port, CONNECT, (answer) => answer.length >= 4))?.[3] === 0,
    onLauncherDeath: 'SIGTERM',
    stopWithinMs: 3_000,
  };
}
