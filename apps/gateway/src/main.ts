import { ROUTES } from '@telemon/contracts/routes';
import { sessions } from '@telemon/contracts/auth/sessions';
import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { GatewayVariables } from './config.ts';
import { GatewayModule } from './gateway.module.ts';

await runService({
  app: 'gateway',
  config: readConfig(GatewayVariables),
  module: GatewayModule.for({ routes: ROUTES, endedSessions: sessions.ended }),
});
