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

/** The refusals of an edge, and the letters that Kafka got, by message. */
const givenRefusals = async (answer: () => Promise<void> = async () => undefined) => {
  const told: DeadLetter[][] = [];
  const producer = {
    send(_topic: string, messages: { value: string }[]) {
      told.push(messages.map(({ value }) => JSON.parse(value) as DeadLetter));
      return answer();
    },
  } as unknown as KafkaProducer;
  const lifecycle = new Lifecycle();
  const refusals = new Refusals({ producer: async () => producer }, lifecycle, {
    source: 'udp',
    writesTo: TOPICS.deadLetters,
  });
  await lifecycle.start();
  return { refusals, told, lifecycle };
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

describe('what an edge refuses', () => {
  it('is told once a second, with a sample and the count for each reason', async () => {
    const { refusals, told } = await givenRefusals();
    for (let number = 0; number < 50_000; number++) refusals.add(refusal());
    refusals.add(refusal({ reason: 'there is no such device', deviceName: 'nobody' }));
    expect(told).toEqual([]);
    await aSecond();
    expect(told).toMatchObject([
      [
        { source: 'udp', reason: 'it names no device', count: 50_000, payload: 'ew==', payloadBytes: 1 },
        { reason: 'there is no such device', deviceName: 'nobody', deviceKey: null, count: 1 },
      ],
    ]);
    await aSecond();
    expect(told).toHaveLength(1);
  });

  it('has a sample of each known device, as far as they are few; others share one that is of no device', async () => {
    const { refusals, told } = await givenRefusals();
    for (let number = 1; number <= 100; number++) refusals.add(ofDevice(number));
    for (let number = 1; number <= 100; number++) refusals.add(ofDevice(number));
    await aSecond();
    expect(told[0]).toHaveLength(21);
    expect(told[0]!.slice(0, 20).map(({ deviceKey, count }) => [deviceKey, count])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index + 1, 2]),
    );
    expect(told[0]![20]).toMatchObject({ deviceName: 'pump21', deviceKey: null, count: 160 });
  });

  it('has a sample of each topic of a device, as far as they are few; others count to the first', async () => {
    const { refusals, told } = await givenRefusals();
    const on = (topic: string, number = 1) => ({ ...ofDevice(number), topic: Buffer.from(topic) });
    for (const topic of ['a', 'b', 'a', 'c', 'd', 'e', 'f']) refusals.add(on(topic));
    refusals.add(on('a', 2));
    await aSecond();
    expect(told[0]!.map(({ deviceKey, topic, count }) => [deviceKey, topic, count])).toEqual([
      [1, 'a', 4],
      [1, 'b', 1],
      [1, 'c', 1],
      [1, 'd', 1],
      [2, 'a', 1],
    ]);
  });

  it('has the beginning of the payload, as it was, and of the topic', async () => {
    const { refusals, told } = await givenRefusals();
    const payload = Buffer.alloc(5_000, 'x');
    refusals.add({ ...ofDevice(1), payload, topic: Buffer.alloc(65_000, 't') });
    payload.fill('y');
    await aSecond();
    const [letter] = told[0]!;
    expect(Buffer.from(letter!.payload, 'base64').toString()).toBe('x'.repeat(1_024));
    expect(letter).toMatchObject({ payloadBytes: 5_000, topic: 't'.repeat(256) });
  });

  it('waits while Kafka is away, in a few samples, and has ids of its own', async () => {
    const kafka = Promise.withResolvers<void>();
    const { refusals, told } = await givenRefusals(() => kafka.promise);
    refusals.add(refusal());
    await aSecond();
    for (let second = 0; second < 60; second++) {
      for (let number = 0; number < 100; number++) refusals.add(refusal());
      await aSecond();
    }
    expect(told).toHaveLength(1);
    kafka.resolve();
    await aSecond();
    expect(told[1]).toMatchObject([{ count: 6_000 }]);
    expect(told[1]![0]!.arrivalId).not.toBe(told[0]![0]!.arrivalId);
  });

  it('is told by a stop, which does not wait long for Kafka', async () => {
    const { refusals, told, lifecycle } = await givenRefusals(() => new Promise(() => undefined));
    refusals.add(refusal());
    const stopped = lifecycle.stop();
    await jest.advanceTimersByTimeAsync(500);
    await stopped;
    expect(told).toHaveLength(1);
  });
});
