import { atMost, type Goal, judged, NONE } from '../goals.ts';
import { thousands } from '../tables.ts';
import type { Results } from './results.ts';

/** Lost datagrams of registered devices beside a flood, percent. */
const MOST_LOST = 1;

/** Compares the results with Telemon's goals for a flood of datagrams. */
export const goalsOf = ({ steps }: Results): Goal[] =>
  steps.map(({ flood, sources, lostPercent }) =>
    judged(
      `Lost of known devices, beside ${thousands(flood)} unknown a second from ${sources} ports`,
      [`≤ ${MOST_LOST} %`, atMost(MOST_LOST)],
      NONE,
      lostPercent,
      (value) => `${value.toFixed(2)} %`,
    ),
  );
