import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '@telemon/contracts/topics';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { proxyBeforeKafka } from '@telemon/testing/kafka-proxy';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { ObjectId } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { Kafka } from '../kafka/kafka.ts';
import { Lifecycle } from '../lifecycle.ts';
import { logger } from '../logging.ts';
import { metricsText } from '../metrics.ts';
import { Mongo } from '../mongo.ts';
import { FactOutbox } from './fact-outbox.ts';

logger.level = 'silent';

const kafkaOf = (brokers = servers().kafkaBrokers.split(',')) =>
  new Kafka({ brokers, app: 'outbox-spec', partitions: 1 });

const buildingFact = (id: string, buildingName = 'mill') => ({
  kind: 'building' as const,
  key: id,
  state: { id, buildingName, managerId: 'mona', lat: 45, lng: 4 },
});

/** A fact as an outbox sends it. */
const messageOf = (id: string, version: number) => ({
  key: `building:${id}`,
  value: JSON.stringify({ ...buildingFact(id), version }),
});

/** One replica of a service that publishes facts. */
const replicaOf = async (url: string) => {
  const mongo = new Mongo(url, 'outbox-spec');
  const kafka = kafkaOf();
  const lifecycle = new Lifecycle();
  const outbox = new FactOutbox(mongo, kafka, lifecycle);
  await Promise.all([mongo.prepare(), kafka.prepare()]);
  await lifecycle.start();
  return {
    publish: (...facts: ReturnType<typeof buildingFact>[]) =>
      outbox.commit((_session, publish) => publish(...facts)),
    stop: async () => {
      await lifecycle.stop();
      await kafka.close();
      await mongo.close();
    },
  };
};

describe('facts in the topic', () => {
  const kafka = kafkaOf();
  /** Versions by key, in the order in which the topic has them. */
  const published = new Map<string, number[]>();
  let database: FreshDatabase;
  let replica: Awaited<ReturnType<typeof replicaOf>>;

  const publishedOf = (id: string) => published.get(`building:${id}`) ?? [];
  const waiting = () => database.db.collection<{ fact: { key: string } }>('fact_outbox');

  beforeAll(async () => {
    database = await freshDatabase();
    replica = await replicaOf(database.url);
    await kafka.consume({
      topic: TOPICS.facts,
      group: randomUUID(),
      maxWaitTimeInMs: 20,
      commitIntervalMs: null,
      handle: async ({ messages }) => {
        for (const { key, value } of messages) {
          const { version } = JSON.parse(String(value)) as { version: number };
          published.set(String(key), [...(published.get(String(key)) ?? []), version]);
        }
      },
    });
  });

  afterAll(async () => {
    await Promise.all([replica.stop(), kafka.close()]);
    await database.drop();
  });

  it('have the newest last, although another replica retries an older one', async () => {
    const { proxy, brokers } = await proxyBeforeKafka();
    const other = kafkaOf(brokers);
    const producer = await other.producer();
    const [first, id] = [randomUUID(), randomUUID()];
    await producer.send(TOPICS.facts, [messageOf(first, 1)]);
    proxy.blackHole();
    const heldUp = producer.send(TOPICS.facts, [messageOf(id, 1)]);
    await replica.publish(buildingFact(id, 'older'));
    await replica.publish(buildingFact(id, 'newer'));
    await until(() => publishedOf(id).at(-1) === 2);
    proxy.heal();
    await heldUp;
    await until(() => publishedOf(id).slice(1).includes(1));
    await until(() => publishedOf(id).at(-1) === 2);
    await other.close();
    await proxy.close();
  });

  it('have the newest last, although an older one came while no replica was up', async () => {
    const id = randomUUID();
    await replica.publish(buildingFact(id));
    await replica.publish(buildingFact(id, 'newer'));
    await until(() => publishedOf(id).at(-1) === 2);
    await replica.stop();
    await (await kafka.producer()).send(TOPICS.facts, [messageOf(id, 1)]);
    await until(() => publishedOf(id).at(-1) === 1);
    replica = await replicaOf(database.url);
    await until(() => publishedOf(id).at(-1) === 2);
  });

  it("are in the order of their versions, not of their rows' ids", async () => {
    const id = randomUUID();
    const rowOf = (_id: string, version: number) => ({
      _id: new ObjectId(_id),
      fact: { ...buildingFact(id), version },
    });
    await waiting().insertMany([rowOf('f'.repeat(24), 1), rowOf('0'.repeat(24), 2)]);
    await until(() => publishedOf(id).length === 2);
    expect(publishedOf(id)).toEqual([1, 2]);
  });

  it.each([
    ['they are more than Kafka takes at once', 450, 10_000],
    ['they are more than their process keeps', 1_100, 4_000],
  ])('all come if %s', async (_, count, length) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    await replica.publish(...ids.map((id) => buildingFact(id, 'x'.repeat(length))));
    await until(() => ids.every((id) => publishedOf(id).length > 0));
  });

  it('are delayed and counted if they are too large for Kafka, and others are not', async () => {
    const refusals = async () =>
      Number(
        /^telemon_facts_refused_total\{.*kind="building".*\} (\d+)$/m.exec(await metricsText())?.[1] ?? 0,
      );
    const before = await refusals();
    const [large, other] = [randomUUID(), randomUUID()];
    await replica.publish(buildingFact(large, 'x'.repeat(5_000_000)), buildingFact(other));
    await replica.publish(buildingFact(large, 'x'.repeat(5_000_001)));
    await until(() => publishedOf(other).length > 0);
    await until(async () => (await refusals()) - before >= 2);
    await until(async () => (await waiting().countDocuments({ 'fact.version': 2, 'fact.key': large })) === 1);
    await replica.publish(buildingFact(large, 'small'));
    // The newest one may come twice.
    await until(() => [...new Set(publishedOf(large))].join() === '3');
  });
});
