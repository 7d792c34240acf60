import { setTimeout as delay } from 'node:timers/promises';
import { judge, type Bound, type Counts, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { summed } from '../summed.ts';

/** Longer than an interrupted notice stays claimed (a minute, alerting's `delivery.service.ts`), after which it is sent again. */
const LATER_MS = 70_000;

/** Bounds of all readings, alerts and notices, which still hold some time after the last fault. */
export const STILL_EXACT: Readonly<Record<string, Bound>> = {
  lost: 0,
  duplicate: 0,
  phantom: 0,
  missed: 0,
  firedTwice: 0,
  falseAlerts: 0,
  noticesMissing: 0,
  noticesTwice: 0,
};
/** The recount must have all of these counts. */
const COUNTED_AT_LEAST = ['lost', 'duplicate', 'phantom', 'missed', 'noticesMissing', 'noticesTwice'];

type Count = () => Promise<Counts>;

const COUNTED = new WeakMap<DrillInstallation, Count[]>();

/** Makes the recount at the end of a drill include these effects. */
export function countAgainLater(installation: DrillInstallation, count: Count): void {
  const counted = COUNTED.get(installation);
  if (counted) counted.push(count);
  else COUNTED.set(installation, [count]);
}

/**
 * Counts the effects of all streams of a drill again, a while after the last fault: a second copy may come later than the last
 * missing reading, and a reading may disappear.
 */
export async function tryRecount(installation: DrillInstallation): Promise<Tried[]> {
  const counted = COUNTED.get(installation) ?? [];
  if (counted.length === 0) return [];
  await delay(LATER_MS);
  const found: Counts[] = [];
  for (const count of counted) found.push(await count());
  const gap = COUNTED_AT_LEAST.find((name) => found.some((counts) => !(name in counts)));
  if (gap) throw new Error(`A recount did not count ${gap}`);
  return [
    judge(
      `everything counted again, ${LATER_MS / 1_000} s after that`,
      { counted: found.length, ...summed(found.map(ofStillExact)) },
      STILL_EXACT,
    ),
  ];
}

const NAMES = ['acknowledged', 'crossings', ...Object.keys(STILL_EXACT)];

const ofStillExact = (counts: Counts): Counts =>
  Object.fromEntries(NAMES.flatMap((name) => (name in counts ? [[name, counts[name]!]] : [])));
