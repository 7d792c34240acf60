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
import { Mongo } from './mongo.ts';

/** Injects the service's configuration, as its `config.ts` declares it. */
export const CONFIG = Symbol('CONFIG');
/** Injects the plain NATS connection. */
export const NATS = Symbol('NATS');

export type PlatformConfig = ServiceVariables & {
  MONGODB_URL?: string;
  KAFKA_BROKERS?: string[];
  KAFKA_PARTITIONS?: number;
};

/**
 * What every service stands on. Mongo and Kafka are there where the service's configuration names them; asking for
 * one that it doesn't name fails at the start.
 */
@Global()
@Module({})
export class PlatformModule {
  static for(app: string, config: PlatformConfig): DynamicModule {
    const { MONGODB_URL, KAFKA_BROKERS, KAFKA_PARTITIONS = 1 } = config;
    const providers = [
      { provide: CONFIG, useValue: config },
      Lifecycle,
      Health,
      { provide: NATS, useFactory: () => connectNats(config.NATS_URL, `telemon-${app}`) },
      { provide: Asker, useFactory: (nats: NatsConnection) => new Asker(nats), inject: [NATS] },
      { provide: Live, useFactory: (nats: NatsConnection) => new Live(nats), inject: [NATS] },
      ...(MONGODB_URL ? [{ provide: Mongo, useFactory: () => new Mongo(MONGODB_URL, app) }] : []),
      ...(KAFKA_BROKERS
        ? [
            {
              provide: Kafka,
              useFactory: () => new Kafka({ brokers: KAFKA_BROKERS, app, partitions: KAFKA_PARTITIONS }),
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
