import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seconds } from '../servers/progress.ts';
import { CHECKOUT } from '../start/options.ts';

/** A test file, by its path from the checkout, and how long it took. */
export interface FileTime {
  readonly path: string;
  readonly ms: number;
}

const KEPT_IN = join(CHECKOUT, 'tools/test/times.json');
const SHOWN = 10;
const SECOND_MS = 1_000;

/** The slowest files, a line each. */
export const slowestOf = (times: readonly FileTime[]): string[] =>
  [...times]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SHOWN)
    .map(({ path, ms }) => `${seconds(ms).padStart(7)}  ${path}`);

/** Saves the times of a run of all files, by which the next run orders them. */
export async function keepTimes(times: readonly FileTime[]): Promise<void> {
  const inOrder = [...times].sort((one, other) => (one.path < other.path ? -1 : 1));
  const kept = Object.fromEntries(inOrder.map(({ path, ms }) => [path, Math.round(ms / SECOND_MS)]));
  await writeFile(KEPT_IN, `${JSON.stringify(kept, null, 2)}\n`);
}
