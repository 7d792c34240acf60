import { MongoVariables, ServiceVariables, port } from '@telemon/platform/config';
import { z } from 'zod';

export const OutboxVariables = ServiceVariables.extend(MongoVariables.shape).extend({
  /** Port for e-mails over SMTP. */
  SMTP_PORT: port,
  /** Port for SMS over Twilio's API, and for downloads of attachments. */
  HTTP_PORT: port,
  /** Address that both ports listen on; 0.0.0.0 in a container. */
  HOST: z.union([z.ipv4(), z.ipv6()], 'should be an IP address').default('127.0.0.1'),
});
export type OutboxVariables = z.infer<typeof OutboxVariables>;
