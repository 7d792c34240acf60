import { Kafka } from 'kafkajs';
import { TOPICS } from '@telemon/contracts/topics';
import { brokerAddresses } from '@telemon/platform/kafka/broker-addresses';
import { until } from '@telemon/testing/waiting';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** The consumer groups of readings, and their topics. */
const GROUPS = [
  { groupId: 'telemon-devices-readings', topic: TOPICS.raw },
  { groupId: 'telemon-alerting', topic: TOPICS.readings },
];
const PATIENCE_MS = 15_000;

/** Counts the messages whose offsets are still not committed after 15 s; a restart would deliver them again. */
export async function unwrittenOffsets({ product }: DrillInstallation): Promise<number> {
  const kafka = new Kafka({ ...brokerAddresses(product.addresses.kafkaBrokers.split(',')), logLevel: 0 });
  const admin = kafka.admin();
  await admin.connect();
  const behind = async ({ groupId, topic }: (typeof GROUPS)[number]) => {
    const [written] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const offsets = new Map(written!.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
    const ends = await admin.fetchTopicOffsets(topic);
    return ends.reduce(
      (sum, { partition, high }) => sum + Number(high) - Math.max(0, offsets.get(partition)!),
      0,
    );
  };
  let unwritten = Number.NaN;
  const areWritten = async () => {
    const each = await Promise.all(GROUPS.map(behind));
    unwritten = each.reduce((sum, count) => sum + count, 0);
    return unwritten === 0;
  };
  await until(areWritten, { timeoutMs: PATIENCE_MS, everyMs: 500 }).catch(() => undefined);
  await admin.disconnect();
  return unwritten;
}
