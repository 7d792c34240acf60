import { judge, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { DropCount } from './drop-count.ts';
import { waitingIn } from './route-list.ts';
import { settled } from './settled.ts';
import { EXACT_ROUTES, MOST_UNDER_WAY, type RoutedDevices } from './routed-devices.ts';

interface Rates {
  /** Datagrams a second, the highest first: the next one is tried if the machine does not manage this one. */
  readonly perSecond: readonly number[];
  readonly seconds: number;
}

/** Less than this share of a rate means that the machine did not send it. */
const SENT_SHARE = 0.95;

/** Datagrams come at a rate, at a lower one if the machine drops some of them, and all that are accepted are forwarded. */
export async function tryRates(
  installation: DrillInstallation,
  routed: RoutedDevices,
  { perSecond, seconds }: Rates,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const rate of perSecond) {
    const { result, isManaged } = await tryRate(installation, routed, rate, seconds);
    tried.push(result);
    if (isManaged) break;
  }
  return tried;
}

async function tryRate(
  installation: DrillInstallation,
  routed: RoutedDevices,
  rate: number,
  seconds: number,
): Promise<{ result: Tried; isManaged: boolean }> {
  const restartsBefore = installation.restarts;
  const drops = await DropCount.begin(installation);
  const from = performance.now();
  const end = routed.begin(rate);
  await delay(seconds * 1_000);
  const sent = end();
  const sentForMs = performance.now() - from;
  const stretch = await routed.settle(() => sent);
  const forwardedAfterMs = Math.round(performance.now() - from - sentForMs);
  const outcome = await routed.outcome(stretch, drops);
  const counts = {
    sentPerSecond: Math.round((outcome['sent']! * 1_000) / sentForMs),
    ...outcome,
    ...(await drops.byReason()),
    forwardedAfterMs,
    stillWaiting: await settled(() => waitingIn(routed)),
    restarts: installation.restarts - restartsBefore,
  };
  const isManaged = outcome['dropped'] === 0 && counts.sentPerSecond >= SENT_SHARE * rate;
  const caveat = isManaged ? '' : ', more than this machine manages';
  const result = judge(`${rate} datagrams a second for ${seconds} s${caveat}`, counts, {
    ...EXACT_ROUTES,
    uncounted: 0,
    repeated: { atMost: MOST_UNDER_WAY * routed.devices.length * routed.targets.length },
    stillWaiting: 0,
    restarts: 0,
  });
  return { result, isManaged };
}
