import { describe, expect, it } from '@jest/globals';
import type { Reading } from '@telemon/contracts/readings';
import { LARGEST_BATCH_BYTES } from '@telemon/platform/kafka/kafka';
import { announcedMessages } from './announced-messages.ts';

const reading = (seq: number): Reading => ({
  id: `id-${seq}`,
  deviceName: 'a-device-with-a-long-name',
  receivedAt: 1_795_000_000_000 + seq,
  timestamp: 1_795_000_000_000 + seq,
  late: false,
  clockReplaced: false,
  current: [seq, 1.234567890123, 1.234567890123, 1.234567890123],
  minimum: [seq, 1.234567890123, 1.234567890123, 1.234567890123],
  maximum: [seq, 1.234567890123, 1.234567890123, 1.234567890123],
  average: [seq, 1.234567890123, 1.234567890123, 1.234567890123],
  battery: 3.7,
});
const heartbeat = (behind: number) => ({
  headers: { heartbeat: 'udp' as const, receivedAt: String(behind) },
  behind,
});
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

const sizeOf = (messages: { value: Buffer | string | null }[]) =>
  messages.reduce((sum, { value }) => sum + (value?.length ?? 0) + 100, 0);

describe('the messages that announce a batch', () => {
  it('are none without readings and heartbeats', () => {
    expect(announcedMessages(0, [null, null], [])).toEqual([]);
  });

  it('have the readings and heartbeats in their order, in the partition of the batch', () => {
    const readings = [reading(0), null, reading(2), null, reading(4)];
    const messages = announcedMessages(3, readings, [0, 2, 2, 4, 5].map(heartbeat)).flat();
    expect(new Set(messages.map(({ partition }) => partition))).toEqual(new Set([3]));
    const order = messages.flatMap(({ value, headers }) =>
      value === null
        ? `${headers?.['heartbeat']} ${headers?.['receivedAt']}`
        : (JSON.parse(String(value)) as Reading[]).map(({ id }) => id),
    );
    expect(order).toEqual(['udp 0', 'id-0', 'udp 2', 'udp 2', 'id-2', 'udp 4', 'id-4', 'udp 5']);
  });

  it('are cut into groups that Kafka takes, and are few for a backlog', () => {
    const groups = announcedMessages(0, upTo(10_000).map(reading), upTo(10_000).map(heartbeat));
    expect(groups.flat()).toHaveLength(20_000);
    for (const group of groups) expect(sizeOf(group)).toBeLessThanOrEqual(LARGEST_BATCH_BYTES);
    expect(groups.length).toBeLessThan(20);
  });
});
