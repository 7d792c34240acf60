import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { type Message, Partitioners } from 'kafkajs';
import { clientPart } from './client-part.ts';
import { groupedInLinearTime, partitioner } from './partitions.ts';

const partitionsOf = (count: number) =>
  Array.from({ length: count }, (_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 0,
    replicas: [],
    isr: [],
  }));
const key = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);

describe('the partition of a message', () => {
  const choose = partitioner();

  it('equals the choice of kafkajs for its key', () => {
    const chooseAsClient = Partitioners.DefaultPartitioner();
    fc.assert(
      fc.property(key, fc.integer({ min: 1, max: 256 }), (each, count) => {
        const args = {
          topic: 'telemetry.raw',
          partitionMetadata: partitionsOf(count),
          message: { key: each, value: null },
        };
        expect(choose(args)).toBe(chooseAsClient(args));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is named by the message, not by its key', () => {
    const message = { key: 'pump01', partition: 3, value: null };
    expect(choose({ topic: 'telemetry.raw', partitionMetadata: partitionsOf(7), message })).toBe(3);
  });

  it('is each in turn without a key', () => {
    const args = {
      topic: 'telemetry.raw',
      partitionMetadata: partitionsOf(3),
      message: { key: null, value: 'x' },
    };
    expect(new Set([choose(args), choose(args), choose(args)])).toEqual(new Set([0, 1, 2]));
  });
});

describe('messages for kafkajs', () => {
  const group = clientPart('producer/groupMessagesPerPartition') as (of: {
    topic: string;
    partitionMetadata: ReturnType<typeof partitionsOf>;
    messages: readonly Message[];
    partitioner: (args: { message: Message }) => number;
  }) => Record<string, Message[]>;
  const of = (messages: readonly Message[]) => ({
    topic: 'telemetry.raw',
    partitionMetadata: partitionsOf(9),
    messages,
    partitioner: ({ message }: { message: Message }) => message.partition!,
  });

  it('are grouped as by kafkajs, in their order', () => {
    const message = fc.record({ partition: fc.nat({ max: 8 }), value: fc.string() });
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        expect(group(of(groupedInLinearTime(messages)))).toEqual(group(of(messages)));
      }),
    );
  });

  it('are each the same object as before, and leave the given ones as they were', () => {
    const messages = [{ partition: 1, value: 'x' }];
    expect(group(of(groupedInLinearTime(messages)))['1']![0]).toBe(messages[0]);
    expect(Object.keys(messages)).toEqual(['0']);
  });

  it('are not copied for each one that comes', () => {
    const reduce = jest.spyOn(Array.prototype, 'reduce');
    group(of([{ partition: 1, value: 'x' }]));
    expect(reduce).toHaveBeenCalledTimes(1);
    group(of(groupedInLinearTime([{ partition: 1, value: 'x' }])));
    expect(reduce).toHaveBeenCalledTimes(1);
    reduce.mockRestore();
  });
});
