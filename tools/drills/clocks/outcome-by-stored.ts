import { LATE_AFTER_MS } from '@telemon/contracts/readings';
import { until } from '@telemon/testing/waiting';
import type { Counts } from '../drill.ts';
import { crossingsIn } from '../fleet/crossings.ts';
import { compareStored, storedReadings } from '../fleet/stored.ts';
import { countAgainLater } from '../fleet/recount.ts';
import { upToNextStream, type Sent, type Stream } from '../fleet/stream.ts';
import { compareAlerts } from '../fleet/alerts.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';

const PATIENCE_MS = 60_000;

/**
 * Waits until all effects of a stream have arrived, for a minute at most, and counts them. A late reading starts no alert, so the
 * other readings of a device make the expected crossings, in the order of their numbers.
 */
export async function outcomeByStored(
  installation: DrillInstallation,
  { sent, fleet }: Stream,
): Promise<Counts> {
  const count = async (): Promise<Counts> => {
    const bounded = sent.map(upToNextStream);
    const crossings = new Map<Sent, number[]>();
    for (const ofDevice of bounded) crossings.set(ofDevice, await crossingsOf(installation, ofDevice));
    return {
      ...(await compareStored(installation, bounded)),
      ...(await compareAlerts(installation, fleet, bounded, (ofDevice) => crossings.get(ofDevice)!)),
    };
  };
  countAgainLater(installation, count);
  let counts: Counts = {};
  const hasArrived = async () => {
    counts = await count();
    return ['lost', 'missed', 'noticesMissing'].every((name) => counts[name] === 0);
  };
  await until(hasArrived, { timeoutMs: PATIENCE_MS, everyMs: 500 }).catch(() => undefined);
  return counts;
}

async function crossingsOf(
  installation: DrillInstallation,
  { device, first, before = Infinity }: ReturnType<typeof upToNextStream>,
): Promise<number[]> {
  const inTime = (await storedReadings(installation, device.key)).filter(({ r = 0 }) => r <= LATE_AFTER_MS);
  const order = inTime.map(({ c2 }) => c2).toSorted((one, other) => one - other);
  return crossingsIn(order).filter((seq) => seq >= first && seq < before);
}
