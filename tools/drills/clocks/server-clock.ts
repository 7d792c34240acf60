import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS } from '@telemon/contracts/durations';
import { until } from '@telemon/testing/waiting';
import type { Say } from '../../servers/progress.ts';
import { judge, type Bound, type Counts, type Tried } from '../drill.ts';
import { Fleet } from '../fleet/fleet.ts';
import { EXACT, outcomeOf } from '../fleet/outcome.ts';
import { Stream, type Clock } from '../fleet/stream.ts';
import { timeToWork } from '../fleet/working.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { summed } from '../summed.ts';
import { LatestWatch } from './latest-watch.ts';
import { unwrittenOffsets } from './offsets.ts';
import { outcomeByStored } from './outcome-by-stored.ts';
import { Person } from './person.ts';

interface Setting {
  readonly fault: string;
  /** Offset of the clock from the true time. */
  readonly movedMs: number;
}

const FORWARD: Setting = { fault: 'the clock of the servers set 2 days ahead', movedMs: 2 * DAY_MS };
/** The clock is set to its former time again afterwards. */
const BACK: Setting = { fault: 'the clock of the servers set back, to 1 day behind', movedMs: -DAY_MS };
/** Longer than the lifetime of an unused session. */
const LATER: Setting = { fault: 'the clock of the servers set 40 days ahead', movedMs: 40 * DAY_MS };

const BEFORE_MS = 10_000;
const AFTER_MS = 60_000;
/** A pause longer than the consumers' session timeout. */
const SILENCE_MS = 12_000;
/** Length of the streams after that pause, and after the clock has caught up. */
const AFTERWARDS_MS = 5_000;
const WORKS_AGAIN_WITHIN_MS = 30_000;
/** The period of the sign-in limit, after which sign-ins are allowed again. */
const LIMIT_PERIOD_S = 15 * 60;
/** Deadline for refusing the token of an ended session. */
const SIGNED_OUT_WITHIN_MS = 5_000;
const RATE = 40;
const DEVICES = 10;

/** Renames the counts of the devices that have the true time. */
const withPrefix = <Value>(counts: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [`beside: ${name}`, value]));

const BOUNDS: Readonly<Record<string, Bound>> = {
  ...EXACT,
  ...withPrefix(EXACT),
  unwritten: 0,
  movedBack: 0,
  leftBehind: 0,
  tokensPastEnd: 0,
  refreshesRefused: 0,
  limitedForS: { atMost: LIMIT_PERIOD_S },
  signedOutAfterMs: { atMost: SIGNED_OUT_WITHIN_MS },
  workedAgainMs: { atMost: WORKS_AGAIN_WITHIN_MS },
  restarts: 0,
};

/** For devices that send no timestamp; their alerts are exact, because alerts follow the order of arrival. */
const WITHOUT_CLOCK: Clock = () => undefined;
/** For devices that send the true time, which a server with a wrong clock takes as days late or as in the future. */
const TRUE_CLOCK: Clock = () => Date.now();

/**
 * Sets the clock of all services and servers while they run. No token outlives its expiry by that clock, no limit outlasts its
 * period, and readings and alerts stay exact.
 */
export async function tryServerClock(installation: DrillInstallation, say: Say): Promise<Tried[]> {
  const fleets = {
    withoutClock: await Fleet.make(installation, DEVICES),
    withClock: await Fleet.make(installation, DEVICES),
  };
  const tried: Tried[] = [];
  for (const setting of [FORWARD, BACK]) {
    say(setting.fault);
    tried.push(await trySetting(installation, fleets, setting));
  }
  say(LATER.fault);
  tried.push(await tryAbsence(installation));
  return tried;
}

type Fleets = Readonly<Record<'withoutClock' | 'withClock', Fleet>>;

async function trySetting(
  installation: DrillInstallation,
  fleets: Fleets,
  { fault, movedMs }: Setting,
): Promise<Tried> {
  const formerlyMovedMs = installation.clock.movedMs;
  const isForward = movedMs > formerlyMovedMs;
  const restartsBefore = installation.restarts;
  const person = await Person.signIn(installation);
  await person.useUpLimit();
  const watch = new LatestWatch(installation, fleets.withoutClock);
  const stream = await Stream.begin(installation, fleets.withoutClock, RATE, { clock: WITHOUT_CLOCK });
  const beside = await Stream.begin(installation, fleets.withClock, RATE, { clock: TRUE_CLOCK });
  await delay(BEFORE_MS);
  const from = performance.now();
  await installation.clock.moveTo(movedMs);
  const isTokenTaken = await person.isLetIn();
  await until(() => installation.signIn().then(() => true));
  await timeToWork(installation, stream);
  const workedAgainMs = Math.round(performance.now() - from);
  const ofPerson = {
    // The jump forward ends the fifteen minutes of the token.
    tokensPastEnd: isForward && isTokenTaken ? 1 : 0,
    refreshesRefused: (await person.refresh()) ? 0 : 1,
    limitedForS: await person.limitedFor(),
    signedOutAfterMs: await person.signOut(),
  };
  await delay(AFTER_MS);
  await Promise.all([stream.end(), beside.end()]);
  const outcomes = [await outcomeOf(installation, stream)];
  await delay(SILENCE_MS);
  let last = await sendSome(installation, fleets.withoutClock, outcomes);
  const ofBeside = withPrefix(await outcomeByStored(installation, beside));
  const unwritten = await unwrittenOffsets(installation);
  // Latest values never move back: after the clock was set back, the old ones stay until it has caught up with them.
  const stoodStill = watch.behind(last, 1);
  if (!isForward) {
    await installation.clock.moveTo(formerlyMovedMs);
    await until(() => installation.signIn().then(() => true));
    last = await sendSome(installation, fleets.withoutClock, outcomes);
  }
  const counts = {
    ...summed(outcomes),
    ...ofBeside,
    unwritten,
    ...(!isForward && { stoodStill }),
    ...(await watch.end(last, 1)),
    ...ofPerson,
    workedAgainMs,
    restarts: installation.restarts - restartsBefore,
  };
  return judge(fault, counts, BOUNDS);
}

/** Sends readings for a while, and adds their outcome to `outcomes`. */
async function sendSome(installation: DrillInstallation, fleet: Fleet, outcomes: Counts[]): Promise<Stream> {
  const stream = await Stream.begin(installation, fleet, RATE, { clock: WITHOUT_CLOCK });
  await delay(AFTERWARDS_MS);
  await stream.end();
  outcomes.push(await outcomeOf(installation, stream));
  return stream;
}

/** A session that was unused for its whole lifetime has ended; a new sign-in succeeds. */
async function tryAbsence(installation: DrillInstallation): Promise<Tried> {
  const person = await Person.signIn(installation);
  await installation.clock.moveTo(LATER.movedMs);
  const counts = {
    tokensPastEnd: (await person.isLetIn()) ? 1 : 0,
    refreshesPastEnd: (await person.refresh()) ? 1 : 0,
    signInsRefused: await Person.signIn(installation).then(
      () => 0,
      () => 1,
    ),
  };
  return judge(LATER.fault, counts, { tokensPastEnd: 0, refreshesPastEnd: 0, signInsRefused: 0 });
}
