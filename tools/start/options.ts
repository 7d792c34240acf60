import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  notWeak,
  weaknessOf,
  weaknessOfBrokerLogin,
  weaknessOfLogin,
} from '../../libs/contracts/src/weak-secrets.ts';
import { Problem } from '../servers/problem.ts';

export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const right = (text: string) => ({ error: `should be ${text}` });
const port = z
  .string()
  .regex(/^\d+$/, right('a port from 1 to 65535'))
  .transform(Number)
  .pipe(z.number().min(1, right('a port from 1 to 65535')).max(65_535, right('a port from 1 to 65535')));
const onOff = z.enum(['on', 'off'], right('on or off'));
const address = (schemes: string, example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && new RegExp(`^(${schemes}):$`).test(new URL(value).protocol),
      right(`an address such as ${example}`),
    );
const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
/** host:port, optionally with a login in front. */
const isBroker = (text: string) => /^([^@,]*:[^@,]*@)?(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i.test(text.trim());
/** Every option by its environment variable. */
const Variables = z.object({
  PORT: port.default(8080),
  MQTT_PORT: port.default(1883),
  MQTTS_PORT: port.optional(),
  UDP_PORT: port.default(7000),
  DATA_DIR: z
    .string()
    .default(join(CHECKOUT, '.telemon'))
    .transform((path) => resolve(path)),
  DEMO: z.enum(['on', 'off', 'auto'], right('on or off')).default('auto'),
  ADMIN_EMAIL: z
    .email(right('an e-mail address'))
    .max(50, right('an e-mail address of at most 50 characters'))
    .default('admin@telemon.local'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, right('8 to 42 characters'))
    .max(42, right('8 to 42 characters'))
    .superRefine(notWeak(weaknessOf))
    .optional(),
  PUBLIC_URL: address('https?', 'https://telemon.example.com').optional(),
  TIMEZONE: z
    .string()
    .refine(isTimeZone, right('a time zone such as Europe/Paris'))
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  RATE_LIMITS: onOff.default('on'),
  SIGNUP: z.enum(['open', 'off'], right('open or off')).default('open'),
  MONGODB_URL: z
    .string()
    .regex(
      /^mongodb(\+srv)?:\/\/[^/?]/,
      right('an address such as mongodb://user:password@host:27017/?authSource=admin'),
    )
    .superRefine(notWeak(weaknessOfLogin))
    .optional(),
  KAFKA_BROKERS: z
    .string()
    .refine((list) => list.split(',').every(isBroker), right('host:port, several separated by commas'))
    .superRefine(notWeak(weaknessOfBrokerLogin))
    .optional(),
  NATS_URL: address('nats|tls', 'nats://user:password@host:4222')
    .superRefine(notWeak(weaknessOfLogin))
    .optional(),
  REDIS_URL: address('rediss?', 'redis://:password@host:6379')
    .superRefine(notWeak(weaknessOfLogin))
    .optional(),
  SMTP_URL: address('smtps?', 'smtp://user:password@host:587').optional(),
  SMTP_FROM: z.string().includes('@', right('one mailbox: name@host or "Name <name@host>"')).optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, right('AC and 32 hexadecimal digits'))
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1, right("the account's token")).optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$|^[A-Za-z0-9 ]{1,11}$|^MG[0-9a-f]{32}$/i, right('a number such as +15005550006'))
    .optional(),
  TWILIO_API_URL: address('https?', 'https://api.twilio.com').optional(),
  OPENWEATHER_KEY: z.string().optional(),
  OPENWEATHER_URL: address('https?', 'https://api.openweathermap.org').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      right('fatal, error, warn, info, debug or trace'),
    )
    .default('info'),
});
type Variable = keyof typeof Variables.shape;
export type Options = Readonly<z.infer<typeof Variables>>;

/** The flags behind `npm start --`, and the variable that each sets. */
const FLAGS = {
  port: 'PORT',
  'mqtt-port': 'MQTT_PORT',
  'udp-port': 'UDP_PORT',
  data: 'DATA_DIR',
} as const satisfies Record<string, Variable>;

export const HELP = `npm start -- [options]
  --port N         the console and /v1 (PORT, 8080)
  --mqtt-port N    where devices speak MQTT (MQTT_PORT, 1883)
  --udp-port N     where devices send datagrams (UDP_PORT, 7000)
  --data FOLDER    everything that lasts (DATA_DIR, .telemon)
  --demo           a demo fleet, also beside devices of your own (DEMO=on)
  --no-demo        no demo fleet (DEMO=off)
All options: docs/operations.md; the services' variables: docs/configuration.md`;

/** Reads flags and environment; flags take precedence. Null for --help. @throws Problem with a line per wrong value */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options | null {
  const flags = readFlags(args);
  if (flags === null) return null;
  const given = Object.fromEntries(
    Object.keys(Variables.shape).flatMap((name) => {
      const value = flags[name as Variable] ?? environment[name];
      // An empty variable counts as unset, as in most start scripts.
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const result = Variables.safeParse(given);
  if (!result.success) {
    throw new Problem(
      result.error.issues.map(({ path, message }) => wrong(String(path[0]), given, message)).join('\n'),
    );
  }
  checkTogether(result.data);
  return result.data;
}

function readFlags(args: readonly string[]): Partial<Record<Variable, string>> | null {
  const texts = Object.fromEntries(Object.keys(FLAGS).map((flag) => [flag, { type: 'string' as const }]));
  const known = {
    ...texts,
    demo: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  };
  try {
    const { values } = parseArgs({ args: [...args], options: known, allowNegative: true, strict: true });
    if (values['help'] === true) return null;
    const flags: Partial<Record<Variable, string>> = {};
    for (const [flag, variable] of Object.entries(FLAGS)) {
      const value = values[flag as keyof typeof values];
      if (typeof value === 'string') flags[variable] = value;
    }
    if (values['demo'] !== undefined) flags.DEMO = values['demo'] ? 'on' : 'off';
    return flags;
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0];
    throw new Problem(
      `${reason}. Known are --port, --mqtt-port, --udp-port, --data, --demo, --no-demo and --help.`,
      { cause: error },
    );
  }
}

/** Values that may hold a secret are never printed. */
export const isSecret = (variable: string) =>
  /PASSWORD|TOKEN|SID|_URL$|^KAFKA_BROKERS$/.test(variable) && variable !== 'PUBLIC_URL';

const wrong = (variable: string, given: Record<string, string | undefined>, message: string): string =>
  isSecret(variable) ? `${variable} ${message}` : `${variable}=${given[variable] ?? ''} ${message}`;

function checkTogether(options: Options): void {
  const names = ['PORT', 'MQTT_PORT', 'MQTTS_PORT'] as const;
  for (const [index, name] of names.entries()) {
    const same = names.slice(0, index).find((other) => options[other] === options[name]);
    if (same === undefined || options[name] === undefined) continue;
    throw new Problem(`${same} and ${name} are both ${options[name]}; each should be a port of its own`);
  }
  const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const missing = twilio.filter((name) => options[name] === undefined);
  if (missing.length > 0 && (missing.length < twilio.length || options.TWILIO_API_URL !== undefined)) {
    throw new Problem(`${missing.join(' and ')} should be set too: Twilio needs account, token and sender`);
  }
}
