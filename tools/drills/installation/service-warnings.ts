import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** More would hide the cause. */
const MOST = 40;
const GRAVE = /"level":"(?:warn|error|fatal)"/;
const TIME = /"time":"([^"]+)"/;

/**
 * The newest warnings and errors in the logs of an installation's services, oldest first.
 * @param since ISO 8601, UTC
 */
export function warningsSince(dataDir: string, since: string): string[] {
  const logs = join(dataDir, 'logs');
  return readdirSync(logs)
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .filter((line) => GRAVE.test(line))
    .map((line) => ({ line, time: TIME.exec(line)?.[1] ?? '' }))
    .filter(({ time }) => time >= since)
    .sort((one, other) => (one.time < other.time ? -1 : 1))
    .slice(-MOST)
    .map(({ line }) => line);
}
