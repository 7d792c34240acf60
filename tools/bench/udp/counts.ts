import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';

/** The counts stand still for this long once everything has arrived, ms. */
const QUIET_MS = 1_500;

/** Telemon's counters since its start. */
export interface Counts {
  /** Datagrams that udp-router read, handed to Kafka, and dropped, by reason. */
  readonly received: number;
  readonly handedOver: number;
  readonly dropped: Readonly<Record<string, number>>;
  /** Readings of any endpoint in MongoDB, and readings that were compared with their device's alerts. */
  readonly stored: number;
  readonly ruled: number;
}

/** The counts at present. */
export async function countsOf({ addresses }: WholeProduct): Promise<Counts> {
  const [udpRouter, devices, alerting] = await Promise.all(
    ['udp-router', 'devices', 'alerting'].map(async (service) => {
      const port = addresses.healthPorts[`${service}-health`]!;
      return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    }),
  );
  const dropped = udpRouter!.matchAll(/^telemon_udp_datagrams_dropped_total\{\S*reason="([^"]+)"\S* (\d+)/gm);
  return {
    received: counterOf(udpRouter!, 'telemon_udp_datagrams_received_total'),
    handedOver: counterOf(udpRouter!, 'telemon_udp_datagrams_stored_total'),
    dropped: Object.fromEntries([...dropped].map(([, reason, times]) => [reason!, Number(times)])),
    stored: counterOf(devices!, 'telemon_readings_stored_total'),
    ruled: counterOf(alerting!, 'alerting_readings_total'),
  };
}

const counterOf = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name}\\S* (\\d+)`, 'm').exec(metrics)?.[1] ?? 0);

/** The counts once they stand still. */
export async function standingStill(running: WholeProduct): Promise<Counts> {
  let last = '';
  let since = performance.now();
  return until(async () => {
    const counts = await countsOf(running);
    const now = JSON.stringify(counts);
    if (now !== last) [last, since] = [now, performance.now()];
    return performance.now() - since > QUIET_MS && counts;
  });
}

/** How much the counts of drops grew, by reason. */
export const droppedSince = (before: Counts, after: Counts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after.dropped)
      .map(([reason, count]) => [reason, count - (before.dropped[reason] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
