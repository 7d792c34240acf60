import { setTimeout as delay } from 'node:timers/promises';
import { spreadOf } from '../../bench/durations.ts';
import { judge, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { DropCount } from './drop-count.ts';
import { LogCheck } from './log-check.ts';
import { forwardedTo, notTold, timeUntilNone, waitingIn } from './route-list.ts';
import { settled } from './settled.ts';
import { EXACT_ROUTES, MOST_UNDER_WAY, type RoutedDevices, type Stretch } from './routed-devices.ts';
import type { RouteTarget } from './route-target.ts';

/** The list shows a state within two seconds; a target that does not answer is noticed after five. */
const TOLD_WITHIN_MS = 15_000;
/** Attempts to connect are at most 15 s apart. */
const CONNECTED_AGAIN_WITHIN_MS = 30_000;
/** From the sending of a datagram until it has arrived at a target that does not fail. */
const OTHERS_P99_WITHIN_MS = 5_000;
const BEFORE_MS = 500;

interface Outage {
  readonly perSecond: number;
  readonly seconds: number;
}

/** All targets but the good one fail at once, each in its own way, while datagrams come, and work again. */
export async function tryFailingTargets(
  installation: DrillInstallation,
  routed: RoutedDevices,
  { perSecond, seconds }: Outage,
): Promise<Tried> {
  const restartsBefore = installation.restarts;
  const failing = routed.targets.filter(({ kind }) => kind !== 'well');
  const others = routed.targets.filter(({ kind }) => kind === 'well');
  const drops = await DropCount.begin(installation);
  const log = await LogCheck.begin(installation);
  const end = routed.begin(perSecond);
  await delay(BEFORE_MS);
  const failedAt = performance.now();
  await Promise.all(failing.map((target) => target.fail()));
  const arrivedBefore = arrivedAt(failing);
  const toldAfterMs = await timeUntilNone(() => notTold(routed, failing), failedAt);
  await delay(Math.max(0, failedAt + seconds * 1_000 - performance.now()));
  const notToldAtEnd = await notTold(routed, failing);
  const arrivedMeanwhile = arrivedAt(failing) - arrivedBefore;
  const mendedAt = performance.now();
  await Promise.all(failing.map((target) => target.mend()));
  const connectedAgainMs = await timeUntilNone(() => notTold(routed, []), mendedAt);
  const stretch = await routed.settle(end);
  const counts = {
    ...(await routed.outcome(stretch, drops)),
    othersRepeated: (await routed.arrivals(stretch, others))['repeated']!,
    othersP99Ms: Math.round(spreadOf(forwardingTimes(stretch, others)).p99),
    notTold: notToldAtEnd,
    toldAfterMs,
    arrivedMeanwhile,
    connectedAgainMs,
    miscounted: await settled(async () => (await forwardedTo(routed, others)) - arrivedAt(others)),
    stillWaiting: await settled(() => waitingIn(routed)),
    ...(await log.outcome(routed, stretch)),
    restarts: installation.restarts - restartsBefore,
  };
  const kinds = failing.map(({ kind }) => kind).join(', ');
  return judge(`targets for ${seconds} s: ${kinds}; ${perSecond} datagrams a second`, counts, {
    ...EXACT_ROUTES,
    uncounted: 0,
    repeated: { atMost: MOST_UNDER_WAY * routed.devices.length * failing.length },
    othersRepeated: 0,
    othersP99Ms: { atMost: OTHERS_P99_WITHIN_MS },
    notTold: 0,
    toldAfterMs: { atMost: TOLD_WITHIN_MS },
    arrivedMeanwhile: 0,
    connectedAgainMs: { atMost: CONNECTED_AGAIN_WITHIN_MS },
    miscounted: 0,
    stillWaiting: 0,
    logRowsMissing: 0,
    logRowsTwice: 0,
    restarts: 0,
  });
}

const arrivedAt = (targets: readonly RouteTarget[]): number =>
  targets.reduce((sum, { arrived }) => sum + arrived, 0);

/** Times from the sending of a stretch's datagrams until they arrived at these targets, ms. */
const forwardingTimes = (stretch: Stretch, targets: readonly RouteTarget[]): number[] =>
  [...stretch].flatMap(([{ name, sentAt }, { first, end }]) =>
    targets.flatMap((target) =>
      target
        .arrivedOf(name)
        .filter(({ seq }) => seq >= first && seq < end)
        .map(({ seq, at }) => at - sentAt[seq]!),
    ),
  );
