// `npm test`: brings what is missing and runs every test. Node 20 is enough, with nothing installed.
import { bootstrap } from './bare/bootstrap.mjs';

await bootstrap(new URL(import.meta.url), new URL('../test/main.ts', import.meta.url), 130);
