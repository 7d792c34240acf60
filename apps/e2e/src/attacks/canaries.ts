import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { connectNats } from '@telemon/platform/messaging/nats';
import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { BSON, MongoClient } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Something that was said or kept somewhere, in which no secret may be found. */
export interface Place {
  where: string;
  text: string;
}

/** A secret by what it is. One of few digits only counts where it stands as a word of its own. */
export type Secrets = Readonly<Record<string, string>>;

const isIn = (secret: string, text: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w.])`).test(text) : text.includes(secret);

/** Which secrets are in which places, as sentences. */
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

/** The answers of /health and /metrics of every service, and of the gateway to them in public. */
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

/** Every message of every topic, from the beginning. */
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

/** What MongoDB keeps for itself and lets nobody read: users' hashes, and where it stands with its replicas. */
const isMongodbsOwn = (database: string, collection: string): boolean =>
  (['admin', 'config'].includes(database) && collection.startsWith('system.')) ||
  (database === 'local' && collection !== 'oplog.rs');

/** Everything in every database, the one in which MongoDB keeps what was written of late included. */
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

/** Listens to everything on NATS. An answer is named by the question that it answers. */
export const listenOnNats = async ({ addresses }: WholeProduct) => {
  const nats = await connectNats(addresses.natsUrl, 'watcher');
  const heard: { subject: string; text: string }[] = [];
  const questions = new Map<string, string>();
  nats.subscribe('>', {
    callback: (_error, message) => {
      if (message.reply) questions.set(message.reply, message.subject);
      const question = questions.get(message.subject);
      const subject = question === undefined ? message.subject : `answer to ${question}`;
      heard.push({ subject, text: message.string() });
    },
  });
  await nats.flush();
  return { heard, close: () => nats.close() };
};

/** How the processes were started, as anybody on the machine may read it. */
export const commandLines = (product: WholeProduct): Place[] =>
  readdirSync(join(product.dataDir, 'run')).map((file) => {
    const name = file.replace(/\.json$/, '');
    const text = readFileSync(`/proc/${product.pid(name)}/cmdline`, 'latin1');
    return { where: `the command line of ${name}`, text };
  });
