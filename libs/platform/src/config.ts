import { notWeak, weaknessOfBrokerLogin, weaknessOfLogin } from '@telemon/contracts/weak-secrets';
import '@telemon/contracts/words';
import { z } from 'zod';

/** From sysexits.h; the launcher doesn't restart a process that ends with it. */
export const EX_CONFIG = 78;

/** A variable that counts, from 1 to `most`. */
export const count = (most: number) => z.coerce.number().int().min(1).max(most);
export const port = count(65_535);
const required = (what: string) =>
  z.string({ error: `is missing; it should be ${what}` }).min(1, `should be ${what}`);

/** Whether the machine knows a time zone of this name. */
const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** The address of a server that a service needs, with one of these schemes and without a weak password. */
const serverAddress = (schemes: RegExp, example: string) =>
  required(example).regex(schemes, `should be ${example}`).superRefine(notWeak(weaknessOfLogin));

/** Variables of every service. A service's own `config.ts` extends this with its own. */
export const ServiceVariables = z.object({
  /** Port on 127.0.0.1 (or HEALTH_HOST) for /health/live, /health/ready and /metrics. */
  HEALTH_PORT: port,
  /** Address that the health port listens on; 0.0.0.0 in a container. */
  HEALTH_HOST: z.string().default('127.0.0.1'),
  /** The NATS server, with its login. */
  NATS_URL: serverAddress(/^(nats|tls):\/\/[^\s/]+\/?$/, 'nats://user:password@host:port'),
  /** Lowest level of log lines that are written. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Time zone for "today", report hours and limit periods. */
  TIMEZONE: z
    .string()
    .refine(isTimeZone, 'should be a time zone such as Europe/Paris')
    .default(Intl.DateTimeFormat().resolvedOptions().timeZone),
});
export type ServiceVariables = z.infer<typeof ServiceVariables>;

export const MongoVariables = z.object({
  /** The service's own database, with its login and its name in the address. */
  MONGODB_URL: serverAddress(
    /^mongodb(\+srv)?:\/\/[^\s/?]/,
    'mongodb://user:password@host:port/database?replicaSet=…',
  ),
});

const SHOULD_BE_SENDER = 'should be one mailbox: name@host or "Name <name@host>"';

/** The address of a server. */
export const serverUrl = (protocols: RegExp, should: string) =>
  z.url({ protocol: protocols, hostname: /./, error: should });

/** The name that mail clients show for a sender that is configured without one. */
const SENDER_NAME = 'Telemon';

/** The name and the address of a mailbox, or null if the text is not exactly one mailbox. */
const mailboxIn = (text: string): { name: string; address: string } | null => {
  const parts = /^(?:"?([^"<>,;@\r\n]*)"?\s*<([^\s<>,;"]+@[^\s<>,;"]+)>|([^\s<>,;"]+@[^\s<>,;"]+))$/.exec(
    text.trim(),
  );
  return parts && { name: parts[1]?.trim() || SENDER_NAME, address: parts[2] ?? parts[3] ?? '' };
};

/** Variables of services that write links to the console. */
export const LinkVariables = z.object({
  /** Address of the console; links in e-mails point to it. */
  PUBLIC_URL: serverUrl(/^https?$/, 'should be the http:// or https:// address of the console'),
});

/** Variables of services that send e-mails. */
export const MailVariables = LinkVariables.extend({
  /** The mail server, with its login. */
  SMTP_URL: serverUrl(/^smtps?$/, 'should be smtp://user:password@host:port'),
  /** The sender of e-mails, named Telemon unless it has a name of its own. */
  SMTP_FROM: z
    .string(SHOULD_BE_SENDER)
    .transform(mailboxIn)
    .refine((mailbox) => mailbox !== null, SHOULD_BE_SENDER),
});
export type MailVariables = z.infer<typeof MailVariables>;

export const RedisVariables = z.object({
  /** The Redis (or Valkey) server, with its login. */
  REDIS_URL: serverAddress(/^rediss?:\/\/[^\s/?]/, 'redis://user:password@host:port'),
});

export const KafkaVariables = z.object({
  /** host:port of the Kafka brokers, separated by commas; with user:password@ before the first if they require a login. */
  KAFKA_BROKERS: required('user:password@host:port, several separated by commas')
    .superRefine(notWeak(weaknessOfBrokerLogin))
    .transform((list) => list.split(',')),
  /** Number of partitions of new topics. */
  KAFKA_PARTITIONS: count(256).default(1),
});

/**
 * Reads a service's configuration from the environment. A wrong value ends the process with one line a variable:
 * its name, its value, and the valid form.
 */
export const readConfig = <Schema extends z.ZodObject>(
  schema: Schema,
  environment: Record<string, string | undefined> = process.env,
): z.infer<Schema> => {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const name = String(issue.path[0]);
    const given = environment[name];
    const shown =
      given === undefined || /KEY|PASSWORD|SECRET|TOKEN|URL|BROKERS/.test(name) ? '' : ` "${given}"`;
    process.stderr.write(`${name}${shown} ${issue.message}\n`);
  }
  process.exit(EX_CONFIG);
};
