import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { setFlagsFromString } from 'node:v8';
import { DevicesVariables } from './config.ts';
import { DevicesServiceModule } from './devices-service.module.ts';

// Node lets a heap grow fourfold before it is tidied up: rows of long charts, thrown away at once, took 300 MB by that. One that
// may grow by half is tidied up every few seconds meanwhile, beside the work. Its young part is left as it is: smaller, it
// takes rows for old that are still being read.
setFlagsFromString('--heap-growing-percent=50');

await runService({ app: 'devices', config: readConfig(DevicesVariables), module: DevicesServiceModule });
