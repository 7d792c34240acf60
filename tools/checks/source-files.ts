import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The services, in the order of a reading's path. */
export const SERVICES = [
  'mqtt-bridge',
  'udp-router',
  'devices',
  'alerting',
  'reporting',
  'auth',
  'logs',
  'gateway',
  'outbox',
] as const;

/** The text of all source files of a folder, without specs. */
export const sourcesOf = (folder: string): string =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .sort()
    .map((path) => readFileSync(join(ROOT, folder, path), 'utf8'))
    .join('\n');
