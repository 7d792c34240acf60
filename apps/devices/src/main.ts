import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { DevicesVariables } from './config.ts';
import { DevicesServiceModule } from './devices-service.module.ts';

await runService({ app: 'devices', config: readConfig(DevicesVariables), module: DevicesServiceModule });
