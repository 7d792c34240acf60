import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { type Refusal, Refusals } from './refusals.ts';

logger.level = 'silent';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The refusals of an edge, and the dead letters of each message to Kafka. */
const givenRefusals = async (answer: () => Promise<void> = async () => undefined) => {
  const sent: DeadLetter[][] = [];
  const producer = {
    send(_topic: string, messages: { value: string }[]) {
      sent.push(messages.map(({ value }) => JSON.parse(value) as DeadLetter));
      return answer();
    },
  } as unknown as KafkaProducer;
  const lifecycle = new Lifecycle();
  const refusals = new Refusals({ producer: async () => producer }, lifecycle, {
    source: 'udp',
    writesTo: TOPICS.deadLetters,
  });
  await lifecycle.start();
  return { refusals, sent, lifecycle };
};

const refusal = (changes: Partial<Refusal> = {}): Refusal => ({
  reason: 'it names no device',
  deviceName: null,
  deviceKey: null,
  payload: Buffer.from('{'),
  ...changes,
});
const ofDevice = (number: number, reason = 'too fast') =>
  refusal({ reason, deviceName: `pump${number}`, deviceKey: number });
const aSecond = () => jest.advanceTimersByTimeAsync(1_000);

describe('the refusals of an edge', () => {
  it('are sent once a second, with a sample and the count for each reason', async () => {
    const { refusals, sent } = await givenRefusals();
    for (let number = 0; number < 50_000; number++) refusals.add(refusal());
    refusals.add(refusal({ reason: 'there is no such device', deviceName: 'nobody' }));
    expect(sent).toEqual([]);
    await aSecond();
    expect(sent).toMatchObject([
      [
        { source: 'udp', reason: 'it names no device', count: 50_000, payload: 'ew==', payloadBytes: 1 },
        { reason: 'there is no such device', deviceName: 'nobody', deviceKey: null, count: 1 },
      ],
    ]);
    await aSecond();
    expect(sent).toHaveLength(1);
  });

  it('have a sample of each of the first 20 devices; other devices share one, without a device key', async () => {
    const { refusals, sent } = await givenRefusals();
    for (let number = 1; number <= 100; number++) refusals.add(ofDevice(number));
    for (let number = 1; number <= 100; number++) refusals.add(ofDevice(number));
    await aSecond();
    expect(sent[0]).toHaveLength(21);
    expect(sent[0]!.slice(0, 20).map(({ deviceKey, count }) => [deviceKey, count])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index + 1, 2]),
    );
    expect(sent[0]![20]).toMatchObject({ deviceName: 'pump21', deviceKey: null, count: 160 });
  });

  it('have a sample of each of the first four topics of a device; other topics count to the first one', async () => {
    const { refusals, sent } = await givenRefusals();
    const on = (topic: string, number = 1) => ({ ...ofDevice(number), topic: Buffer.from(topic) });
    for (const topic of ['a', 'b', 'a', 'c', 'd', 'e', 'f']) refusals.add(on(topic));
    refusals.add(on('a', 2));
    await aSecond();
    expect(sent[0]!.map(({ deviceKey, topic, count }) => [deviceKey, topic, count])).toEqual([
      [1, 'a', 4],
      [1, 'b', 1],
      [1, 'c', 1],
      [1, 'd', 1],
      [2, 'a', 1],
    ]);
  });

  it('have the beginning of the topic, and of the payload as it was', async () => {
    const { refusals, sent } = await givenRefusals();
    const payload = Buffer.alloc(5_000, 'x');
    refusals.add({ ...ofDevice(1), payload, topic: Buffer.alloc(65_000, 't') });
    payload.fill('y');
    await aSecond();
    const [letter] = sent[0]!;
    expect(Buffer.from(letter!.payload, 'base64').toString()).toBe('x'.repeat(1_024));
    expect(letter).toMatchObject({ payloadBytes: 5_000, topic: 't'.repeat(256) });
  });

  it('are summed up while Kafka is away, in samples with ids of their own', async () => {
    const kafka = Promise.withResolvers<void>();
    const { refusals, sent } = await givenRefusals(() => kafka.promise);
    refusals.add(refusal());
    await aSecond();
    for (let second = 0; second < 60; second++) {
      for (let number = 0; number < 100; number++) refusals.add(refusal());
      await aSecond();
    }
    expect(sent).toHaveLength(1);
    kafka.resolve();
    await aSecond();
    expect(sent[1]).toMatchObject([{ count: 6_000 }]);
    expect(sent[1]![0]!.arrivalId).not.toBe(sent[0]![0]!.arrivalId);
  });

  it('are sent by a stop, which does not wait long for Kafka', async () => {
    const { refusals, sent, lifecycle } = await givenRefusals(() => new Promise(() => undefined));
    refusals.add(refusal());
    const stopped = lifecycle.stop();
    await jest.advanceTimersByTimeAsync(500);
    await stopped;
    expect(sent).toHaveLength(1);
  });
});
