import { TOPICS } from '@telemon/contracts/topics';
import type { Kafka } from '@telemon/platform/kafka/kafka';
import { randomUUID } from 'node:crypto';

/** A message of a device in Kafka. */
export interface CollectedMessage {
  deviceName: string;
  payload: string;
  headers: Record<string, string>;
}

/** Every message of a device in `telemetry.raw`, or in another topic; later messages are added to the list. */
export const collectRawMessages = async (
  kafka: Kafka,
  topic: typeof TOPICS.raw | typeof TOPICS.images = TOPICS.raw,
): Promise<readonly CollectedMessage[]> => {
  const collected: CollectedMessage[] = [];
  await kafka.consume({
    topic,
    group: `spec-${randomUUID()}`,
    fromBeginning: true,
    maxWaitTimeInMs: 20,
    handle: async ({ messages }) => {
      for (const { key, value, headers } of messages) {
        if (headers?.['heartbeat']) continue;
        const texts = Object.entries(headers ?? {}).map(([name, text]) => [name, String(text)]);
        collected.push({
          deviceName: String(key),
          payload: String(value),
          headers: Object.fromEntries(texts) as Record<string, string>,
        });
      }
    },
  });
  return collected;
};
