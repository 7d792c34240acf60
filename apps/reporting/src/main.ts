import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { ReportingVariables } from './config.ts';
import { ReportingModule } from './reporting.module.ts';

await runService({ app: 'reporting', config: readConfig(ReportingVariables), module: ReportingModule });
