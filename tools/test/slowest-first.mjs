import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Path of a test file → seconds that it took last: `npm test -- --keep-times`. */
const TIMES = JSON.parse(readFileSync(new URL('times.json', import.meta.url), 'utf8'));

/** A new file may take long, so it comes first. */
const timeOf = ({ path }) => TIMES[relative(ROOT, path)] ?? Number.MAX_VALUE;

/** Jest's order of the files: the slowest first, so that no slow one runs alone at the end. */
export default class SlowestFirst {
  sort(tests) {
    return [...tests].sort((one, other) => timeOf(other) - timeOf(one) || (one.path < other.path ? -1 : 1));
  }

  /** Jest calls this with the times, which only --keep-times saves. */
  cacheResults() {}
}
