import { notWeak, weaknessOfLogin } from '@telemon/contracts/weak-secrets';
import { KafkaVariables, MongoVariables, ServiceVariables } from '@telemon/platform/config';
import { z } from 'zod';

const SHOULD_BE_SENDER = 'should be one mailbox: name@host or "Name <name@host>"';

const address = (protocols: RegExp, should: string) =>
  z.url({ protocol: protocols, hostname: /./, error: should });

/** The name and the address of a mailbox as it is written, or null where it is not exactly one. */
const mailboxIn = (text: string): { name: string; address: string } | null => {
  const parts = /^(?:"?([^"<>,;@\r\n]*)"?\s*<([^\s<>,;"]+@[^\s<>,;"]+)>|([^\s<>,;"]+@[^\s<>,;"]+))$/.exec(
    text.trim(),
  );
  return parts && { name: (parts[1] ?? '').trim(), address: parts[2] ?? parts[3] ?? '' };
};

export const AlertingVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend({
    /** The Redis (or Valkey) server that wakes the delivery of notices, with its login. */
    REDIS_URL: address(/^rediss?$/, 'should be redis://user:password@host:port').superRefine(
      notWeak(weaknessOfLogin),
    ),
    /** Where people open the console; links in e-mails lead there. */
    PUBLIC_URL: address(/^https?$/, 'should be the http:// or https:// address of the console'),
    /** The mail server that notices are handed to, with its login. */
    SMTP_URL: address(/^smtps?$/, 'should be smtp://user:password@host:port'),
    /** The mailbox that e-mails come from. */
    SMTP_FROM: z
      .string(SHOULD_BE_SENDER)
      .transform(mailboxIn)
      .refine((mailbox) => mailbox !== null, SHOULD_BE_SENDER),
    /** The Twilio account that sends SMS. */
    TWILIO_ACCOUNT_SID: z.string('is missing').regex(/^AC\w+$/, 'should begin with AC'),
    /** The password of that account. */
    TWILIO_AUTH_TOKEN: z.string('is missing').min(1, 'should not be empty'),
    /** The phone number or messaging service that SMS come from. */
    TWILIO_FROM: z.string('is missing').min(1, 'should be a phone number of the Twilio account'),
    /** Base address of Twilio's interface; another one for a server that stands in for it. */
    TWILIO_API_URL: address(/^https?$/, 'should be an http:// or https:// address').default(
      'https://api.twilio.com',
    ),
    /** SMS that a process hands over at the same time. */
    SMS_AT_ONCE: z.coerce.number().int().min(1).max(100).default(16),
    /** E-mails that a process hands over at the same time, each over a connection of its own. */
    EMAILS_AT_ONCE: z.coerce.number().int().min(1).max(50).default(8),
  });
export type AlertingVariables = z.infer<typeof AlertingVariables>;
