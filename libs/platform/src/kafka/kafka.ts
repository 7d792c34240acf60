import { type Admin, Kafka as KafkaClient, type KafkaConfig, type KafkaJSError, logLevel } from 'kafkajs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { endUnlessAnswered } from '../answered-socket.ts';
import { reasonOf } from '../errors.ts';
import { inTime } from '../in-time.ts';
import { logger } from '../logging.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { patchFetchDecoding } from './fetch-decoding.ts';
import { patchHeartbeats } from './heartbeats.ts';
import { patchIdleConnections } from './idle-connections.ts';
import type { Consumption } from './consumption.ts';
import { EveryPartition } from './every-partition.ts';
import { type GroupPlace, placeGroup } from './group-place.ts';
import { KafkaConsumer } from './kafka-consumer.ts';
import { isLoginRefused } from './kafka-errors.ts';
import { type ChosenPartitions, KafkaProducer, REQUEST_TIMEOUT_MS, remembering } from './kafka-producer.ts';
import { KafkaQueues } from './kafka-queues.ts';
import { type PartitionOffsets, readOffsets } from './partition-offsets.ts';
import { partitioner } from './partitions.ts';
import { patchProduceEncoding } from './produce-encoding.ts';
import { deleteRead, type ReadMessages } from './read-messages.ts';
import { makeMissingTopics } from './topic-settings.ts';

patchIdleConnections();
patchHeartbeats();
patchProduceEncoding();
patchFetchDecoding();

/** Largest batch sent to Kafka at once, bytes; the broker refuses batches over 1 MiB for good. */
export const LARGEST_BATCH_BYTES = 900 * 1024;
/** Longer than the broker takes for any request, ms; it takes longest to rebalance a group. */
const ANSWER_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 60_000;
/** Pause before the next attempt to connect, ms. */
const PAUSE_MS = 500;

interface KafkaOptions {
  brokers: string[];
  app: string;
  /** Number of partitions of new topics. */
  partitions: number;
  /** A connection without an answer for this long is closed, and a question to Kafka has failed. */
  answerWithinMs?: number;
}

/** The only place that knows the Kafka client. */
export class Kafka {
  readonly app: string;
  readonly queues: KafkaQueues;
  private readonly client: KafkaClient;
  private readonly producers = new Set<KafkaProducer>();
  private readonly everyPartition: EveryPartition[] = [];
  private readonly consumers = new Set<KafkaConsumer>();
  private readonly partitions: number;
  private readonly answerWithinMs: number;
  /** Fails at once while Kafka is away. Retries belong to the client; a connection's own options don't change them. */
  private readonly asker: KafkaClient;
  private probe: Admin | undefined;
  private pinging: Promise<void> | undefined;
  private isClosed = false;

