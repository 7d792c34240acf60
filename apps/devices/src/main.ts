import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { setFlagsFromString } from 'node:v8';
import { DevicesVariables } from './config.ts';
import { DevicesServiceModule } from './devices-service.module.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

// Node lets the heap grow fourfold before a garbage collection: short-lived rows of long charts took 300 MB that way. With growth
// limited to 50 %, it collects every few seconds, in parallel with the work. The young generation keeps its size: if smaller, it
// would promote rows that are still being read.
setFlagsFromString('--heap-growing-percent=50');

await runService({
  app: 'devices',
  config: readConfig(DevicesVariables),
  module: DevicesServiceModule,
  migrations: MIGRATIONS,
});
