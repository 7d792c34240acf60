import { setTimeout as delay } from 'node:timers/promises';
import { chance } from '../../simulate/random.ts';
import { judge, type DrillOptions, type Tried } from '../drill.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { outcomeOf } from '../fleet/outcome.ts';
import { Stream } from '../fleet/stream.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { EXACT_DELIVERY } from './exact-delivery.ts';
import { claims, newClaim } from './notices.ts';
import type { Provider } from './provider.ts';
import { Pulses } from './pulses.ts';

const KILLS = 6;
/** Longest time from a claim to the kill. */
const LONGEST_BEFORE_A_KILL_MS = 600;

/** Kills alerting while it sends. Its providers answer late, so that some notices have arrived and are not recorded. */
export async function tryInterruptedSends(
  installation: DrillInstallation,
  fleet: Fleet,
  providers: readonly Provider[],
  { seed, say }: DrillOptions,
): Promise<Tried> {
  const fault = `alerting killed ${KILLS} times while it sends and its providers answer late`;
  say(fault);
  const restartsBefore = installation.restarts;
  const stream = await Stream.begin(installation, fleet, 100);
  const pulses = new Pulses(providers, seed);
  let interrupted = 0;
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await newClaim(installation);
      await delay(chance(seed, kill) * LONGEST_BEFORE_A_KILL_MS);
      const isBack = installation.product.killAndAwait('alerting');
      interrupted += await claims(installation);
      await isBack;
    }
  } finally {
    await pulses.end();
    await stream.end();
  }
  const counts = {
    ...(await outcomeOf(installation, stream)),
    interrupted,
    restarts: installation.restarts - restartsBefore,
  };
  return judge(fault, counts, {
    ...EXACT_DELIVERY,
    interrupted: { atLeast: 1 },
    noticesRepeated: { atLeast: 1 },
    restarts: KILLS,
  });
}
