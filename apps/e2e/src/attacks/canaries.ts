import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { connectNats } from '@telemon/platform/messaging/nats';
import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { BSON, MongoClient } from 'mongodb';
import { connectAsync } from 'mqtt';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A message, answer, document or file that must contain no secret. */
export interface Place {
  where: string;
  text: string;
}

/** Secrets by description. One that has only digits counts only as a whole word. */
export type Secrets = Readonly<Record<string, string>>;

const isIn = (secret: string, text: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.])`).test(text) : text.includes(secret);

/** One line for each secret in each place, such as "the password of the admin in Kafka, facts". */
export const findSecrets = (secrets: Secrets, places: readonly Place[]): string[] => [
  ...new Set(
    places.flatMap(({ where, text }) =>
      Object.entries(secrets)
        .filter(([, secret]) => isIn(secret, text))
        .map(([what]) => `${what} in ${where}`),
    ),
  ),
];

/** Every file below a folder. */
export const filesIn = (folder: string): Place[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { where: path.slice(folder.length + 1), text: readFileSync(path, 'latin1') };
    });

/** The secrets that the launcher generated. */
export const keptSecrets = ({ dataDir }: WholeProduct): Secrets => {
  const kept = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    servers: Record<string, string>;
    databases: Record<string, string>;
    tokenPrivateKey: string;
    certificateKey: string;
    udpKeySecret: string;
  };
  const named = (prefix: string, values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix} ${name}`, value]));
  return {
    ...named('the login of', kept.servers),
    ...named('the database login of', kept.databases),
    'the key that signs tokens': kept.tokenPrivateKey,
    'the key that encrypts certificates': kept.certificateKey,
    'the secret of all UDP keys': kept.udpKeySecret,
    'the body of that key': Buffer.from(kept.tokenPrivateKey, 'base64').toString().split('\n')[1]!,
  };
};

/** The answers of /health and /metrics of every service, and of the same paths at the public address. */
export const healthAnswers = async ({ addresses }: WholeProduct): Promise<Place[]> => {
  const ports = Object.entries(addresses.healthPorts).filter(([name]) => name.endsWith('-health'));
  const bases = [...ports.map(([, port]) => `http://127.0.0.1:${port}`), addresses.url];
  const paths = ['/health/live', '/health/ready', '/metrics'];
  return Promise.all(
    bases.flatMap((base) =>
      paths.map(async (path) => ({
        where: `${base}${path}`,
        text: await (await fetch(`${base}${path}`)).text(),
      })),
    ),
  );
};

/** Every message of every topic, from the first offset. */
export const kafkaMessages = async ({ addresses }: WholeProduct): Promise<Place[]> => {
  const kafka = new Kafka({ brokers: addresses.kafkaBrokers.split(','), app: 'watcher', partitions: 1 });
  const found: Place[] = [];
  try {
    for (const topic of Object.values(TOPICS)) {
      const newest = await kafka.newestOffsets(topic);
      const wanted = [...newest.values()].reduce((sum, offset) => sum + Number(offset), 0);
      if (wanted === 0) continue;
      const isRead = new Map<number, bigint>();
      await kafka.consume({
        topic,
        group: randomUUID(),
        fromBeginning: true,
        commitIntervalMs: null,
        handle: async ({ partition, messages }) => {
          for (const message of messages) {
            found.push({ where: `Kafka, ${topic}`, text: `${message.key} ${message.value}` });
          }
          isRead.set(partition, BigInt(messages.at(-1)!.offset) + 1n);
        },
      });
      await until(() => [...newest].every(([partition, offset]) => (isRead.get(partition) ?? 0n) >= offset), {
        what: `the end of ${topic}`,
      });
    }
  } finally {
    await kafka.close();
  }
  return found;
};

/** Whether a collection is internal to MongoDB: users' hashes and replication state. */
const isMongodbsOwn = (database: string, collection: string): boolean =>
  (['admin', 'config'].includes(database) && collection.startsWith('system.')) ||
  (database === 'local' && collection !== 'oplog.rs');

/** Every document of every database, including the oplog. */
export const storedDocuments = async ({ addresses }: WholeProduct): Promise<Place[]> => {
  const client = await MongoClient.connect(addresses.mongoUrl);
  const found: Place[] = [];
  try {
    const { databases } = await client.db('admin').admin().listDatabases();
    for (const { name } of databases) {
      for (const collection of await client.db(name).collections()) {
        if (isMongodbsOwn(name, collection.collectionName)) continue;
        for await (const document of collection.find()) {
          const where = `MongoDB, ${name}.${collection.collectionName}`;
          found.push({ where, text: BSON.EJSON.stringify(document) });
        }
      }
    }
  } finally {
    await client.close();
  }
  return found;
};

/** Subscribes to all subjects of NATS. An answer is named after its request: "answer to <subject>". */
export const listenOnNats = async ({ addresses }: WholeProduct) => {
  const nats = await connectNats(addresses.natsUrl, 'watcher');
  const messages: { subject: string; text: string }[] = [];
  const questions = new Map<string, string>();
  nats.subscribe('>', {
    callback: (_error, message) => {
      if (message.reply) questions.set(message.reply, message.subject);
      const question = questions.get(message.subject);
      const subject = question === undefined ? message.subject : `answer to ${question}`;
      messages.push({ subject, text: message.string() });
    },
  });
  await nats.flush();
  return { messages, close: () => nats.close() };
};

/** The command lines of the processes, which every user of the machine may read. */
export const commandLines = (product: WholeProduct): Place[] =>
  readdirSync(join(product.dataDir, 'run')).map((file) => {
    const name = file.replace(/\.json$/, '');
    const text = readFileSync(`/proc/${product.pid(name)}/cmdline`, 'latin1');
    return { where: `the command line of ${name}`, text };
  });

/** Whether a device cannot sign in with a login. */
export const isRefused = async (mqttPort: number, login: MqttLogin): Promise<boolean> => {
  const options = { ...login, reconnectPeriod: 0 };
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options, false).catch(() => null);
  client?.end(true);
  return client === null;
};
