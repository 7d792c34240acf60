import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BLOCKED_TOPIC_CHANGED_SUBJECT,
  type BlockedTopicChange,
} from '@telemon/contracts/logs/blocked-topics';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { connectNats } from '@telemon/platform/messaging/nats';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { uniqueName } from '@telemon/testing/given';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import type { IPubackPacket } from 'mqtt-packet';
import { randomUUID } from 'node:crypto';
import { type GivenEndpoint, givenEndpoint } from '../../testing/given-endpoint.ts';
import { type DeviceLogin, RawClient } from '../../testing/raw-client.ts';
import { BlockedTopics } from './blocked-topics.ts';

/** How soon a change has to be in force on every replica, ms. */
const IN_FORCE_WITHIN_MS = 5_000;

/** Connections of one process to Kafka, NATS and a database. */
const processOn = async ({ url }: FreshDatabase) => {
  const nats = await connectNats(servers().natsUrl, 'blocked-topics-spec');
  const mongo = new Mongo(url, 'blocked-topics-spec');
  const kafka = new Kafka({
    brokers: servers().kafkaBrokers.split(','),
    app: 'blocked-topics-spec',
    partitions: 1,
  });
  const lifecycle = new Lifecycle();
  const stop = async () => {
    await lifecycle.stop();
    await kafka.close();
    await nats.close();
    await mongo.close();
  };
  return { mongo, kafka, live: new Live(nats), lifecycle, stop };
};

/** A replica of the bridge, as far as blocked topics go; its messages stay in memory. */
const replicaOn = async (database: FreshDatabase) => {
  const { mongo, kafka, live, lifecycle, stop } = await processOn(database);
  const copies = new FactCopies(mongo, kafka, 'blocked-topics-spec', lifecycle);
  const blockedTopics = new BlockedTopics(copies, live);
  await Promise.all([mongo.prepare(), kafka.prepare()]);
  await lifecycle.start();
  const endpoint = await givenEndpoint({}, { blockedTopics });
  return { endpoint, stop: async () => void (await Promise.all([endpoint.stop(), stop()])) };
};

/** A device of a replica, which publishes readings one after the other. */
class Publisher {
  private messageId = 0;

  private constructor(
    private readonly client: RawClient,
    private readonly topic: string,
  ) {}

  static async of({ logins, port }: GivenEndpoint, login: DeviceLogin): Promise<Publisher> {
    logins.add(login.name, login.password);
    return new Publisher(await RawClient.signedIn(port, login), telemetryTopic(login.name));
  }

  /** The answer to a message. */
  async publish(): Promise<IPubackPacket> {
    this.client.publish(this.topic, '{}', { qos: 1, messageId: ++this.messageId });
    return (await this.client.next()) as IPubackPacket;
  }

  close(): void {
    this.client.close();
  }
}

/** The logs service, as far as the facts about blocked topics go. */
let owner: Awaited<ReturnType<typeof processOn>>;
let facts: FactOutbox;
let replicas: Awaited<ReturnType<typeof replicaOn>>[];
let ofOwner: FreshDatabase;
let database: FreshDatabase;

const block = async (topic: string, id: string = randomUUID()): Promise<string> => {
  await facts.commit((_session, publish) =>
    publish({ kind: 'blocked-topic', key: id, state: { id, topic } }),
  );
  return id;
};
const unblock = (id: string) =>
  facts.commit((_session, publish) => publish({ kind: 'blocked-topic', key: id, state: null }));
/** Tells the replicas of a change over NATS, without its fact. */
const tell = (change: BlockedTopicChange) => owner.live.publish(BLOCKED_TOPIC_CHANGED_SUBJECT, change);
const storedBy = ({ endpoint }: (typeof replicas)[number], { name }: DeviceLogin) =>
  endpoint.telemetry.messages.filter(({ deviceName }) => deviceName === name).length;

beforeAll(async () => {
  [ofOwner, database] = await Promise.all([freshDatabase(), freshDatabase()]);
  owner = await processOn(ofOwner);
  facts = new FactOutbox(owner.mongo, owner.kafka, owner.lifecycle);
  await Promise.all([owner.mongo.prepare(), owner.kafka.prepare()]);
  await owner.lifecycle.start();
  replicas = await Promise.all([replicaOn(database), replicaOn(database)]);
});
afterAll(async () => {
  await Promise.all([owner.stop(), ...replicas.map((replica) => replica.stop())]);
  await Promise.all([ofOwner.drop(), database.drop()]);
});

describe('a blocked topic', () => {
  it('is in force on every replica within five seconds, and open again within five seconds', async () => {
    const login = { name: uniqueName('block'), password: randomUUID() };
    const devices = await Promise.all(replicas.map(({ endpoint }) => Publisher.of(endpoint, login)));
    const codes = async () => Promise.all(devices.map(async (device) => (await device.publish()).reasonCode));
    expect(await codes()).toEqual([0, 0]);
    const all = (code: number) => async () => (await codes()).every((each) => each === code);

    const blockAndUnblock = async () => {
      const id = await block(`devices/${login.name}/+`);
      const blocking = await timeOf(() => until(all(0x87), { what: 'the block on both replicas' }));
      const before = replicas.map((replica) => storedBy(replica, login));
      for (const device of devices) {
        expect(await device.publish()).toMatchObject({
          reasonCode: 0x87,
          properties: { reasonString: 'The topic is blocked' },
        });
      }
      expect(replicas.map((replica) => storedBy(replica, login))).toEqual(before);
      await unblock(id);
      const opening = await timeOf(() => until(all(0), { what: 'the end of the block on both replicas' }));
      return Math.max(blocking, opening);
    };
    expect(await quickest(blockAndUnblock, IN_FORCE_WITHIN_MS)).toBeLessThan(IN_FORCE_WITHIN_MS);
    for (const device of devices) device.close();
  });

  it('is in force before its fact has come, and its end, too; an overtaken fact changes nothing', async () => {
    const login = { name: uniqueName('block'), password: randomUUID() };
    const devices = await Promise.all(replicas.map(({ endpoint }) => Publisher.of(endpoint, login)));
    const codes = async () => Promise.all(devices.map(async (device) => (await device.publish()).reasonCode));
    const all = (code: number) => async () => (await codes()).every((each) => each === code);
    const [id, topic] = [randomUUID(), `devices/${login.name}/#`];
    tell({ id, version: 1, topic });
    await until(all(0x87));
    tell({ id, version: 2, topic: null });
    await until(all(0));

    // The fact of version 1, late, and a fact of another topic behind it.
    await block(topic, id);
    tell({ id, version: 1, topic });
    const other = await block(`devices/${login.name}/telemetry`);
    await until(all(0x87));
    await unblock(other);
    await until(all(0));
    await unblock(id);
    for (const device of devices) device.close();
  });

  it('is in force after a restart before anything is heard from Kafka', async () => {
    const topic = `devices/${uniqueName('block')}/telemetry`;
    const id = await block(topic);
    const mongo = new Mongo(database.url, 'blocked-topics-spec');
    await until(async () => {
      const copies = new FactCopies(mongo, undefined as never, 'blocked-topics-spec', new Lifecycle());
      const restarted = new BlockedTopics(copies, owner.live);
      await copies.of('blocked-topic').load();
      return restarted.changes > 0 && restarted.blocks(topic) && !restarted.blocks(`${topic}/other`);
    });
    await unblock(id);
    await mongo.close();
  });
});
