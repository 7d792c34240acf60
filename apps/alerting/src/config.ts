import {
  KafkaVariables,
  MailVariables,
  MongoVariables,
  RedisVariables,
  ServiceVariables,
  serverUrl,
} from '@telemon/platform/config';
import { OutboundAllowList } from '@telemon/platform/outbound/outbound-allow';
import { z } from 'zod';

export const AlertingVariables = ServiceVariables.extend(MongoVariables.shape)
  .extend(KafkaVariables.shape)
  .extend(RedisVariables.shape)
  .extend(MailVariables.shape)
  .extend({
    /** The Twilio account that sends SMS. */
    TWILIO_ACCOUNT_SID: z.string('is missing').regex(/^AC\w+$/, 'should begin with AC'),
    /** The account's auth token. */
    TWILIO_AUTH_TOKEN: z.string('is missing').min(1, 'should not be empty'),
    /** The phone number or messaging service that sends SMS. */
    TWILIO_FROM: z.string('is missing').min(1, 'should be a phone number of the Twilio account'),
    /** Base address of Twilio's API, or of a server that replaces it. */
    TWILIO_API_URL: serverUrl(/^https?$/, 'should be an http:// or https:// address').default(
      'https://api.twilio.com',
    ),
    /** Maximum number of SMS that a process sends at the same time; the devices of one manager get two thirds of it. */
    SMS_AT_ONCE: z.coerce.number().int().min(1).max(100).default(24),
    /**
     * Maximum number of e-mails that a process sends at the same time, each over its own connection; the devices of one manager get two
     * thirds of it. No more than the mail server accepts from one client.
     */
    EMAILS_AT_ONCE: z.coerce.number().int().min(1).max(50).default(12),
    /** Maximum number of messages to MQTT brokers of alerts that a process has at hand at the same time, and of its connections to them. */
    MQTT_AT_ONCE: z.coerce.number().int().min(1).max(1_000).default(128),
    /** off: no limits on SMS and e-mails per recipient and of the installation; those of devices, managers and MQTT hosts stay. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** SMS a day that alerts may send to one number. */
    SMS_RECIPIENT_DAY_LIMIT: z.coerce.number().int().min(1).max(1_000_000).default(30),
    /** E-mails a day that alerts may send to one address. */
    EMAIL_RECIPIENT_DAY_LIMIT: z.coerce.number().int().min(1).max(1_000_000).default(100),
    /** SMS a day that the alerts of the whole installation may send. */
    SMS_DAY_LIMIT: z.coerce.number().int().min(1).max(10_000_000).default(10_000),
    /** MQTT messages a day that the alerts of one manager's devices may send to one host. */
    MQTT_DAY_LIMIT: z.coerce.number().int().min(1).max(10_000_000).default(10_000),
    /** Alerts that a device may have. If it already has more, they stay. */
    ALERTS_PER_DEVICE: z.coerce.number().int().min(1).max(10_000).default(50),
    /** Events that a device may have. If it already has more, they stay. */
    EVENTS_PER_DEVICE: z.coerce.number().int().min(1).max(10_000).default(50),
    /**
     * How often an alert may fire or clear within 15 minutes before it counts as flapping and its single notices are held; 0: any
     * number of times.
     */
    FLAPPING_CHANGES: z.coerce.number().int().min(0).max(100).default(5),
    /**
     * From this notice to one recipient within a minute on, notices wait for the end of the minute and go out as one message; less severe
     * notices don't count. 0: each notice goes out by itself.
     */
    GROUP_NOTICES_FROM: z.coerce.number().int().min(0).max(1_000).default(5),
    /**
     * Host names, addresses and networks inside one's own network that MQTT targets of alerts may name, separated by commas; without
     * it, only public addresses.
     */
    OUTBOUND_ALLOW: OutboundAllowList.prefault(''),
  });
export type AlertingVariables = z.infer<typeof AlertingVariables>;
