import { describe, expect, it } from '@jest/globals';
import { LARGEST_BATCH_BYTES } from '@telemon/platform/kafka/kafka';
import { logger } from '@telemon/platform/logging';
import { until } from '@telemon/testing/waiting';
import { BatchWriter, type BufferSize } from './batch-writer.ts';

logger.level = 'silent';

interface Message {
  id: number;
  value: Buffer;
  settle: (outcome: 'stored' | 'refused') => void;
}

const upTo = (count: number) => Array.from({ length: count }, (_, id) => id);

const tooLarge = () => Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' });

/** A writer, what it sent batch by batch, and what its messages were told. */
const givenWriter = (
  send: (messages: Message[]) => Promise<void> | void = () => undefined,
  size?: BufferSize,
) => {
  const batches: number[][] = [];
  const stored: number[] = [];
  const refused: number[] = [];
  const rooms: number[] = [];
  const writer = new BatchWriter<Message>(
    async (messages) => {
      await send(messages);
      batches.push(messages.map(({ id }) => id));
    },
    () => rooms.push(writer.depth),
    size,
  );
  const add = (id: number, bytes = 40) =>
    writer.add({
      id,
      value: Buffer.alloc(bytes),
      settle: (outcome) => (outcome === 'stored' ? stored : refused).push(id),
    });
  return { writer, add, batches, stored, refused, rooms };
};

describe('messages for Kafka', () => {
  it('leave in order, in batches, and are stored once Kafka has their batch', async () => {
    const { writer, add, batches, stored } = givenWriter();
    for (const id of upTo(5_000)) add(id);
    await until(() => writer.depth === 0);
    expect(stored).toEqual(upTo(5_000));
    expect(batches.flat()).toEqual(upTo(5_000));
    expect(batches.length).toBeLessThan(20);
  });

  it('are cut into batches that Kafka takes', async () => {
    let largest = 0;
    const { writer, add, stored } = givenWriter((messages) => {
      largest = Math.max(
        largest,
        messages.reduce((sum, { value }) => sum + value.length, 0),
      );
    });
    for (const id of upTo(50)) add(id, 256 * 1024);
    await until(() => writer.depth === 0);
    expect(stored).toEqual(upTo(50));
    expect(largest).toBeLessThanOrEqual(LARGEST_BATCH_BYTES);
  });

  it('are not stored before Kafka says so, and are tried until it does', async () => {
    const kafka = Promise.withResolvers<void>();
    let attempts = 0;
    const { add, stored } = givenWriter(async () => {
      await kafka.promise;
      if (++attempts === 1) throw new Error('not now');
    });
    for (const id of upTo(3)) add(id);
    expect(stored).toEqual([]);
    kafka.resolve();
    await until(() => stored.length === 3);
    expect(stored).toEqual([0, 1, 2]);
    expect(attempts).toBe(2);
  });

  it('are halved where a batch is too large, and the one that is too large itself is refused', async () => {
    const { writer, add, stored, refused } = givenWriter((messages) => {
      if (messages.some(({ id }) => id === 7) || messages.length > 4) throw tooLarge();
    });
    for (const id of upTo(20)) add(id);
    await until(() => writer.depth === 0);
    expect(refused).toEqual([7]);
    expect(stored).toEqual(upTo(20).filter((id) => id !== 7));
  });
});

describe('while Kafka is away', () => {
  it.each([
    ['messages', { messages: 100, bytes: 1e9 }],
    ['bytes', { messages: 1e9, bytes: 24_000 }],
  ])('there is room for so many %s, and again once a quarter is free', async (_of, size) => {
    const kafka = Promise.withResolvers<void>();
    const { writer, add, rooms } = givenWriter(() => kafka.promise, size);
    for (const id of upTo(99)) add(id);
    expect(writer.hasRoom).toBe(true);
    add(99);
    expect(writer.hasRoom).toBe(false);
    // What a connection had read already is taken all the same.
    add(100);
    kafka.resolve();
    await until(() => writer.depth === 0);
    expect(writer.hasRoom).toBe(true);
    expect(rooms).toHaveLength(1);
    expect(writer.depthBytes).toBe(0);
  });

  it('a stop waits for a moment, and says what is left', async () => {
    const { writer, add, stored } = givenWriter(() => new Promise(() => undefined));
    for (const id of upTo(10)) add(id);
    expect(await writer.flush(50)).toBe(10);
    expect(stored).toEqual([]);
  });
});

describe('a stop', () => {
  it('waits for Kafka to have it all', async () => {
    const { writer, add, stored } = givenWriter(() => new Promise((resolve) => setTimeout(resolve, 20)));
    for (const id of upTo(5_000)) add(id);
    expect(await writer.flush(5_000)).toBe(0);
    expect(stored).toHaveLength(5_000);
  });
});
