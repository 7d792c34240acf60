import { describe, expect, it } from '@jest/globals';
import { LARGEST_BATCH_BYTES } from '@telemon/platform/kafka/kafka';
import { until } from '@telemon/testing/waiting';
import { type RawMessage, RawWriter } from './raw-writer.ts';

const message = (number: number, bytes = 40): RawMessage => ({
  key: 'pump01',
  value: Buffer.alloc(bytes),
  headers: { arrivalId: String(number), receivedAt: '0', source: 'udp' },
});
const idsOf = (batches: RawMessage[][]) => batches.flat().map(({ headers }) => Number(headers.arrivalId));
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('what waits for Kafka', () => {
  it('leaves in order, in batches', async () => {
    const batches: RawMessage[][] = [];
    const writer = new RawWriter(async (messages) => void batches.push(messages));
    for (const number of upTo(5_000)) writer.add(message(number));
    await until(() => writer.stored === 5_000);
    expect(idsOf(batches)).toEqual(upTo(5_000));
    expect(batches.length).toBeLessThan(10);
  });

  it('is cut so that the broker takes every batch', async () => {
    const batches: RawMessage[][] = [];
    const writer = new RawWriter(async (messages) => void batches.push(messages));
    for (const number of upTo(100)) expect(writer.add(message(number, 65_000))).toBe(true);
    await until(() => writer.stored === 100);
    const bytes = batches.map((batch) => batch.reduce((sum, { value }) => sum + value.length, 0));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(LARGEST_BATCH_BYTES);
    expect(idsOf(batches)).toEqual(upTo(100));
  });

  it('is bounded by count and by bytes while Kafka is away, and goes out when it is back', async () => {
    const kafka = Promise.withResolvers<void>();
    const batches: RawMessage[][] = [];
    const send = async (messages: RawMessage[]) => {
      await kafka.promise;
      batches.push(messages);
    };
    const many = new RawWriter(send, { datagrams: 100, bytes: 1e9 });
    const large = new RawWriter(send, { datagrams: 1e9, bytes: 10_000 });
    const takenOf = (writer: RawWriter) => upTo(500).filter((number) => writer.add(message(number))).length;
    expect(takenOf(many)).toBe(100);
    expect(takenOf(large)).toBe(Math.floor(10_000 / 240));
    kafka.resolve();
    await until(() => many.depth === 0 && large.depth === 0);
    expect(many.stored + large.stored).toBe(batches.flat().length);
    expect(many.add(message(1))).toBe(true);
  });

  it('is sent again when Kafka refuses it, before what came later', async () => {
    const batches: RawMessage[][] = [];
    let refusals = 1;
    const writer = new RawWriter(async (messages) => {
      if (refusals-- > 0) throw new Error('refused');
      batches.push(messages);
    });
    for (const number of upTo(3_000)) writer.add(message(number));
    await until(() => writer.stored === 3_000);
    expect(idsOf(batches)).toEqual(upTo(3_000));
  });

  it('is written before the process ends, and takes nothing more', async () => {
    const batches: RawMessage[][] = [];
    const writer = new RawWriter(async (messages) => void batches.push(messages));
    for (const number of upTo(10)) writer.add(message(number));
    expect(await writer.stop()).toBe(0);
    expect(idsOf(batches)).toEqual(upTo(10));
    expect(writer.add(message(11))).toBe(false);
  });
});
