import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { LogsVariables } from './config.ts';
import { LogsModule } from './logs.module.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

await runService({
  app: 'logs',
  config: readConfig(LogsVariables),
  module: LogsModule,
  migrations: MIGRATIONS,
});
