import { until } from '@telemon/testing/waiting';
import type { Bound, Counts } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { compareStored } from './stored.ts';
import { upToNextStream, type Stream } from './stream.ts';
import { compareAlerts, crossingsInOrder } from './alerts.ts';
import { countAgainLater, STILL_EXACT } from './recount.ts';

/** A fleet and the readings that it sent. */
export type SentByFleet = Pick<Stream, 'fleet' | 'sent'>;

/**
 * The bounds of every stream, under any fault. A notice whose sending was interrupted may come twice if the copy says so. Without
 * readings and crossings, the other bounds would say nothing.
 */
export const EXACT: Readonly<Record<string, Bound>> = {
  acknowledged: { atLeast: 1 },
  crossings: { atLeast: 1 },
  ...STILL_EXACT,
};

/** Waits until all effects of a stream have arrived, for `patienceMs` at most, and counts them. */
export async function outcomeOf(
  installation: DrillInstallation,
  stream: SentByFleet,
  patienceMs = 120_000,
): Promise<Counts> {
  const count = async () => {
    const sent = stream.sent.map(upToNextStream);
    return {
      ...(await compareStored(installation, sent)),
      ...(await compareAlerts(installation, stream.fleet, sent, crossingsInOrder)),
    };
  };
  countAgainLater(installation, count);
  let counts: Awaited<ReturnType<typeof count>> | undefined;
  const hasArrived = async () => {
    counts = await count();
    return counts.lost === 0 && counts.missed === 0 && counts.noticesMissing === 0;
  };
  await until(hasArrived, { timeoutMs: patienceMs, everyMs: 500 }).catch(() => undefined);
  return counts ?? (await count());
}
