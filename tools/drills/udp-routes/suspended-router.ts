import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '../../start/services.ts';
import { judge, type DrillOptions, type Tried } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { SecondReplicas } from '../replicas/second-replicas.ts';
import { notTold, waitingIn } from './route-list.ts';
import { EXACT_ROUTES, type RoutedDevices } from './routed-devices.ts';
import { settled } from './settled.ts';

const NAME = 'udp-router';
/** Time until the second replica has the lease of the first one, which stands still. */
const HAS_LEASE_AFTER_MS = 9_000;
const BEFORE_MS = 2_000;
/** Longer than the first one may take to take over. */
const SUSPENDED_MS = 25_000;
/** Time in which a replica that wakes could still forward. */
const AFTER_MS = 5_000;
/** At most the datagrams that came until the first one had the lease are repeated. */
const REPEATED_OF_MS = 15_000;

interface Suspension {
  readonly perSecond: number;
  /** Deadline for the first replica to forward datagrams. */
  readonly tookOverWithinMs: number;
  readonly say: DrillOptions['say'];
}

/**
 * A second replica of udp-router forwards the routes, is suspended, and wakes when the first one has taken over. Datagrams come to the
 * first one alone, so none is dropped.
 */
export async function trySuspendedRouter(
  installation: DrillInstallation,
  routed: RoutedDevices,
  { perSecond, tookOverWithinMs, say }: Suspension,
): Promise<Tried> {
  const services = SERVICES.filter(({ name }) => name === NAME);
  const second = await SecondReplicas.start(installation.product, say, services);
  try {
    process.kill(installation.product.pid(NAME), 'SIGSTOP');
    await delay(HAS_LEASE_AFTER_MS);
    await installation.product.killAndAwait(NAME);
    await routed.settle(routed.begin(0));
    const restartsBefore = installation.restarts + second.restarts;
    const end = routed.begin(perSecond);
    await delay(BEFORE_MS);
    const from = performance.now();
    second.pause(NAME);
    const over = delay(SUSPENDED_MS);
    await routed.settle(routed.begin(0));
    const tookOverMs = Math.round(performance.now() - from);
    await over;
    second.resume(NAME);
    await delay(AFTER_MS);
    const stretch = await routed.settle(end);
    const counts = {
      ...(await routed.outcome(stretch)),
      tookOverMs,
      notTold: await settled(() => notTold(routed, [])),
      stillWaiting: await settled(() => waitingIn(routed)),
      restarts: installation.restarts + second.restarts - restartsBefore,
    };
    return judge(`udp-router suspended for ${SUSPENDED_MS / 1_000} s beside another replica`, counts, {
      ...EXACT_ROUTES,
      dropped: 0,
      repeated: { atMost: (routed.targets.length * perSecond * REPEATED_OF_MS) / 1_000 },
      tookOverMs: { atMost: tookOverWithinMs },
      notTold: 0,
      stillWaiting: 0,
      restarts: 0,
    });
  } finally {
    await second.stop();
  }
}
