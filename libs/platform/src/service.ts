import 'reflect-metadata';
import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { NatsConnection } from '@nats-io/transport-node';
import { EX_CONFIG } from './config.ts';
import { Health } from './health.ts';
import { Kafka } from './kafka/kafka.ts';
import { Lifecycle } from './lifecycle.ts';
import { configureLogging, logger, nestLogger } from './logging.ts';
import { abortForGoneCallers } from './messaging/callers.ts';
import { Live } from './messaging/live.ts';
import { natsOptions } from './messaging/nats.ts';
import { ReplySerializer } from './messaging/packed-replies.ts';
import { startDefaultMetrics } from './metrics.ts';
import { type Migration, Migrations, NewerSchema } from './migrations/migrations.ts';
import { Mongo } from './mongo.ts';
import { NATS, type PlatformConfig, PlatformModule } from './platform.module.ts';

/** A stop that takes longer than this is cut short, ms; the launcher waits 15 s for everything together. */
const STOP_WITHIN_MS = 8_000;

interface Service {
  /** The service's folder under `apps`, also its queue group and process title. */
  app: string;
  config: PlatformConfig;
  module: Type | DynamicModule;
  /** The steps that have changed the schema of its database, in their order. */
  migrations?: readonly Migration[];
}

@Module({})
class ServiceRoot {}

/**
 * Runs a service: first its health port, then the connections to its servers, then its lifecycle; on SIGTERM all stops in reverse
 * order.
 */
export const runService = async ({
  app: name,
  config,
  module,
  migrations: steps = [],
}: Service): Promise<NestFastifyApplication> => {
  process.title = `telemon-${name}`;
  configureLogging(name, config.LOG_LEVEL);
  startDefaultMetrics(name);
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'unhandled rejection');
    process.exit(1);
  });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ reason: warning.message }, 'node warning'));

  const root: DynamicModule = { module: ServiceRoot, imports: [PlatformModule.for(name, config), module] };
  const app = await NestFactory.create<NestFastifyApplication>(root, new FastifyAdapter(), {
    logger: nestLogger,
  });
  app.connectMicroservice<MicroserviceOptions>({
    transport: Transport.NATS,
    options: {
      ...natsOptions(config.NATS_URL),
      queue: name,
      serializer: new ReplySerializer(),
      gracefulShutdown: true,
      gracePeriod: 200,
    } as never,
  });

  const lifecycle = app.get(Lifecycle);
  const health = app.get(Health);
  const nats = app.get<NatsConnection>(NATS);
  abortForGoneCallers(app.get(Live));
  const mongo = config.MONGODB_URL ? app.get(Mongo) : undefined;
  const kafka = config.KAFKA_BROKERS ? app.get(Kafka) : undefined;
  health.needsToAnswer('nats', async () => {
    await nats.rtt();
  });
  if (mongo) health.needsToAnswer('mongodb', () => mongo.ping());
  if (kafka) {
    health.needsToAnswer('kafka', () => kafka.ping());
    health.livesWhile(() => kafka.isAlive);
  }

  const stop = stopOnce(async () => {
    await lifecycle.stop();
    await kafka?.close();
    await app.close();
    await nats.close();
    await mongo?.close();
  });
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  const migrations = mongo && new Migrations(mongo, steps);
  health.migrations = migrations?.states ?? [];

  await app.listen(config.HEALTH_PORT, config.HEALTH_HOST);
  await migrations?.run().catch(endOfNewerSchema);
  await Promise.all([mongo?.prepare(), kafka?.prepare()]);
  // The last step, so that a service answers calls by the time that it is ready.
  lifecycle.onStart(() => app.startAllMicroservices().then(() => undefined));
  await lifecycle.start();
  logger.info('ready');
  return app;
};

/** A restart is no help for a database of a newer Telemon. */
const endOfNewerSchema = (error: unknown): never => {
  if (!(error instanceof NewerSchema)) throw error;
  logger.fatal(error.message);
  process.exit(EX_CONFIG);
};

const stopOnce = (stop: () => Promise<void>) => {
  let stopping = false;
  return () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      logger.warn('stop took too long');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
};
