import { HOUR_MS } from '@telemon/contracts/durations';
import { RAW_KEPT_MS } from '@telemon/contracts/topics';
import type { Kafka } from '@telemon/platform/kafka/kafka';
import type { Lifecycle } from '@telemon/platform/lifecycle';
import { runPasses } from '@telemon/platform/passes';

/**
 * Deletes the messages of a topic from Kafka, each hour, once the group has read them and `RAW_KEPT_MS` have passed. Kafka itself deletes
 * none by their age: this service may be down for longer, and a device has been told that they are stored.
 */
export const keepUntilRead = (
  kafka: Kafka,
  lifecycle: Lifecycle,
  { topic, group }: { topic: string; group: string },
): void => {
  runPasses(lifecycle, {
    everyMs: HOUR_MS,
    parts: [() => kafka.deleteRead({ topic, group, since: Date.now() - RAW_KEPT_MS })],
    failed: `read messages of ${topic} not deleted`,
  });
};
