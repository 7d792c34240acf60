import type { HeartbeatHeaders, Reading } from '@telemon/contracts/readings';
import { LARGEST_BATCH_BYTES } from '@telemon/platform/kafka/kafka';
import type { KafkaProducer } from '@telemon/platform/kafka/kafka-producer';

type Message = Parameters<KafkaProducer['send']>[1][number];

/** A heartbeat on its way through a batch. */
export interface PassingHeartbeat {
  readonly headers: HeartbeatHeaders;
  /** How many arrivals of the batch stand before it. */
  readonly behind: number;
}

/** Readings that always fit into one Kafka record. */
const READINGS_IN_A_RECORD = 1_200;
/** Size of a heartbeat, or of a record without its value. */
const OVERHEAD_BYTES = 100;

/**
 * The messages that announce a batch, in its order, in groups that Kafka takes at once. Heartbeats keep their places between the
 * readings, since a backlog may hold hours in one batch.
 * @param readings The reading to announce of each arrival of the batch; null if there is none.
 */
export const announcedMessages = (
  partition: number,
  readings: readonly (Reading | null)[],
  heartbeats: readonly PassingHeartbeat[],
): Message[][] => {
  const groups: Message[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  const add = (message: Message, messageBytes: number) => {
    if (bytes + messageBytes > LARGEST_BATCH_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)!.push(message);
    bytes += messageBytes;
  };
  const addReadings = (from: number, to: number) => {
    const present = readings.slice(from, to).filter((reading) => reading !== null);
    for (let first = 0; first < present.length; first += READINGS_IN_A_RECORD) {
      const value = JSON.stringify(present.slice(first, first + READINGS_IN_A_RECORD));
      add({ partition, value }, Buffer.byteLength(value) + OVERHEAD_BYTES);
    }
  };
  let from = 0;
  for (const { headers, behind } of heartbeats) {
    addReadings(from, behind);
    add({ partition, value: null, headers: { ...headers } }, OVERHEAD_BYTES);
    from = behind;
  }
  addReadings(from, readings.length);
  return groups;
};
