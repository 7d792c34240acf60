import { until } from '@telemon/testing/waiting';
import type { Bound, Counts } from '../drill.ts';
import type { Ground } from '../ground/ground.ts';
import { compareStored } from './stored.ts';
import type { Stream } from './stream.ts';
import { compareTold, crossingsInOrder } from './told.ts';

/** What holds of every stream, whatever happened. A notice may come twice where sending it was interrupted, and says so then. */
export const EXACT: Readonly<Record<string, Bound>> = {
  lost: 0,
  duplicate: 0,
  phantom: 0,
  missed: 0,
  firedTwice: 0,
  falseAlerts: 0,
  noticesMissing: 0,
  noticesTwice: 0,
};

/** Waits until everything that a stream caused has arrived, or `patienceMs` are over, and counts. */
export async function outcomeOf(ground: Ground, stream: Stream, patienceMs = 120_000): Promise<Counts> {
  const count = async () => ({
    ...(await compareStored(ground, stream.sent)),
    ...(await compareTold(ground, stream.fleet, stream.sent, crossingsInOrder)),
  });
  let counts: Awaited<ReturnType<typeof count>> | undefined;
  const hasArrived = async () => {
    counts = await count();
    return counts.lost === 0 && counts.missed === 0 && counts.noticesMissing === 0;
  };
  await until(hasArrived, { timeoutMs: patienceMs, everyMs: 500 }).catch(() => undefined);
  return counts ?? (await count());
}
