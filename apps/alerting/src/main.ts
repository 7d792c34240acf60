import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { AlertingModule } from './alerting.module.ts';
import { AlertingVariables } from './config.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

await runService({
  app: 'alerting',
  config: readConfig(AlertingVariables),
  module: AlertingModule,
  migrations: MIGRATIONS,
});
