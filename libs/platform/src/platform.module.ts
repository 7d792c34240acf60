import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { NatsConnection } from '@nats-io/transport-node';
import type { ServiceVariables } from './config.ts';
import { FactCopies } from './facts/fact-copies.ts';
import { FactOutbox } from './facts/fact-outbox.ts';
import { HealthController } from './health.controller.ts';
import { Health } from './health.ts';
import { Kafka } from './kafka/kafka.ts';
import { Lifecycle } from './lifecycle.ts';
import { Asker } from './messaging/asker.ts';
import { Live } from './messaging/live.ts';
import { connectNats } from './messaging/nats.ts';
import { OutgoingFiles } from './messaging/outgoing-files.ts';
import { Mongo } from './mongo.ts';
import { RateLimits } from './redis/rate-limits.ts';

/** Injects the service's configuration, as its `config.ts` declares it. */
export const CONFIG = Symbol('CONFIG');
/** Injects the plain NATS connection. */
export const NATS = Symbol('NATS');

export type PlatformConfig = ServiceVariables & {
  MONGODB_URL?: string;
  KAFKA_BROKERS?: string[];
  KAFKA_PARTITIONS?: number;
  REDIS_URL?: string;
};

/**
 * The base of every service. It provides Mongo, Kafka and limits if the configuration names their servers; injecting one whose
 * server it doesn't name fails at the start.
 */
@Global()
@Module({})
export class PlatformModule {
  static for(app: string, config: PlatformConfig): DynamicModule {
    const { MONGODB_URL, KAFKA_BROKERS, KAFKA_PARTITIONS = 1, REDIS_URL } = config;
    const providers = [
      { provide: CONFIG, useValue: config },
      Lifecycle,
      Health,
      { provide: NATS, useFactory: () => connectNats(config.NATS_URL, `telemon-${app}`) },
      { provide: Asker, useFactory: (nats: NatsConnection) => new Asker(nats), inject: [NATS] },
      { provide: Live, useFactory: (nats: NatsConnection) => new Live(nats), inject: [NATS] },
      {
        provide: OutgoingFiles,
        useFactory: (nats: NatsConnection, lifecycle: Lifecycle) => new OutgoingFiles(nats, lifecycle),
        inject: [NATS, Lifecycle],
      },
      ...(MONGODB_URL ? [{ provide: Mongo, useFactory: () => new Mongo(MONGODB_URL, app) }] : []),
      ...(KAFKA_BROKERS
        ? [
            {
              provide: Kafka,
              useFactory: () => new Kafka({ brokers: KAFKA_BROKERS, app, partitions: KAFKA_PARTITIONS }),
            },
          ]
        : []),
      ...(REDIS_URL
        ? [
            {
              provide: RateLimits,
              useFactory: (lifecycle: Lifecycle) => new RateLimits(REDIS_URL, lifecycle),
              inject: [Lifecycle],
            },
          ]
        : []),
      ...(MONGODB_URL && KAFKA_BROKERS
        ? [
            {
              provide: FactOutbox,
              useFactory: (mongo: Mongo, kafka: Kafka, lifecycle: Lifecycle) =>
                new FactOutbox(mongo, kafka, lifecycle),
              inject: [Mongo, Kafka, Lifecycle],
            },
            {
              provide: FactCopies,
              useFactory: (mongo: Mongo, kafka: Kafka, lifecycle: Lifecycle) =>
                new FactCopies(mongo, kafka, app, lifecycle),
              inject: [Mongo, Kafka, Lifecycle],
            },
          ]
        : []),
    ];
    return { module: PlatformModule, providers, controllers: [HealthController], exports: providers };
  }
}
