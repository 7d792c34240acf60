// `npm start`: installs missing packages and runs Telemon until Ctrl-C. It needs only Node 20, without packages.
import { bootstrap } from './bare/bootstrap.mjs';

await bootstrap(new URL(import.meta.url), new URL('./main.ts', import.meta.url), 0);
