import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { UdpRouterVariables } from './config.ts';
import { UdpRouterModule } from './udp-router.module.ts';

await runService({ app: 'udp-router', config: readConfig(UdpRouterVariables), module: UdpRouterModule });
