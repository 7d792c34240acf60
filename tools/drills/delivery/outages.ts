import { judge, type Bound, type DrillOptions, type Tried } from '../drill.ts';
import { tryFault, type Fault } from '../fault.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { timeToWork } from '../fleet/working.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { Absence, type Away } from './absence.ts';
import { emptyRedis } from './emptied-redis.ts';
import { EXACT_DELIVERY } from './exact-delivery.ts';
import type { Provider } from './provider.ts';

/** Deadline for a reading of each device to be stored while a provider is away; each sends one in half a second. */
const WORKS_MEANWHILE_WITHIN_MS = 2_000;

export interface ProviderOutage extends Away {
  readonly seconds: number;
  /** Redis is emptied while notices wait. */
  readonly emptiesRedis?: boolean;
}

/** Takes providers away while devices send readings, and brings them back. */
export async function tryProviderOutage(
  installation: DrillInstallation,
  fleet: Fleet,
  { seconds, emptiesRedis = false, ...away }: ProviderOutage,
  options: DrillOptions,
): Promise<Tried> {
  const absence = new Absence(installation, fleet, away);
  const restartsBefore = restartsOf(away.of);
  let jobsLost = 0;
  const fault: Fault = {
    name: `${absence.name} for ${seconds} s${emptiesRedis ? ', and Redis emptied while notices wait' : ''}`,
    seconds,
    async begin() {
      await absence.begin();
      if (emptiesRedis) jobsLost = await emptyRedis(installation, 1);
    },
    meanwhile: async (stream) => ({ workedMeanwhileMs: await timeToWork(installation, stream) }),
    end: () => absence.end(),
  };
  const found = await tryFault(installation, fleet, fault, options).finally(() => absence.end());
  const counts = { ...found, ...(await absence.counts()), ...(emptiesRedis && { jobsLost }) };
  return judge(fault.name, counts, {
    ...boundsOf(restartsOf(away.of) - restartsBefore),
    ...absence.bounds(),
    workedMeanwhileMs: { atMost: WORKS_MEANWHILE_WITHIN_MS },
    ...(emptiesRedis && { jobsLost: { atLeast: 1 } }),
  });
}

const restartsOf = (providers: readonly Provider[]): number =>
  providers.reduce((sum, { restarts }) => sum + restarts, 0);

const boundsOf = (restarts: number): Readonly<Record<string, Bound>> => ({
  ...EXACT_DELIVERY,
  otherAnswers: 0,
  slowAnswers: 0,
  restarts,
});
