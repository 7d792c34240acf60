import { z } from 'zod';
import { call } from '../call.ts';
import { Contact, Email } from '../fields.ts';

/** A page of the console that a letter leads to: a button in e-mails, an address in texts. */
export const LetterLink = z.strictObject({ label: z.string().min(1).max(60), address: z.url().max(300) });
export type LetterLink = z.infer<typeof LetterLink>;

/** A message to one person that is not about an alert, such as a one-time code or news of their account. */
export const Letter = z.strictObject({
  /** Derived from the letter's occasion, so that posting it is idempotent. */
  id: z.string().min(16).max(64),
  subject: z.string().min(1).max(120),
  text: z.string().min(1).max(1_000),
  link: LetterLink.optional(),
  /** The number for an SMS; null: no SMS. */
  contact: Contact.nullable(),
  email: Email.nullable(),
  /** Epoch ms after which the letter is out of date and is not sent. */
  goodUntil: z.int(),
});
export type Letter = z.infer<typeof Letter>;

export const letters = {
  /** Answers once the letter is stored; it is then sent as alerts' notices are. For services only. */
  post: call('alerting.letters.post', Letter, z.null()),
};
