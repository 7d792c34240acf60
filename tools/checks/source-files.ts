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

/** The text of a service's sources, without specs and migrations: a migration also uses collections of earlier versions. */
export const sourcesOf = (folder: string): string =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.startsWith('migrations/'))
    .sort()
    .map((path) => readFileSync(join(ROOT, folder, path), 'utf8'))
    .join('\n');
