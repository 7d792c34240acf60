import { describe, expect, it } from '@jest/globals';
import { LARGEST_BATCH_BYTES } from '@telemon/platform/kafka/kafka';
import { logger } from '@telemon/platform/logging';
import { until } from '@telemon/testing/waiting';
import { Batcher, type BufferSize, type WriteOutcome } from './batcher.ts';

logger.level = 'silent';

interface Message {
  id: number;
  value: Buffer;
  settle: (outcome: WriteOutcome) => void;
}

const upTo = (count: number) => Array.from({ length: count }, (_, id) => id);

const tooLarge = () => Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' });

const LARGE: BufferSize = { messages: 50_000, bytes: 32 * 1024 * 1024 };

/** A batcher, the batches that it sent, and the outcomes of its messages. */
const givenBatcher = (
  send: (messages: Message[]) => Promise<void> | void = () => undefined,
  size = LARGE,
) => {
  const batches: number[][] = [];
  const stored: number[] = [];
  const refused: number[] = [];
  const rooms: number[] = [];
  const batcher = new Batcher<Message>(
    async (messages) => {
      await send(messages);
      batches.push(messages.map(({ id }) => id));
    },
    () => rooms.push(batcher.depth),
    size,
  );
  const add = (id: number, bytes = 40) =>
    batcher.add({
      id,
      value: Buffer.alloc(bytes),
      settle: (outcome) => (outcome === 'stored' ? stored : refused).push(id),
    });
  return { batcher, add, batches, stored, refused, rooms };
};

describe('messages for Kafka', () => {
  it('leave in order, in batches, and are stored once Kafka has their batch', async () => {
    const { batcher, add, batches, stored } = givenBatcher();
    for (const id of upTo(5_000)) add(id);
    await until(() => batcher.depth === 0);
    expect(stored).toEqual(upTo(5_000));
    expect(batches.flat()).toEqual(upTo(5_000));
    expect(batches.length).toBeLessThan(20);
  });

  it('are cut into batches that Kafka takes', async () => {
    let largest = 0;
    const { batcher, add, stored } = givenBatcher((messages) => {
      largest = Math.max(
        largest,
        messages.reduce((sum, { value }) => sum + value.length, 0),
      );
    });
    for (const id of upTo(50)) add(id, 256 * 1024);
    await until(() => batcher.depth === 0);
    expect(stored).toEqual(upTo(50));
    expect(largest).toBeLessThanOrEqual(LARGEST_BATCH_BYTES);
  });

  it('are not stored before Kafka acknowledges them, and are retried until then', async () => {
    const kafka = Promise.withResolvers<void>();
    let attempts = 0;
    const { add, stored } = givenBatcher(async () => {
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

  it('are sent in halves if a batch is too large, and a single one that is too large is refused', async () => {
    const { batcher, add, stored, refused } = givenBatcher((messages) => {
      if (messages.some(({ id }) => id === 7) || messages.length > 4) throw tooLarge();
    });
    for (const id of upTo(20)) add(id);
    await until(() => batcher.depth === 0);
    expect(refused).toEqual([7]);
    expect(stored).toEqual(upTo(20).filter((id) => id !== 7));
  });
});

describe('the oldest message', () => {
  it('is the first that Kafka does not have, whether it waits or is under way', async () => {
    const answers = upTo(3).map(() => Promise.withResolvers<void>());
    let sends = 0;
    const { batcher, add } = givenBatcher((messages) => {
      if (messages.length > 2) throw tooLarge();
      return answers[sends++]!.promise;
    });
    expect(batcher.oldest).toBeUndefined();
    for (const id of upTo(4)) add(id);
    expect(batcher.oldest?.id).toBe(0);
    // The batch is cut in two.
    await until(() => sends === 1);
    add(4);
    expect(batcher.oldest?.id).toBe(0);
    answers[0]!.resolve();
    await until(() => sends === 2);
    expect(batcher.oldest?.id).toBe(2);
    answers[1]!.resolve();
    await until(() => sends === 3);
    expect(batcher.oldest?.id).toBe(4);
    answers[2]!.resolve();
    await until(() => batcher.depth === 0);
    expect(batcher.oldest).toBeUndefined();
  });
});

describe('a message that fails to settle', () => {
  it('is a bug that ends the writing, and its batch is sent and settled once', async () => {
    const { batcher, add, batches, stored } = givenBatcher();
    add(0);
    batcher.add({
      id: 1,
      value: Buffer.alloc(40),
      settle: () => {
        throw new Error('a bug');
      },
    });
    await expect(batcher.flush(2_000)).rejects.toThrow('a bug');
    expect([batches, stored]).toEqual([[[0, 1]], [0]]);
  });
});

describe('while Kafka is away', () => {
  it.each([
    ['messages', { messages: 100, bytes: 1e9 }],
    ['bytes', { messages: 1e9, bytes: 24_000 }],
  ])('there is room for a limited number of %s, and again once a quarter is free', async (_of, size) => {
    const kafka = Promise.withResolvers<void>();
    const { batcher, add, rooms } = givenBatcher(() => kafka.promise, size);
    for (const id of upTo(99)) add(id);
    expect(batcher.hasRoom).toBe(true);
    add(99);
    expect(batcher.hasRoom).toBe(false);
    // A message that a connection has already read is still accepted.
    add(100);
    kafka.resolve();
    await until(() => batcher.depth === 0);
    expect(batcher.hasRoom).toBe(true);
    expect(rooms).toHaveLength(1);
    expect(batcher.depthBytes).toBe(0);
  });

  it('a stop waits for a limited time, and returns how many messages are left', async () => {
    const { batcher, add, stored } = givenBatcher(() => new Promise(() => undefined));
    for (const id of upTo(10)) add(id);
    expect(await batcher.flush(50)).toBe(10);
    expect(stored).toEqual([]);
  });
});

describe('a stop', () => {
  it('waits until Kafka has all messages', async () => {
    const { batcher, add, stored } = givenBatcher(() => new Promise((resolve) => setTimeout(resolve, 20)));
    for (const id of upTo(5_000)) add(id);
    expect(await batcher.flush(5_000)).toBe(0);
    expect(stored).toHaveLength(5_000);
  });
});
