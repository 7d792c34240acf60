import { MongoVariables, ServiceVariables } from '@telemon/platform/config';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);

export const OutboxVariables = ServiceVariables.extend(MongoVariables.shape).extend({
  /** Port on which mail is taken over SMTP. */
  SMTP_PORT: port,
  /** Port on which SMS are taken as Twilio takes them, and attachments handed out. */
  HTTP_PORT: port,
  /** Address on which both ports are opened; 0.0.0.0 in a container. */
  HOST: z.union([z.ipv4(), z.ipv6()], 'should be an IP address').default('127.0.0.1'),
});
export type OutboxVariables = z.infer<typeof OutboxVariables>;
