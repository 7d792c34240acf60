import 'reflect-metadata';
import { type DynamicModule, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NatsConnection } from '@nats-io/transport-node';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { nestLogger } from '@telemon/platform/logging';
import { Mongo } from '@telemon/platform/mongo';
import { NATS, type PlatformConfig, PlatformModule } from '@telemon/platform/platform.module';

@Module({})
class ServiceRoot {}

interface ServiceInSpec<Config extends PlatformConfig> {
  app: string;
  config: Config;
  module: Type | DynamicModule;
}

export interface StartedService {
  get<Provider>(type: Type<Provider>): Provider;
  stop(): Promise<void>;
}

/**
 * A service inside the spec's process, on real servers, as `runService` starts it. Its health port stays closed, and it answers
 * nothing over NATS, so that parallel specs don't answer each other's questions.
 */
export const startService = async <Config extends PlatformConfig>(
  service: ServiceInSpec<Config>,
): Promise<StartedService> => {
  const prepared = await prepareService(service);
  try {
    await prepared.start();
  } catch (error) {
    await prepared.stop();
    throw error;
  }
  return prepared;
};

/** Like `startService`, but it consumes no topic and does no background work until `start`. */
export const prepareService = async <Config extends PlatformConfig>({
  app,
  config,
  module,
}: ServiceInSpec<Config>): Promise<StartedService & { start(): Promise<void> }> => {
  const root: DynamicModule = { module: ServiceRoot, imports: [PlatformModule.for(app, config), module] };
  const context = await NestFactory.createApplicationContext(root, {
    logger: nestLogger,
    abortOnError: false,
  });
  const mongo = config.MONGODB_URL ? context.get(Mongo) : undefined;
  const kafka = config.KAFKA_BROKERS ? context.get(Kafka) : undefined;
  const lifecycle = context.get(Lifecycle);
  await Promise.all([mongo?.prepare(), kafka?.prepare()]);
  return {
    get: (type) => context.get(type, { strict: false }),
    start: () => lifecycle.start(),
    stop: () => stopAll(context, lifecycle, kafka, mongo),
  };
};

const stopAll = async (
  context: INestApplicationContext,
  lifecycle: Lifecycle,
  kafka: Kafka | undefined,
  mongo: Mongo | undefined,
): Promise<void> => {
  await lifecycle.stop();
  await kafka?.close();
  await context.close();
  await context.get<NatsConnection>(NATS, { strict: false }).close();
  await mongo?.close();
};
