import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { AuthModule } from './auth.module.ts';
import { AuthVariables } from './config.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

await runService({
  app: 'auth',
  config: readConfig(AuthVariables),
  module: AuthModule,
  migrations: MIGRATIONS,
});
