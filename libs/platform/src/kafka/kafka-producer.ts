import type { ICustomPartitioner, Message, Producer } from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../errors.ts';
import { logger } from '../logging.ts';
import { stepEnded } from '../progress.ts';
import { isUnknownTopic, mayBeTriedAgain } from './kafka-errors.ts';
import { groupedInLinearTime, partitioner } from './partitions.ts';

/** How long a broker may take for a request, ms. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Pauses between tries of a send, ms. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** For each message sent, its partition. */
export type ChosenPartitions = WeakMap<Message, number>;

/** A partitioner that remembers its choices. */
export const remembering = (chosen: ChosenPartitions): ReturnType<ICustomPartitioner> => {
  const choose = partitioner();
  return (args) => {
    const partition = choose(args);
    chosen.set(args.message, partition);
    return partition;
  };
};

/** Sends messages to Kafka; `send` retries until all of them are stored, however long Kafka is away. */
export class KafkaProducer {
  /** @param makeTopics Makes Telemon's topics that are missing: Kafka may have lost them. */
  constructor(
    private readonly producer: Pick<Producer, 'send' | 'disconnect'>,
    private readonly chosen: ChosenPartitions,
    private readonly makeTopics: () => Promise<void>,
  ) {}

  /**
   * @param isWanted Asked before each further try; false: none is made.
   * @throws if Kafka will never take them, or they are not wanted any more. Some may be stored all the same, or more than once.
   */
  async send(topic: string, messages: Message[], isWanted = () => true): Promise<void> {
    if (messages.length === 0) return;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await this.sendAll(topic, messages);
      } catch (error) {
        if (!mayBeTriedAgain(error) || !isWanted()) throw error;
        logger.warn(
          { topic, messages: messages.length, reason: reasonOf(error) },
          'messages not sent, retrying',
        );
        if (isUnknownTopic(error)) await this.makeTopics();
        await delay(pause);
      } finally {
        stepEnded();
      }
    }
  }

  disconnect(): Promise<void> {
    return this.producer.disconnect();
  }

  private async sendAll(topic: string, messages: Message[]): Promise<void> {
    const stored = await this.producer.send({
      topic,
      messages: groupedInLinearTime(messages),
      acks: -1,
      timeout: REQUEST_TIMEOUT_MS,
    });
    // The client silently drops messages for a partition that the topic does not have, and answers for one broker only if two
    // have the same address.
    const partitions = new Set(stored.map(({ partition }) => partition));
    const left = messages.find((message) => !partitions.has(this.chosen.get(message)!));
    if (left)
      throw new Error(`no broker has stored the messages of ${topic}, partition ${this.chosen.get(left)}`);
  }
}
