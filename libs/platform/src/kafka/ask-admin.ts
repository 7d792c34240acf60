import type { Admin, Kafka as KafkaClient } from 'kafkajs';
import { inTime } from '../in-time.ts';

/**
 * Asks Kafka's admin interface over a connection of its own.
 * @param client One that retries nothing.
 * @throws if Kafka does not answer within `withinMs`, or refuses
 */
export const askAdmin = async <Answer>(
  client: KafkaClient,
  withinMs: number,
  question: (admin: Admin) => Promise<Answer>,
): Promise<Answer> => {
  const admin = client.admin();
  try {
    return await inTime(
      admin.connect().then(() => question(admin)),
      withinMs,
      'Kafka',
    );
  } finally {
    void admin.disconnect().catch(() => undefined);
  }
};
