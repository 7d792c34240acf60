import { atMost, type Goal, judged, NONE } from '../goals.ts';
import { thousands } from '../tables.ts';
import { grownMb, type Results } from './results.ts';

/** Most memory that an export may take of the services. */
const MOST_MB = 512;

const megabytes = (value: number) => `${value.toFixed(0)} MB`;

/** Compares the results with the bound on memory. */
export function goalsOf(results: Results): Goal[] {
  return results.exports.map((one) =>
    judged(
      `${thousands(one.rows)} ${one.kind} as .${one.format}: memory grown`,
      [`≤ ${MOST_MB} MB`, atMost(MOST_MB)],
      NONE,
      grownMb(results, one),
      megabytes,
    ),
  );
}
