import { describe, expect, it, jest } from '@jest/globals';
import { type Message, KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
import { logger } from '../logging.ts';
import { hearing } from '../progress.ts';
import { KafkaProducer } from './kafka-producer.ts';

logger.level = 'silent';

/** A client whose sends have these outcomes, one after the other: an error, or the partitions that stored messages. */
const clientOf = (...outcomes: (Error | number[])[]) => {
  const sent: Message[][] = [];
  const send = async ({ topic, messages }: { topic: string; messages: Message[] }) => {
    sent.push(messages);
    const outcome = outcomes.shift()!;
    if (outcome instanceof Error) throw outcome;
    return outcome.map((partition) => ({ topicName: topic, partition, errorCode: 0 }));
  };
  const chosen = new WeakMap(messages.map((message, partition) => [message, partition]));
  const disconnect = async () => undefined;
  const makeTopics = jest.fn(async () => undefined);
  return { sent, makeTopics, producer: new KafkaProducer({ send, disconnect }, chosen, makeTopics) };
};

const messages = [
  { key: 'pump01', value: 'one' },
  { key: 'tank02', value: 'other' },
];
const brokerGone = () =>
  new KafkaJSNumberOfRetriesExceeded(new Error('Connection closed'), { retryCount: 0, retryTime: 100 });

describe('messages that Kafka stored in part before a broker went away', () => {
  it('are all sent again in a new request', async () => {
    const { sent, producer } = clientOf(brokerGone(), brokerGone(), [0, 1]);
    await producer.send('telemetry.raw', messages);
    expect(sent).toEqual([messages, messages, messages]);
  });

  it('are given up once their sender does not want them any more', async () => {
    const { sent, producer } = clientOf(brokerGone(), brokerGone(), [0, 1]);
    let checks = 0;
    await expect(producer.send('telemetry.raw', messages, () => ++checks < 2)).rejects.toThrow();
    expect(sent).toEqual([messages, messages]);
  });

  it('report progress with each send', async () => {
    const { producer } = clientOf(brokerGone(), [0, 1]);
    let steps = 0;
    await hearing(
      () => void steps++,
      () => producer.send('telemetry.raw', messages),
    );
    expect(steps).toBe(2);
  });

  it('do not count as sent if the brokers answer for one of their partitions alone', async () => {
    const { producer } = clientOf([1]);
    await expect(producer.send('telemetry.raw', messages)).rejects.toThrow('telemetry.raw, partition 0');
  });

  it('are not sent again if Kafka refuses them for good', async () => {
    const refused = new KafkaJSNonRetriableError('The request included a message larger than the max');
    const { sent, producer } = clientOf(refused);
    await expect(producer.send('telemetry.raw', messages)).rejects.toBe(refused);
    expect(sent).toHaveLength(1);
  });
});

describe('messages for a topic that Kafka has lost', () => {
  it('are sent again once it is made anew', async () => {
    const unknown = Object.assign(new Error('This server does not host this topic-partition'), {
      type: 'UNKNOWN_TOPIC_OR_PARTITION',
    });
    const gone = new KafkaJSNumberOfRetriesExceeded(unknown, { retryCount: 0, retryTime: 100 });
    const { sent, makeTopics, producer } = clientOf(brokerGone(), gone, [0, 1]);
    await producer.send('telemetry.raw', messages);
    expect(sent).toHaveLength(3);
    expect(makeTopics).toHaveBeenCalledTimes(1);
  });
});
