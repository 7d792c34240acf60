import { describe, expect, it } from '@jest/globals';
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
  return { sent, producer: new KafkaProducer({ send, disconnect: async () => undefined }, chosen) };
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
