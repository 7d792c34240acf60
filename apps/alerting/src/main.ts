import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { AlertingModule } from './alerting.module.ts';
import { AlertingVariables } from './config.ts';

await runService({ app: 'alerting', config: readConfig(AlertingVariables), module: AlertingModule });