  constructor({ brokers, app, partitions, answerWithinMs = ANSWER_TIMEOUT_MS }: KafkaOptions) {
    this.app = app;
    this.partitions = partitions;
    this.answerWithinMs = answerWithinMs;
    const options: KafkaConfig = {
      clientId: `telemon-${app}`,
      ...brokerAddresses(brokers),
      connectionTimeout: 3_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // The client times a request out, but sends the next over the same dead connection, forever.
      socketFactory: ({ host, port, onConnect }) =>
        endUnlessAnswered(
          connect({ host, port }, onConnect).setKeepAlive(true, KEEP_ALIVE_MS),
          answerWithinMs,
        ),
      // The client waits for a Kafka that is away, instead of giving up.
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 1_000_000 },
      logLevel: logLevel.ERROR,
      logCreator:
        () =>
        ({ namespace, log }) =>
          logger.warn({ namespace, reason: log.error ?? log.message }, 'kafka client'),
    };
    this.client = new KafkaClient(options);
    this.asker = new KafkaClient({ ...options, retry: { retries: 0 } });
    this.queues = new KafkaQueues(this.asker, answerWithinMs);
  }

  /** Makes the missing topics, retrying until Kafka answers. */
  async prepare(): Promise<void> {
    const admin = this.client.admin({ retry: { retries: 5, initialRetryTime: 100 } });
    for (;;) {
      try {
        await admin.connect();
        await makeMissingTopics(admin, this.partitions);
        await admin.disconnect();
        return;
      } catch (error) {
        logger.warn({ reason: reasonOf(error) }, 'waiting for kafka');
        await admin.disconnect().catch(() => undefined);
        await delay(PAUSE_MS);
      }
    }
  }

  /** A connected producer, once Kafka accepts the login; a send resolves when every in-sync replica has the messages. */
  async producer(options: { maxInFlightRequests?: number } = {}): Promise<KafkaProducer> {
    for (;;) {
      const chosen: ChosenPartitions = new WeakMap();
      const producer = this.client.producer({
        createPartitioner: () => remembering(chosen),
        allowAutoTopicCreation: false,
        // KafkaProducer retries instead: the client's own retry skips the brokers that have answered, and so loses messages whose
        // partition has moved to one of them.
        retry: { retries: 0 },
        ...options,
      });
      try {
        await producer.connect();
        const connected = new KafkaProducer(producer, chosen, () => this.prepare());
        this.producers.add(connected);
        return connected;
      } catch (error) {
        // The client waits only for a Kafka that is away, not for one that refuses the login for a while.
        await producer.disconnect().catch(() => undefined);
        if (this.isClosed) throw error;
        logger.warn({ reason: reasonOf(error) }, 'waiting for kafka');
        await delay(PAUSE_MS);
      }
    }
  }

  /** Disconnects a producer for good while the others go on; what it is sending fails. */
  async releaseProducer(producer: KafkaProducer): Promise<void> {
    this.producers.delete(producer);
    await producer.disconnect();
  }

  /** Sends to every partition of a topic, for messages that are worth nothing later. */
  everyPartitionOf(topic: string): EveryPartition {
    const everyPartition = new EveryPartition(this.asker, topic);
    this.everyPartition.push(everyPartition);
    return everyPartition;
  }

  /** A consumer, once Kafka accepts it; see Consumption for its guarantees. */
  async consume(consumption: Consumption): Promise<KafkaConsumer> {
    const consumer = this.consumer(consumption);
    await consumer.start();
    return consumer;
  }

  /** A consumer that is not started yet. */
  consumer(consumption: Consumption): KafkaConsumer {
    const consumer = new KafkaConsumer(this.client, consumption, {
      ping: () => this.ping(),
      offsets: (topic, group) => this.offsetsOf(topic, group),
    });
    this.consumers.add(consumer);
    return consumer;
  }

  /** Stops a consumer for good while the others go on. */
  async release(consumer: KafkaConsumer): Promise<void> {
    this.consumers.delete(consumer);
    await consumer.stop();
  }

  /** The offsets of a topic, and those of a group in it. @throws if Kafka does not answer */
  offsetsOf(topic: string, group: string): Promise<Map<number, PartitionOffsets>> {
    return readOffsets(this.asker, { topic, group }, this.answerWithinMs);
  }

  /** Gives a new group its place in each partition of a topic: the first message since a time. @throws if Kafka does not answer */
  placeGroup(place: GroupPlace): Promise<void> {
    return placeGroup(this.asker, place, this.answerWithinMs);
  }

  /** Deletes old messages that a group has read, and none that it has not. @throws if Kafka does not answer, or refuses */
  deleteRead(messages: ReadMessages): Promise<void> {
    return deleteRead(this.asker, messages, this.answerWithinMs);
  }

  /** The offset after the newest message, per partition; waits while a partition has no leader. */
  async newestOffsets(topic: string): Promise<Map<number, bigint>> {
    for (;;) {
      // Connects anew each time: an open connection keeps asking the broker that it took for the leader.
      const admin = this.client.admin();
      try {
        await admin.connect();
        const offsets = await admin.fetchTopicOffsets(topic);
        return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
      } catch (error) {
        if (!(error as KafkaJSError).retriable && !isLoginRefused(error)) throw error;
        logger.warn({ topic, reason: reasonOf(error) }, 'waiting for the leaders of a topic');
        await delay(100);
      } finally {
        await admin.disconnect();
      }
    }
  }

  /** How a producer chooses the partition of a key in a topic; waits while a partition has no leader. */
  async partitionerOf(topic: string): Promise<(key: string) => number> {
    const choose = partitioner();
    const partitionMetadata = [...(await this.newestOffsets(topic)).keys()].map((partitionId) => ({
      partitionId,
      partitionErrorCode: 0,
      leader: 0,
      replicas: [],
      isr: [],
    }));
    return (key) => choose({ topic, partitionMetadata, message: { key, value: null } });
  }

  /** Sends a small request to a broker. @throws if none answers. */
  ping(): Promise<void> {
    this.pinging ??= this.askBroker().finally(() => (this.pinging = undefined));
    return this.pinging;
  }

  private async askBroker(): Promise<void> {
    const probe = this.probe ?? this.asker.admin();
    try {
      const asked = this.probe
        ? probe.describeCluster()
        : probe.connect().then(() => probe.describeCluster());
      // The client may leave a request without an answer and without an error.
      await inTime(asked, this.answerWithinMs, 'Kafka');
      this.probe = probe;
    } catch (error) {
      this.probe = undefined;
      void probe.disconnect().catch(() => undefined);
      throw error;
    }
  }

  /** Whether all consumers are alive. */
  get isAlive(): boolean {
    return [...this.consumers].every((consumer) => consumer.isAlive);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const everyPartition of this.everyPartition) everyPartition.close();
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    await Promise.all([...this.producers, this.probe].map((connection) => connection?.disconnect()));
  }
}
