// `npm test`: installs missing packages and runs every test. It needs only Node 20, without packages.
import { bootstrap } from './bare/bootstrap.mjs';

await bootstrap(new URL(import.meta.url), new URL('../test/main.ts', import.meta.url), 130);
