import { z } from 'zod';
import { call } from '../call.ts';
import { Page, pageOf } from '../page.ts';

/** A message kept on this machine, without a provider. */
export const OutboxMessage = z.object({
  id: z.string(),
  kind: z.enum(['sms', 'email']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), url: z.string() })),
  sentAt: z.string(),
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

export const OutboxQuery = Page.extend({
  kind: z.enum(['sms', 'email']).optional(),
  to: z.string().max(100).optional(),
});

export const outbox = {
  list: call('outbox.messages.list', OutboxQuery, pageOf('messages', OutboxMessage)),
  clear: call('outbox.messages.clear', z.strictObject({}), z.null()),
};
