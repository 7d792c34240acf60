import type { Say } from '../../servers/progress.ts';
import { isExact, type StepFigures } from './measure-step.ts';
import type { BenchOptions } from './options.ts';
import { SideRun } from './side-run.ts';
import type { SideKind } from './sides/side.ts';

/** The alerts of each device that are compared with ten. */
const MORE_ALERTS = 100;

/** The figures of one side in one round. */
export interface SideFigures {
  /** With ten alerts a device, by rate. */
  readonly steps: readonly StepFigures[];
  /** All devices breach in one second. */
  readonly breach: StepFigures;
  /** The last step's rate, with a hundred alerts a device; null for a side that is not measured so. */
  readonly moreAlerts: StepFigures | null;
  /** Whether all steps were exact, warm-ups included. */
  readonly isExact: boolean;
}

/** Measures a newly started side. */
export async function measureSide(kind: SideKind, options: BenchOptions, say: Say): Promise<SideFigures> {
  const run = await SideRun.start(kind, options, say);
  try {
    const all = [await run.warmUp()];
    const steps: StepFigures[] = [];
    for (const rate of options.rates) steps.push(await run.step(rate));
    const breach = await run.breach();
    all.push(...steps, breach);
    let moreAlerts: StepFigures | null = null;
    if (await run.giveAlerts(MORE_ALERTS)) {
      all.push(await run.warmUp());
      await run.side.moreAlerts?.untilHeld(MORE_ALERTS);
      moreAlerts = await run.step(options.rates.at(-1)!);
      all.push(moreAlerts);
    }
    return { steps, breach, moreAlerts, isExact: all.every(isExact) };
  } finally {
    await run.stop();
  }
}
