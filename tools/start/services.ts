import { join } from 'node:path';
import type { Login } from '../servers/mongodb-logins.ts';
import { CHECKOUT, type Options } from './options.ts';
import type { Secrets } from './secrets.ts';

/** The source of the services' environments. */
export interface Installation {
  readonly options: Options;
  readonly secrets: Secrets;
  readonly ports: Readonly<Record<string, number>>;
  readonly addresses: {
    readonly mongodb: (login: Login) => string;
    readonly kafkaBrokers: string;
    readonly natsUrl: string;
    readonly redisUrl: string;
  };
}

export type Environment = Readonly<Record<string, string | number | undefined>>;

/** One process of the product. */
export interface Service {
  /** Its folder under `apps`. */
  readonly name: string;
  /** Edges stop first; the services behind them then finish their work. */
  readonly isEdge: boolean;
  /** Without it, readings don't arrive or can't be seen. */
  readonly isVital: boolean;
  /** Runs with Node's own garbage collection settings. */
  readonly mayGrow?: boolean;
  /** Ports that it needs besides its health port. */
  readonly ports?: readonly string[];
  readonly isWanted?: (options: Options) => boolean;
  /** The user's variables that are passed on to it; each has a default. */
  readonly passes?: readonly string[];
  readonly env: (installation: Installation) => Environment;
}

/** The name of a service's database and login: its own, with underscores for hyphens. */
export const databaseOf = (service: string): string => service.replaceAll('-', '_');

const mongodb = ({ secrets, addresses }: Installation, service: string): Environment => {
  const name = databaseOf(service);
  return { MONGODB_URL: addresses.mongodb({ name, password: secrets.databases[name] ?? '' }) };
};
const kafka = ({ addresses }: Installation): Environment => ({
  KAFKA_BROKERS: addresses.kafkaBrokers,
  KAFKA_PARTITIONS: process.env['KAFKA_PARTITIONS'],
});
const redis = ({ addresses }: Installation): Environment => ({ REDIS_URL: addresses.redisUrl });

const publicUrl = ({ PUBLIC_URL, PORT }: Options): string => PUBLIC_URL ?? `http://localhost:${PORT}`;
const mailStaysHere = (options: Options): boolean => options.SMTP_URL === undefined;
const smsStaysHere = (options: Options): boolean => options.TWILIO_ACCOUNT_SID === undefined;
export const hasOutbox = (options: Options): boolean => mailStaysHere(options) || smsStaysHere(options);

/** Mail goes to the real mail server if one is configured, else to the outbox. */
const mail = ({ options, ports }: Installation): Environment => ({
  PUBLIC_URL: publicUrl(options),
  SMTP_URL: options.SMTP_URL ?? `smtp://127.0.0.1:${ports['outbox-smtp']}`,
  SMTP_FROM: options.SMTP_FROM ?? 'Telemon <telemon@localhost>',
});
/** SMS go to Twilio if it is configured, else to the outbox. */
const sms = ({ options, secrets, ports }: Installation): Environment => ({
  TWILIO_ACCOUNT_SID: options.TWILIO_ACCOUNT_SID ?? secrets.outboxAccount,
  TWILIO_AUTH_TOKEN: options.TWILIO_AUTH_TOKEN ?? secrets.outboxToken,
  TWILIO_FROM: options.TWILIO_FROM ?? '+15005550006',
  TWILIO_API_URL: smsStaysHere(options) ? `http://127.0.0.1:${ports['outbox-http']}` : options.TWILIO_API_URL,
});

