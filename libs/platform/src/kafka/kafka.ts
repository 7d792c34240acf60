import {
  type Admin,
  Kafka as KafkaClient,
  type KafkaJSError,
  type Message,
  Partitioners,
  type Producer,
  logLevel,
} from 'kafkajs';
import { TOPICS } from '@telemon/contracts/topics';
import { setTimeout as delay } from 'node:timers/promises';
import { logger } from '../logging.ts';
import { brokerAddresses } from './broker-addresses.ts';
import { letIdleConnectionsRest } from './idle-connections.ts';
import { type Consumption, KafkaConsumer } from './kafka-consumer.ts';

letIdleConnectionsRest();

/** Largest batch handed to Kafka at once; the broker refuses for good what is over 1 MiB. */
export const LARGEST_BATCH_BYTES = 900 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;

// Facts are kept for ever, the newest per key; readings until every consumer has had ample time to read them.
const TOPIC_SETTINGS: Record<string, { name: string; value: string }[]> = {
  [TOPICS.facts]: [
    { name: 'cleanup.policy', value: 'compact' },
    { name: 'retention.ms', value: '-1' },
  ],
};

/** The only place that knows the Kafka client. */
export class Kafka {
  private readonly client: KafkaClient;
  private readonly producers: Producer[] = [];
  private readonly consumers: KafkaConsumer[] = [];
  private readonly partitions: number;
  private probe: Admin | undefined;

  constructor({ brokers, app, partitions }: { brokers: string[]; app: string; partitions: number }) {
    this.partitions = partitions;
    this.client = new KafkaClient({
      clientId: `telemon-${app}`,
      ...brokerAddresses(brokers),
      connectionTimeout: 3_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Kafka being away is a state to wait out, not an error to give up on.
      retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 1_000_000 },
      logLevel: logLevel.ERROR,
      logCreator:
        () =>
        ({ namespace, log }) =>
          logger.warn({ namespace, reason: log.error ?? log.message }, 'kafka client'),
    });
  }

  /** Makes the topics that are not there yet, trying until Kafka answers. */
  async prepare(): Promise<void> {
    const admin = this.client.admin({ retry: { retries: 5, initialRetryTime: 100 } });
    for (;;) {
      try {
        await admin.connect();
        const existing = new Set(await admin.listTopics());
        const missing = Object.values(TOPICS).filter((topic) => !existing.has(topic));
        if (missing.length > 0) {
          await admin.createTopics({
            topics: missing.map((topic) => ({
              topic,
              numPartitions: topic === TOPICS.facts ? 1 : this.partitions,
              configEntries: TOPIC_SETTINGS[topic] ?? [],
            })),
            waitForLeaders: true,
          });
        }
        await admin.disconnect();
        return;
      } catch (error) {
        logger.warn({ reason: (error as Error).message }, 'waiting for kafka');
        await admin.disconnect().catch(() => undefined);
        await delay(500);
      }
    }
  }

  /** A connected producer; a send resolves when every in-sync replica has the messages. */
  async producer(options: { maxInFlightRequests?: number } = {}): Promise<KafkaProducer> {
    const producer = this.client.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      ...options,
    });
    await producer.connect();
    this.producers.push(producer);
    return new KafkaProducer(producer);
  }

  /** Starts a consumer; see Consumption for what it promises. */
  async consume(consumption: Consumption): Promise<KafkaConsumer> {
    const consumer = new KafkaConsumer(this.client, consumption, () => this.ping());
    this.consumers.push(consumer);
    await consumer.start();
    return consumer;
  }

  /** The offset after the newest message, per partition; waits for a topic that has no leader yet, or no more. */
  async newestOffsets(topic: string): Promise<Map<number, bigint>> {
    for (;;) {
      // Connected anew each time: a connection goes on asking the broker that it took for the leader.
      const admin = this.client.admin();
      await admin.connect();
      try {
        const offsets = await admin.fetchTopicOffsets(topic);
        return new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)]));
      } catch (error) {
        if (!(error as KafkaJSError).retriable) throw error;
        logger.warn({ topic, reason: (error as Error).message }, 'waiting for the leaders of a topic');
        await delay(100);
      } finally {
        await admin.disconnect();
      }
    }
  }

  /** Asks a broker something small. @throws where none answers. */
  async ping(): Promise<void> {
    const probe = this.probe ?? this.client.admin({ retry: { retries: 0 } });
    try {
      if (!this.probe) await probe.connect();
      await probe.describeCluster();
      this.probe = probe;
    } catch (error) {
      this.probe = undefined;
      void probe.disconnect().catch(() => undefined);
      throw error;
    }
  }

  /** Whether the consumers are alive: none has been silent for longer than it may. */
  get isAlive(): boolean {
    return this.consumers.every((consumer) => consumer.isAlive);
  }

  async close(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await Promise.all([...this.producers, this.probe].map((connection) => connection?.disconnect()));
  }
}

/** Hands messages to Kafka; `send` waits until they are safe there, however long Kafka is away. */
export class KafkaProducer {
  constructor(private readonly producer: Producer) {}

  async send(topic: string, messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    await this.producer.send({ topic, messages, acks: -1, timeout: REQUEST_TIMEOUT_MS });
  }
}

/** Whether Kafka refused messages for their size: it will do so again, however often they are sent. */
export const isTooLarge = (error: unknown): boolean =>
  ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'].includes((error as { type?: string }).type ?? '');
