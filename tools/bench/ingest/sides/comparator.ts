import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { bringMongodb, mongodb, mongodbUrl } from '../../../servers/mongodb.ts';
import { newServerSecrets } from '../../../servers/local.ts';
import { choosePorts } from '../../../servers/ports.ts';
import type { Say } from '../../../servers/progress.ts';
import { bringMosquitto } from '../../../servers/mosquitto.ts';
import { type ComparedProgram, SupervisedGroup } from '../../supervised-group.ts';
import { deviceNames } from '../fleet.ts';
import { ReadingStore } from '../reading-store.ts';
import { comparatorPackages } from './comparator-packages.ts';
import { mosquitto } from './mosquitto.ts';
import type { Side } from './side.ts';

/** The settings of a comparator's program. */
export interface ComparatorSettings {
  /** The program's own empty folder. */
  readonly folder: string;
  /** Where the comparators and their packages are installed. */
  readonly packages: string;
  readonly mqttUrl: string;
  readonly mqttPort: number;
  readonly mongoUrl: string;
}

const LOGIN = { name: 'comparator', password: newServerSecrets().nats };

/** Starts a program between a Mosquitto and a mongod with exactly Telemon's settings. */
export async function startComparator(
  { folder, devices, say }: { folder: string; devices: number; say: Say },
  programOf: (settings: ComparatorSettings) => Promise<ComparedProgram>,
): Promise<Side> {
  const own = join(folder, 'program');
  await mkdir(own, { recursive: true });
  const ports = await choosePorts(['mongodb', 'mqtt']);
  const secrets = newServerSecrets();
  const group = new SupervisedGroup(folder, say);

  try {
    const settings = {
      folder: join(folder, 'mongodb'),
      port: ports.mongodb,
      rootPassword: secrets.mongodbRoot,
      keyFile: secrets.mongodbKey,
      logins: [LOGIN],
    };
    await group.start(await mongodb(await bringMongodb(say), settings));
    await group.start(
      await mosquitto((await bringMosquitto(say)).broker, join(folder, 'mosquitto'), ports.mqtt),
    );
    const mongoUrl = mongodbUrl(ports.mongodb, LOGIN);
    const program = await programOf({
      folder: own,
      packages: await comparatorPackages.install(say),
      mqttUrl: `mqtt://127.0.0.1:${ports.mqtt}`,
      mqttPort: ports.mqtt,
      mongoUrl,
    });
    await group.startProgram(program, own);

    const client = await MongoClient.connect(mongoUrl);
    return {
      endpoint: { host: '127.0.0.1', port: ports.mqtt },
      logins: deviceNames(devices).map((name) => ({ deviceName: name, username: name, password: name })),
      store: new ReadingStore(client.db().collection('readings'), {
        idOf: ({ deviceName, seq }) => `${deviceName}-${seq}`,
      }),
      processes: () => group.processes,
      stop: async () => {
        await client.close();
        await group.stop();
      },
    };
  } catch (error) {
    await group.stop();
    throw error;
  }
}