export const SERVICES: readonly Service[] = [
  {
    name: 'mqtt-bridge',
    isEdge: true,
    isVital: true,
    passes: [
      'MQTT_HOST',
      'MQTTS_CERT_FILE',
      'MQTTS_KEY_FILE',
      'MQTTS_CLIENT_CA_FILE',
      'MQTT_MAX_CONNECTIONS',
      'DEVICE_RATE',
      'DEVICE_BURST',
      'IMAGE_RATE',
      'IMAGE_BURST',
      'SIGN_IN_FAILURES',
      'MQTT_URL',
      'MQTT_TOPICS',
      'OUTSIDE_BROKER_VERSION',
      'OUTSIDE_BROKER_CA_FILE',
      'OUTSIDE_BROKER_SESSIONS',
    ],
    env: (at) => ({
      ...mongodb(at, 'mqtt-bridge'),
      ...kafka(at),
      ...redis(at),
      MQTT_PORT: at.options.MQTT_PORT,
      MQTTS_PORT: at.options.MQTTS_PORT,
      RATE_LIMITS: at.options.RATE_LIMITS,
    }),
  },
  {
    name: 'udp-router',
    isEdge: true,
    isVital: true,
    passes: [
      'UDP_HOST',
      'DEVICE_RATE',
      'DEVICE_BURST',
      'ROUTE_QUEUE_MB',
      'ROUTE_QUEUE_HOURS',
      'OUTBOUND_ALLOW',
    ],
    env: (at) => ({
      ...mongodb(at, 'udp-router'),
      ...kafka(at),
      UDP_PORT: at.options.UDP_PORT,
      CERTIFICATE_KEY: at.secrets.certificateKey,
      UDP_KEY_SECRET: at.secrets.udpKeySecret,
      RATE_LIMITS: at.options.RATE_LIMITS,
    }),
  },
  {
    name: 'gateway',
    isEdge: true,
    isVital: true,
    passes: [
      'HOST',
      'DATA_ROUTING_URL',
      'MAP_TILES_URL',
      'MAP_TILES_ATTRIBUTION',
      'TRUSTED_PROXIES',
      'USER_LIMIT',
      'ADDRESS_LIMIT',
      'DELIVERY_REPORT_LIMIT',
      'UPLOAD_LIMIT',
      'EXPORT_LIMIT',
      'EXPORTS_AT_ONCE',
      'STREAM_LIMIT',
    ],
    env: (at) => ({
      ...redis(at),
      PORT: at.options.PORT,
      PUBLIC_URL: publicUrl(at.options),
      MQTT_ADDRESS: `${new URL(publicUrl(at.options)).hostname}:${at.options.MQTT_PORT}`,
      UDP_ADDRESS: `${new URL(publicUrl(at.options)).hostname}:${at.options.UDP_PORT}`,
      TOKEN_PUBLIC_KEY: at.secrets.tokenPublicKey,
      CONSOLE_DIR: join(CHECKOUT, 'apps/console/dist'),
      OUTBOX_URL: hasOutbox(at.options) ? `http://127.0.0.1:${at.ports['outbox-http']}` : undefined,
      RATE_LIMITS: at.options.RATE_LIMITS,
      SIGNUP: at.options.SIGNUP,
    }),
  },
  {
    name: 'auth',
    isEdge: false,
    isVital: true,
    passes: [
      'LOGIN_LIMIT',
      'LOGIN_ADDRESS_LIMIT',
      'CODE_LIMIT',
      'CODE_DAY_LIMIT',
      'CODE_ADDRESS_LIMIT',
      'RESET_LIMIT',
    ],
    env: (at) => ({
      ...mongodb(at, 'auth'),
      ...kafka(at),
      ...redis(at),
      TOKEN_PRIVATE_KEY: at.secrets.tokenPrivateKey,
      PUBLIC_URL: publicUrl(at.options),
      ADMIN_EMAIL: at.options.ADMIN_EMAIL,
      ADMIN_PASSWORD: adminPassword(at),
      RATE_LIMITS: at.options.RATE_LIMITS,
      SIGNUP: at.options.SIGNUP,
    }),
  },
  {
    name: 'devices',
    isEdge: false,
    isVital: true,
    mayGrow: true,
    passes: ['READINGS_KEPT_DAYS', 'IMAGES_KEPT_DAYS'],
    env: (at) => ({
      ...mongodb(at, 'devices'),
      ...kafka(at),
      PUBLIC_URL: publicUrl(at.options),
      UDP_KEY_SECRET: at.secrets.udpKeySecret,
      OPENWEATHER_KEY: at.options.OPENWEATHER_KEY,
      OPENWEATHER_URL: at.options.OPENWEATHER_URL,
    }),
  },
  {
    name: 'alerting',
    isEdge: false,
    isVital: true,
    passes: [
      'SMS_AT_ONCE',
      'EMAILS_AT_ONCE',
      'MQTT_AT_ONCE',
      'MQTT_DAY_LIMIT',
      'ALERTS_PER_DEVICE',
      'EVENTS_PER_DEVICE',
      'FLAPPING_CHANGES',
      'GROUP_NOTICES_FROM',
      'SMS_RECIPIENT_DAY_LIMIT',
      'EMAIL_RECIPIENT_DAY_LIMIT',
      'SMS_DAY_LIMIT',
      'OUTBOUND_ALLOW',
    ],
    env: (at) => ({
      ...mongodb(at, 'alerting'),
      ...kafka(at),
      ...redis(at),
      ...mail(at),
      ...sms(at),
      RATE_LIMITS: at.options.RATE_LIMITS,
    }),
  },
  {
    name: 'reporting',
    isEdge: false,
    isVital: false,
    passes: ['EXPORTS_AT_ONCE'],
    env: (at) => ({ ...mongodb(at, 'reporting'), ...mail(at), RATE_LIMITS: at.options.RATE_LIMITS }),
  },
  {
    name: 'logs',
    isEdge: false,
    isVital: false,
    passes: ['LOG_DAYS', 'LOG_ROWS', 'LOG_ROWS_A_SECOND'],
    env: (at) => ({ ...mongodb(at, 'logs'), ...kafka(at) }),
  },
  {
    name: 'outbox',
    isEdge: false,
    isVital: false,
    ports: ['outbox-smtp', 'outbox-http'],
    isWanted: hasOutbox,
    env: (at) => ({
      ...mongodb(at, 'outbox'),
      SMTP_PORT: at.ports['outbox-smtp'],
      HTTP_PORT: at.ports['outbox-http'],
    }),
  },
];

export const adminPassword = ({ options, secrets }: Installation): string =>
  options.ADMIN_PASSWORD ?? secrets.adminPassword;

/** The name of a service's health port, as kept in `ports.json`. */
export const healthPortOf = (service: string): string => `${service}-health`;

/** The names of the services' internal ports, as kept in `ports.json`. */
export const portsOf = (services: readonly Service[]): string[] =>
  services.flatMap(({ name, ports = [] }) => [healthPortOf(name), ...ports]);
