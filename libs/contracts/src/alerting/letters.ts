import { z } from 'zod';
import { call } from '../call.ts';
import { Contact, Email } from '../fields.ts';

/** What a service has to say to one person, not about an alert: a one-time code, news of their account. */
export const Letter = z.strictObject({
  /** Made of what it is about, so that the same letter is not posted twice. */
  id: z.string().min(16).max(64),
  subject: z.string().min(1).max(120),
  text: z.string().min(1).max(1_000),
  /** By SMS to this number; null: not. */
  contact: Contact.nullable(),
  email: Email.nullable(),
  /** After this, epoch ms, it would say nothing any more, and is not sent. */
  goodUntil: z.int(),
});
export type Letter = z.infer<typeof Letter>;

export const letters = {
  /** Answered once it is written down; it is sent as alerts' notices are. For services alone. */
  post: call('alerting.letters.post', Letter, z.null()),
};
