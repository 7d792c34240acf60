// `node tools/build/bundle-service.ts NAME`: bundles a compiled service with the packages that it uses.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages that stay outside: native ones, those that load files by path, and those whose internals Telemon patches. */
const EXTERNAL = [
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@rushstack/ts-command-line',
  'bull',
  'jsdom',
  'kafkajs',
  'sharp',
  // Bundled, its code would take 20 MB of memory.
  'twilio',
];
const isExternal = (id: string) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`));

const [app = ''] = process.argv.slice(2);
const dist = join(import.meta.dirname, '../../apps', app, 'dist');
/** The service, and the programs that it runs in processes of their own. */
const entries = [
  join(dist, 'main.js'),
  ...globSync(join(dist, '**/*-program.js'), { exclude: ['**/bundle'] }),
];

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [basename(entry, '.js'), entry])),
  platform: 'node',
  external: isExternal,
  onLog(level, log, report) {
    // Nest asks for packages that Telemon doesn't use, and goes on without them.
    if (log.code !== 'UNRESOLVED_IMPORT') report(level, log);
  },
});
await bundle.write({
  dir: join(dist, 'bundle'),
  cleanDir: true,
  format: 'esm',
  // Logs and error messages name classes.
  keepNames: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
});
