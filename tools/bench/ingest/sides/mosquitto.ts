import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aptInstall } from '../../../servers/clients.ts';
import { exchange } from '../../../servers/exchange.ts';
import { Problem } from '../../../servers/problem.ts';
import { step, type Say } from '../../../servers/progress.ts';
import { find, run } from '../../../servers/run.ts';
import type { Runnable } from '../../../servers/runnable.ts';

/** Debian installs it to a folder that is only on root's PATH. */
const IN_SBIN = '/usr/sbin/mosquitto';

async function installed(): Promise<string | null> {
  const onPath = find('mosquitto');
  if (onPath !== null) return onPath;
  return access(IN_SBIN, constants.X_OK).then(
    () => IN_SBIN,
    () => null,
  );
}

/** Returns the path of Mosquitto, installed if missing. @throws Problem */
export async function bringMosquitto(say: Say): Promise<string> {
  if ((await installed()) === null) {
    await step(say, 'Installing Debian’s mosquitto', () => aptInstall('mosquitto'));
  }
  const program = await installed();
  if (program === null)
    throw new Problem(`mosquitto was installed, but is neither on the PATH nor at ${IN_SBIN}`);
  return program;
}

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
