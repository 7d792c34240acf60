import { KafkaVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
import { z } from 'zod';

export const LogsVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend({
    /** Days after which a row of the MQTT or UDP log is deleted, and an unknown device that has sent nothing since. */
    LOG_DAYS: z.coerce.number().positive().max(400).default(7),
    /** Maximum number of rows in the MQTT log, and in the UDP log; the oldest are deleted. */
    LOG_ROWS: z.coerce.number().int().min(1).default(100_000),
    /** Rows a second for messages that arrive, per log; if more arrive, a row stands for several. 0: only refused messages have rows. */
    LOG_ROWS_A_SECOND: z.coerce.number().int().min(0).default(500),
  });
export type LogsVariables = z.infer<typeof LogsVariables>;
