// `npm start`: brings what is missing and runs Telemon until Ctrl-C. Node 20 is enough, with nothing installed.
import { bootstrap } from './bare/bootstrap.mjs';

await bootstrap(new URL(import.meta.url), new URL('./main.ts', import.meta.url), 0);
