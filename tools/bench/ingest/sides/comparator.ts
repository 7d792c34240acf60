import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { bringMongodb, mongodb, mongodbUrl } from '../../../servers/mongodb.ts';
import { newServerSecrets } from '../../../servers/local.ts';
import { choosePorts } from '../../../servers/ports.ts';
import type { Say } from '../../../servers/progress.ts';
import type { Runnable } from '../../../servers/runnable.ts';
import { Supervised } from '../../../start/supervise.ts';
import { deviceNames } from '../fleet.ts';
import { ReadingStore } from '../reading-store.ts';
import { installComparators } from './comparator-packages.ts';
import { bringMosquitto, mosquitto } from './mosquitto.ts';
import type { Side } from './side.ts';

/** What the program of a comparator is told. */
export interface ComparatorSurroundings {
  /** Its own, empty. */
  readonly folder: string;
  /** Where the comparators and their packages are installed. */
  readonly packages: string;
  readonly mqttUrl: string;
  readonly mqttPort: number;
  readonly mongoUrl: string;
}

export interface ComparatorProgram {
  readonly name: string;
  readonly command: Runnable['command'];
  readonly env?: Readonly<Record<string, string>>;
  /** What it logs when it is subscribed and ready to store. */
  readonly readyWhenItSays: string;
}

const LOGIN = { name: 'comparator', password: newServerSecrets().nats };

/** One program between a Mosquitto and a mongod that is set up exactly as Telemon's own. */
export async function startComparator(
  { folder, devices, say }: { folder: string; devices: number; say: Say },
  programOf: (surroundings: ComparatorSurroundings) => Promise<ComparatorProgram>,
): Promise<Side> {
  const surroundings = { logs: join(folder, 'logs'), run: join(folder, 'run'), say };
  const own = join(folder, 'program');
  await Promise.all(
    [surroundings.logs, surroundings.run, own].map((path) => mkdir(path, { recursive: true })),
  );
  const ports = await choosePorts(['mongodb', 'mqtt']);
  const secrets = newServerSecrets();
  const started: Supervised[] = [];
  const stop = async () => {
    for (const process of started.toReversed()) await process.stop();
  };
  const start = async (runnable: Runnable) => {
    const supervised = new Supervised(runnable, surroundings);
    started.push(supervised);
    await supervised.start();
  };

  try {
    const settings = {
      folder: join(folder, 'mongodb'),
      port: ports.mongodb,
      rootPassword: secrets.mongodbRoot,
      keyFile: secrets.mongodbKey,
      logins: [LOGIN],
    };
    await start(await mongodb(await bringMongodb(say), settings));
    await start(await mosquitto(await bringMosquitto(say), join(folder, 'mosquitto'), ports.mqtt));
    const mongoUrl = mongodbUrl(ports.mongodb, LOGIN);
    const program = await programOf({
      folder: own,
      packages: await installComparators(say),
      mqttUrl: `mqtt://127.0.0.1:${ports.mqtt}`,
      mqttPort: ports.mqtt,
      mongoUrl,
    });
    await start(asRunnable(program, own, surroundings.logs));

    const client = await MongoClient.connect(mongoUrl);
    return {
      endpoint: { host: '127.0.0.1', port: ports.mqtt },
      logins: deviceNames(devices).map((name) => ({ deviceName: name, username: name, password: name })),
      store: new ReadingStore(client.db().collection('readings'), {
        idOf: ({ deviceName, seq }) => `${deviceName}-${seq}`,
      }),
      processes: () => started.map(({ runnable, pid }) => ({ name: runnable.name, pid: pid! })),
      stop: async () => {
        await client.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const asRunnable = (program: ComparatorProgram, folder: string, logs: string): Runnable => ({
  name: program.name,
  command: program.command,
  cwd: folder,
  env: { NODE_ENV: 'production', HOME: folder, PATH: '/usr/bin:/bin', ...program.env },
  ready: () =>
    readFile(join(logs, `${program.name}.log`), 'utf8').then(
      (log) => log.includes(program.readyWhenItSays),
      () => false,
    ),
  onLauncherDeath: 'SIGTERM',
  stopWithinMs: 5_000,
});
