import { setTimeout as delay } from 'node:timers/promises';
import { chance } from '../../simulate/random.ts';
import { judge, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { LogCheck } from './log-check.ts';
import { notTold, waitingIn } from './route-list.ts';
import { settled } from './settled.ts';
import { EXACT_ROUTES, type RoutedDevices } from './routed-devices.ts';

const LONGEST_BEFORE_A_KILL_MS = 3_000;
/**
 * After a kill, a route repeats the datagrams that were read of its queue (64 KB), and its queue those read of `telemetry.raw` at once:
 * at most the datagrams that came until a successor had the killed process's lease.
 */
const REPEATED_OF_MS = 15_000;

interface Kills {
  readonly perSecond: number;
  readonly kills: number;
  /** Deadline for routes to go on after a kill. */
  readonly worksAgainWithinMs: number;
  readonly seed: number;
}

/** udp-router is killed while it forwards datagrams. While it is dead, it accepts none. */
export async function tryKilledRouter(
  installation: DrillInstallation,
  routed: RoutedDevices,
  { perSecond, kills, worksAgainWithinMs, seed }: Kills,
): Promise<Tried> {
  const restartsBefore = installation.restarts;
  const log = await LogCheck.begin(installation);
  const end = routed.begin(perSecond);
  let workedAgainMs = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(chance(seed, kill) * LONGEST_BEFORE_A_KILL_MS);
    const from = performance.now();
    await installation.product.killAndAwait('udp-router');
    await routed.settle(routed.begin(0));
    workedAgainMs = Math.max(workedAgainMs, Math.round(performance.now() - from));
  }
  const stretch = await routed.settle(end);
  const counts = {
    ...(await routed.outcome(stretch)),
    workedAgainMs,
    notTold: await settled(() => notTold(routed, [])),
    stillWaiting: await settled(() => waitingIn(routed)),
    ...(await log.outcome(routed, stretch)),
    restarts: installation.restarts - restartsBefore,
  };
  const most = (kills * routed.targets.length * perSecond * REPEATED_OF_MS) / 1_000;
  return judge(`udp-router killed ${times(kills)}, ${perSecond} datagrams a second`, counts, {
    ...EXACT_ROUTES,
    repeated: { atMost: most },
    workedAgainMs: { atMost: worksAgainWithinMs },
    notTold: 0,
    stillWaiting: 0,
    logRowsMissing: 0,
    logRowsTwice: 0,
    restarts: kills,
  });
}

const times = (kills: number): string => (kills === 1 ? 'once' : `${kills} times`);
