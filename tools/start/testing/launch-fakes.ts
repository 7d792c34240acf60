// Runs the launcher with fake services and without servers, in its own process, which specs can end.
import { fileURLToPath } from 'node:url';
import { shown } from '../../servers/problem.ts';
import { launch } from '../launch.ts';
import { readOptions } from '../options.ts';
import { stopSignal } from '../stop-signal.ts';

const services = ['edge', 'core'].map((name) => ({
  name,
  isEdge: name === 'edge',
  isVital: true,
  env: () => ({ FAKE_NAME: name, FAKE_DIARY: process.env['FAKE_DIARY'] }),
}));

try {
  await launch({
    options: readOptions(process.argv.slice(2), process.env)!,
    services,
    servers: [],
    entryOf: () => fileURLToPath(new URL('fake-service.ts', import.meta.url)),
    build: () => Promise.resolve(),
    say: console.log,
    beganAt: Date.now(),
    stop: stopSignal(),
  });
} catch (error) {
  console.error(shown(error));
  process.exitCode = 1;
}
process.exit();
