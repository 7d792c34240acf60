import { TOPICS } from '@telemon/contracts/topics';
import type { Kafka } from '@telemon/platform/kafka/kafka';
import { randomUUID } from 'node:crypto';

/** A message of `telemetry.raw`. */
export interface CollectedMessage {
  deviceName: string;
  payload: string;
  headers: Record<string, string>;
}

/** Every message of `telemetry.raw`; those that come later are added to the list. */
export const collectRawMessages = async (kafka: Kafka): Promise<readonly CollectedMessage[]> => {
  const collected: CollectedMessage[] = [];
  await kafka.consume({
    topic: TOPICS.raw,
    group: `spec-${randomUUID()}`,
    fromBeginning: true,
    maxWaitTimeInMs: 20,
    handle: async ({ messages }) => {
      for (const { key, value, headers } of messages) {
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
