import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { MongoClient } from 'mongodb';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringServer, localAddresses, newServerSecrets, SERVER_PORTS } from '../../../servers/local.ts';
import { choosePorts } from '../../../servers/ports.ts';
import { step, type Say } from '../../../servers/progress.ts';
import { serverVersions } from '../../machine.ts';
import { SupervisedGroup } from '../../supervised-group.ts';
import { ClusteredReadingStore } from '../reading-store.ts';
import { keysOf } from './bare/device-keys.ts';
import { BareAlerting } from './bare-alerting.ts';
import type { Side, SideKind } from './side.ts';
import { namingByKeys } from './telemon-readings.ts';

const PROGRAM = fileURLToPath(new URL('./bare/program.ts', import.meta.url));
/** Telemon's own default. */
const PARTITIONS = 1;

/** Telemon's MongoDB and Kafka, with a small program in place of its services. */
export const bare = (say: Say): SideKind => ({
  key: 'bare',
  title: 'Bare',
  versions: async () => {
    const { mongodb, kafka, java } = await serverVersions(say);
    return { mongodb: mongodb!, kafka: kafka!, java: java! };
  },
  start: (settings) => step(say, 'Starting bare', () => startBare(settings, say)),
});

async function startBare({ folder, devices }: { folder: string; devices: number }, say: Say): Promise<Side> {
  const ports = await choosePorts([...SERVER_PORTS, 'mqtt']);
  const secrets = newServerSecrets();
  const login = { name: 'bare', password: secrets.nats };
  const servers = { folder, ports, secrets, logins: [login] };
  const addresses = localAddresses(servers);
  const firings = join(folder, 'firings');
  const group = new SupervisedGroup(folder, say);
  try {
    for (const server of ['mongodb', 'kafka'] as const) {
      await group.start(await bringServer[server](servers, say));
    }
    await makeTopics(addresses.kafkaBrokers);
    const mongoUrl = addresses.mongodbUrl(login);
    await group.startProgram(
      {
        name: 'bare',
        command: [process.execPath, PROGRAM],
        env: {
          KAFKA_BROKERS: addresses.kafkaBrokers,
          KAFKA_TOPIC: TOPICS.raw,
          MONGODB_URL: mongoUrl,
          MQTT_PORT: String(ports.mqtt),
          DEVICES: String(devices),
          FIRINGS_FILE: firings,
        },
        readyWhenItSays: 'listening',
      },
      join(folder, 'program'),
    );
    const client = await MongoClient.connect(mongoUrl);
    const keys = keysOf(devices);
    return {
      endpoint: { host: '127.0.0.1', port: ports.mqtt },
      logins: [...keys.keys()].map((name) => ({ deviceName: name, username: name, password: name })),
      store: new ClusteredReadingStore(client.db().collection('readings'), namingByKeys(keys)),
      processes: () => group.processes,
      alerting: new BareAlerting(firings),
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

/** Makes Telemon's topics, with its settings. */
async function makeTopics(brokers: string): Promise<void> {
  const kafka = new Kafka({ brokers: [brokers], app: 'bench', partitions: PARTITIONS });
  try {
    await kafka.prepare();
  } finally {
    await kafka.close();
  }
}
