import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { bringKafka, kafka, kafkaBrokers } from './kafka.ts';
import { bringMongodb, mongodb, mongodbRootUrl, mongodbUrl } from './mongodb.ts';
import type { Login } from './mongodb-logins.ts';
import { bringNats, nats, natsUrl } from './nats.ts';
import type { Say } from './progress.ts';
import { bringRedis, redis, redisUrl } from './redis.ts';
import type { Runnable } from './runnable.ts';

/** The servers that the services need. */
export const SERVERS = ['mongodb', 'kafka', 'nats', 'redis'] as const;
export type ServerName = (typeof SERVERS)[number];

export const SERVER_PORTS = [...SERVERS, 'kafka-controller'] as const;

export interface ServerSecrets {
  readonly mongodbRoot: string;
  readonly mongodbKey: string;
  readonly kafka: string;
  readonly nats: string;
  readonly redis: string;
}

export const newServerSecrets = (): ServerSecrets => ({
  mongodbRoot: randomBytes(24).toString('hex'),
  mongodbKey: randomBytes(96).toString('hex'),
  kafka: randomBytes(24).toString('hex'),
  nats: randomBytes(24).toString('hex'),
  redis: randomBytes(24).toString('hex'),
});

export interface LocalSettings {
  /** Each server keeps its data in a folder of its own in here. */
  readonly folder: string;
  readonly ports: Readonly<Record<(typeof SERVER_PORTS)[number], number>>;
  readonly secrets: ServerSecrets;
  readonly logins: readonly Login[];
  /** Users of NATS beside the usual one. None hears anything of another. */
  readonly natsUsers?: readonly string[];
}

const mongodbSettings = ({ folder, ports, secrets, logins }: LocalSettings) => ({
  folder: join(folder, 'mongodb'),
  port: ports.mongodb,
  rootPassword: secrets.mongodbRoot,
  keyFile: secrets.mongodbKey,
  logins,
});
const kafkaSettings = ({ folder, ports, secrets }: LocalSettings) => ({
  folder: join(folder, 'kafka'),
  port: ports.kafka,
  controllerPort: ports['kafka-controller'],
  password: secrets.kafka,
});
const natsSettings = ({ folder, ports, secrets, natsUsers }: LocalSettings) => ({
  folder: join(folder, 'nats'),
  port: ports.nats,
  password: secrets.nats,
  others: natsUsers,
});
const redisSettings = ({ folder, ports, secrets }: LocalSettings) => ({
  folder: join(folder, 'redis'),
  port: ports.redis,
  password: secrets.redis,
});

/** Fetches a server if it is missing, and returns how to run it. @throws Problem */
export const bringServer: Readonly<
  Record<ServerName, (settings: LocalSettings, say: Say) => Promise<Runnable>>
> = {
  mongodb: async (settings, say) => mongodb(await bringMongodb(say), mongodbSettings(settings)),
  kafka: async (settings, say) => kafka(await bringKafka(say), kafkaSettings(settings)),
  nats: async (settings, say) => nats(await bringNats(say), natsSettings(settings)),
  redis: async (settings, say) => redis(await bringRedis(say), redisSettings(settings)),
};

/** The addresses of the servers, with logins. */
export const localAddresses = (settings: LocalSettings) => ({
  mongodbRootUrl: mongodbRootUrl(mongodbSettings(settings)),
  mongodbUrl: (login: Login) => mongodbUrl(settings.ports.mongodb, login),
  kafkaBrokers: kafkaBrokers(kafkaSettings(settings)),
  natsUrl: natsUrl(natsSettings(settings)),
  natsUrlOf: (user: string) => natsUrl(natsSettings(settings), user),
  redisUrl: redisUrl(redisSettings(settings)),
});
