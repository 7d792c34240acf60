import { judge, type Bound, type DrillOptions, type Tried } from '../drill.ts';
import { tryFault, type Fault } from '../fault.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { timeToWork } from '../fleet/working.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { Absence, type Away } from './absence.ts';
import type { AlertBroker } from './alert-broker.ts';
import type { Breach } from './breach.ts';
import { emptyRedis } from './emptied-redis.ts';
import { EXACT_DELIVERY } from './exact-delivery.ts';
import { claims, newClaim } from './notices.ts';
import type { Outbox } from './outbox.ts';
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
    ...absence.bounds(options.form),
    workedMeanwhileMs: { atMost: WORKS_MEANWHILE_WITHIN_MS },
    ...(emptiesRedis && { jobsLost: { atLeast: 1 } }),
  });
}

/**
 * In the short form: the broker is stopped, too shortly for a failure that the next fault would find; the outbox is killed; then both
 * are stopped, alerting is killed while it sends, and Redis is emptied. The providers take what they got before alerting is back. Many
 * devices breach before it evaluates readings again.
 */
export async function tryAllInTurn(
  installation: DrillInstallation,
  fleet: Fleet,
  { outbox, broker, breach }: { outbox: Outbox; broker: AlertBroker; breach: Promise<Breach> },
  options: DrillOptions,
): Promise<Tried[]> {
  const providers = [outbox, broker];
  const each = [
    new Absence(installation, fleet, { of: [broker], how: 'stopped' }),
    new Absence(installation, fleet, { of: [outbox], how: 'killed' }),
  ];
  const stopped = new Absence(installation, fleet, { of: providers, how: 'stopped' });
  const restartsBefore = restartsOf(providers);
  let interrupted = 0;
  let isBack: Promise<void> = Promise.resolve();
  const breached = Promise.withResolvers<Tried>();
  const fault: Fault = {
    name: 'MQTT broker stopped, outbox killed, both stopped, alerting killed while it sends, and Redis emptied',
    seconds: 0,
    async begin() {
      for (const absence of each) {
        await absence.begin();
        await absence.untilOthersAreSent();
        await absence.end();
      }
      await stopped.begin();
      await newClaim(installation);
      isBack = installation.product.killAndAwait('alerting');
      interrupted = await claims(installation);
      await emptyRedis(installation, 0);
    },
    async end() {
      await stopped.end();
      await isBack;
      (await breach).try(options.form).then(breached.resolve, breached.reject);
    },
  };
  const found = await tryFault(installation, fleet, fault, options).finally(() =>
    Promise.all([...each, stopped].map((absence) => absence.end())),
  );
  const ofEach = each.map(async (absence) =>
    judge(absence.name, await absence.counts(), absence.bounds(options.form)),
  );
  const bounds = {
    ...boundsOf(restartsOf(providers) - restartsBefore + 1),
    interrupted: { atLeast: 1 },
    noticesRepeated: { atLeast: 1 },
  };
  return [
    ...(await Promise.all(ofEach)),
    judge(fault.name, { ...found, interrupted }, bounds),
    await breached.promise,
  ];
}

const restartsOf = (providers: readonly Provider[]): number =>
  providers.reduce((sum, { restarts }) => sum + restarts, 0);

const boundsOf = (restarts: number): Readonly<Record<string, Bound>> => ({
  ...EXACT_DELIVERY,
  otherAnswers: 0,
  slowAnswers: 0,
  restarts,
});
