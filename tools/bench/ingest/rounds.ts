import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '../../servers/progress.ts';
import { profileServices, type ServiceProfile } from '../profile.ts';
import { thousands } from '../tables.ts';
import type { IdleFigures, StepFigures } from './measure-step.ts';
import { beginsAt } from './long-enough-hour.ts';
import type { BenchOptions } from './options.ts';
import type { SealingFigures, SideKind } from './sides/side.ts';
import { SideRun, type Exactness } from './side-run.ts';

/** The figures of one side in one round. */
export interface SideFigures {
  readonly idle: IdleFigures;
  readonly steps: readonly StepFigures[];
  /** The highest rate held for the full time; 0 if none was, null without any. */
  readonly highest: number | null;
  /** The highest with ten readings a publish. */
  readonly highestBatched: number | null;
  readonly storm: StepFigures | null;
  /** Null for a side that seals nothing. */
  readonly sealing: SealingFigures | null;
  readonly exactness: Exactness;
  readonly profiles: readonly ServiceProfile[];
}

const FAILURES_THAT_END = 2;
const READINGS_A_BATCH = 10;
/** Enough to profile all services one after the other. */
const PROFILE_SECONDS = 60;

const highestHeld = (
  steps: readonly StepFigures[],
  readingsPerPublish: number,
  seconds: number,
): number | null => {
  const full = steps.filter(
    (step) => step.readingsPerPublish === readingsPerPublish && step.seconds >= seconds,
  );
  return full.length === 0 ? null : Math.max(0, ...full.filter(({ held }) => held).map(({ rate }) => rate));
};

/** Measures a side at rising rates, at half of the highest, with ten readings a publish, and in the storm. */
export async function measureAtGivenRates(
  kind: SideKind,
  options: BenchOptions,
  say: Say,
): Promise<SideFigures> {
  const run = await SideRun.start(kind, options, say);
  try {
    await untilNothingIsSealed(run, options, say);
    const idle = await run.idle();
    await run.warmUp();
    await riseUntilNotHeld(run, options.rates, options.seconds, 1);
    const highest = highestHeld(run.steps, 1, options.seconds);
    const half = Math.round((highest ?? 0) / 2);
    if (half > 0 && !options.rates.includes(half)) await run.step(half, options.seconds);
    await riseUntilNotHeld(run, options.batchRates, options.seconds, READINGS_A_BATCH);
    const storm = await run.storm();
    const profiles = options.profile === null ? [] : await profiled(run, options, options.profile);
    const exactness = await run.exactness();
    return {
      idle,
      steps: run.steps,
      highest,
      highestBatched: highestHeld(run.steps, READINGS_A_BATCH, options.seconds),
      storm,
      sealing: (await run.side.sealing?.()) ?? null,
      exactness,
      profiles,
    };
  } finally {
    await run.stop();
  }
}

async function untilNothingIsSealed(run: SideRun, options: BenchOptions, say: Say): Promise<void> {
  const { sealedFrom } = run.side;
  if (sealedFrom === undefined) return;
  const now = Date.now();
  const begin = beginsAt(now, sealedFrom, options);
  if (begin === now) return;
  say(
    `  waiting until ${new Date(begin).toISOString().slice(11, 16)} UTC, so that no hour is sealed before the end`,
  );
  await delay(begin - now);
}

async function profiled(run: SideRun, options: BenchOptions, folder: string): Promise<ServiceProfile[]> {
  const [, profiles] = await Promise.all([
    run.step(options.profileRate, PROFILE_SECONDS),
    profileServices(run.side.processes(), folder),
  ]);
  return profiles;
}

/** Ends after two failed steps in a row, because a single one may be a disturbance from outside. */
async function riseUntilNotHeld(
  run: SideRun,
  rates: readonly number[],
  seconds: number,
  readingsPerPublish: number,
): Promise<void> {
  let failures = 0;
  for (const rate of rates) {
    const { held } = await run.step(rate, seconds, readingsPerPublish);
    failures = held ? 0 : failures + 1;
    if (failures === FAILURES_THAT_END) return;
  }
}

/**
 * Measures a comparator: short steps search for the highest rate that it holds. A newly started one is then measured for
 * the full time at that rate, and at the next lower ones until it holds one.
 */
export async function measureComparator(
  kind: SideKind,
  options: BenchOptions,
  say: Say,
): Promise<SideFigures> {
  const search = await SideRun.start(kind, options, say);
  let idle: IdleFigures;
  try {
    idle = await search.idle();
    await search.warmUp();
    await riseUntilNotHeld(search, options.comparatorRates, options.searchSeconds, 1);
  } finally {
    await search.stop();
  }
  const candidates = search.steps.filter(({ held }) => held).map(({ rate }) => rate);

  const confirm = await SideRun.start(kind, options, say);
  try {
    await confirm.warmUp();
    for (const rate of candidates.toReversed()) {
      say(`  for the full time at ${thousands(rate)}/s:`);
      if ((await confirm.step(rate, options.seconds)).held) break;
    }
    return {
      idle,
      steps: [...search.steps, ...confirm.steps],
      // The search tried some rates if no full step did.
      highest: highestHeld(confirm.steps, 1, options.seconds) ?? (search.steps.length === 0 ? null : 0),
      highestBatched: null,
      storm: null,
      sealing: null,
      exactness: await confirm.exactness(),
      profiles: [],
    };
  } finally {
    await confirm.stop();
  }
}
