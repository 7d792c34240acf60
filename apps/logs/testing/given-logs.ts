import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { serviceVariables } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { LogsVariables } from '../src/config.ts';
import { LogsModule } from '../src/logs.module.ts';

/** A logs process with a database of its own. */
export const givenLogs = async (): Promise<{ database: FreshDatabase; service: StartedService }> => {
  const database = await freshDatabase();
  const config = LogsVariables.parse({
    ...serviceVariables(database.url),
    KAFKA_PARTITIONS: '1',
  });
  return { database, service: await startService({ app: 'logs', config, module: LogsModule }) };
};
