import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { OutboxVariables } from './config.ts';
import { OutboxModule } from './outbox.module.ts';

await runService({ app: 'outbox', config: readConfig(OutboxVariables), module: OutboxModule });
