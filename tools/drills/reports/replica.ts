import { until } from '@telemon/testing/waiting';
import type { WholeProduct } from '@telemon/testing/whole-product';
import { hostname } from 'node:os';
import { environmentOf, type SecondReplicas } from '../replicas/second-replicas.ts';
import { SERVICES } from '../../start/services.ts';
import type { DueReports } from './due-reports.ts';

const SERVICE = 'reporting';
/** The part of the reports that are claimed before the busiest process is looked for. */
const CLAIMED_PART = 1 / 6;
const FOUND_WITHIN_MS = 60_000;
const LOOKS_EVERY_MS = 10;

/** A process of the reporting service. */
export interface Replica {
  /** The name in its claims. */
  readonly holder: string;
  kill(): void;
  pause(): void;
  resume(): void;
}

/** The replica that the launcher has started. */
export async function launchedReplica(product: WholeProduct): Promise<Replica> {
  const service = SERVICES.find(({ name }) => name === SERVICE)!;
  const { HEALTH_PORT } = await environmentOf(product, service);
  const send = (signal: NodeJS.Signals) => void process.kill(product.pid(SERVICE), signal);
  return {
    holder: `${hostname()}:${HEALTH_PORT}`,
    kill: () => send('SIGKILL'),
    pause: () => send('SIGSTOP'),
    resume: () => send('SIGCONT'),
  };
}

/** A replica that a drill has added. */
export const addedReplica = (replicas: SecondReplicas): Replica => ({
  holder: `${hostname()}:${replicas.healthPort(SERVICE)}`,
  kill: () => replicas.kill(SERVICE),
  pause: () => replicas.pause(SERVICE),
  resume: () => replicas.resume(SERVICE),
});

/** Suspends the process that has claimed most reports, at a moment at which it has some in hand: `interrupted`. */
export const suspendBusiest = (
  replicas: readonly Replica[],
  reports: DueReports,
): Promise<{ busiest: Replica; interrupted: number }> =>
  until(
    async () => {
      const claims = await reports.claims();
      if ([...claims.values()].reduce((sum, count) => sum + count, 0) < reports.due * CLAIMED_PART)
        return null;
      const claimedBy = ({ holder }: Replica) => claims.get(holder) ?? 0;
      const busiest = replicas.toSorted((one, other) => claimedBy(other) - claimedBy(one))[0]!;
      busiest.pause();
      const interrupted = await reports.inHandOf(busiest.holder);
      if (interrupted > 0) return { busiest, interrupted };
      busiest.resume();
      return null;
    },
    { timeoutMs: FOUND_WITHIN_MS, everyMs: LOOKS_EVERY_MS, what: 'a process with reports in hand' },
  );
