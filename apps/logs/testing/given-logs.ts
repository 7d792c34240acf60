import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { LogsVariables } from '../src/config.ts';
import { LogsModule } from '../src/logs.module.ts';

/** A logs process with a database of its own. */
export const givenLogs = async (): Promise<{ database: FreshDatabase; service: StartedService }> => {
  const { kafkaBrokers, natsUrl } = servers();
  const database = await freshDatabase();
  const config = LogsVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: natsUrl,
    MONGODB_URL: database.url,
    KAFKA_BROKERS: kafkaBrokers,
    KAFKA_PARTITIONS: '1',
  });
  return { database, service: await startService({ app: 'logs', config, module: LogsModule }) };
};
