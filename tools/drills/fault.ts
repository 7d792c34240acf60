import { setTimeout as delay } from 'node:timers/promises';
import { chance } from '../simulate/random.ts';
import type { Counts, DrillOptions } from './drill.ts';
import type { Fleet } from './fleet/fleet.ts';
import { outcomeOf } from './fleet/outcome.ts';
import { type Clock, Stream } from './fleet/stream.ts';
import { Visitor } from './fleet/visitor.ts';
import { timeToWork } from './fleet/working.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';

const BEFORE_MS = { short: 500, long: 2_000 };

/** A temporary fault. */
export interface Fault {
  readonly name: string;
  readonly seconds: number;
  /** The timestamps of the readings; without it, the times at which they are first sent. */
  readonly clock?: Clock;
  begin(): Promise<void> | void;
  /** Counts while the fault lasts, just before its end. */
  meanwhile?(stream: Stream): Promise<Counts>;
  /** Resolves when it is over. */
  end(): Promise<void> | void;
}

/** Causes a fault while devices send readings and a visitor polls /v1, and counts the effects. */
export async function tryFault(
  installation: DrillInstallation,
  fleet: Fleet,
  { name, seconds, clock, begin, meanwhile, end }: Fault,
  { form, seed, say }: DrillOptions,
): Promise<Counts> {
  say(name);
  const restartsBefore = installation.restarts;
  const stream = await Stream.begin(installation, fleet, form === 'long' ? 40 : 100, clock && { clock });
  const visitor = new Visitor(installation);
  // A random delay, so that the fault hits another point of a batch each time.
  await delay(BEFORE_MS[form] + chance(seed, 0) * 1_000);
  await begin();
  await delay(seconds * 1_000);
  const during = await meanwhile?.(stream);
  await end();
  const workedAgainMs = await timeToWork(installation, stream);
  const visits = await visitor.end();
  await stream.end();
  return {
    ...(await outcomeOf(installation, stream)),
    ...visits,
    ...during,
    restarts: installation.restarts - restartsBefore,
    workedAgainMs,
  };
}
