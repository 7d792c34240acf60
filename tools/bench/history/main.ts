// `npm run bench:history`: measures charts, disk and intake with a long history, beside a plain collection and a native
// time-series collection with the same readings.
import { rm } from 'node:fs/promises';
import type { Say } from '../../servers/progress.ts';
import { step } from '../../servers/progress.ts';
import { otherLoad, serverVersions, whenAndWhere } from '../machine.ts';
import { runBench } from '../run.ts';
import { exactnessOf } from './exactness.ts';
import { goalsOf } from './goals.ts';
import { endInstallation, type Installation, startInstallation } from './installation.ts';
import { lookAtCharts } from './look-at-charts.ts';
import { comparedForms, makeHistory, sizesOf } from './make-history.ts';
import { markdown } from './markdown.ts';
import { measureIntake } from './measure-intake.ts';
import { type BenchOptions, HELP, readOptions } from './options.ts';
import { Progress } from './progress.ts';
import { type Form, FORMS, hasFailedCharts, isExact, type Results } from './results.ts';
import { openFrom } from './sides/product-code.ts';

/** `seq` starts here, so that it always has seven digits. */
const FIRST_SEQ = 1_000_000;

let running: Installation | undefined;

const end = async (): Promise<void> => {
  const installation = running;
  running = undefined;
  if (installation) await endInstallation(installation);
};

async function measureIn(
  installation: Installation,
  options: BenchOptions,
  progress: Progress,
  say: Say,
): Promise<Omit<Results, 'date' | 'machine' | 'otherLoad' | 'versions'>> {
  const { done } = progress;
  const intake = async (history: 'empty' | 'full') => {
    done[history] ??= await measureIntake(installation, options, progress, history, say);
    await progress.save();
    return done[history];
  };
  const compared = await comparedForms(installation);
  const empty = await intake('empty');
  await makeHistory(installation, compared, options, progress);
  const sizes = await sizesOf(installation, options);
  const full = await intake('full');
  await lookAtCharts(installation, compared, options, progress, say);
  const exactness = await step(say, 'Counting and comparing', () => exactnessOf(installation, compared));
  const madeInS = Object.fromEntries(FORMS.map((form) => [form, done.made[form].ms / 1_000])) as Record<
    Form,
    number
  >;
  const { write: _write, folder: _folder, keep: _keep, ...savedOptions } = options;
  return { options: savedOptions, sizes, madeInS, rounds: done.rounds, intake: { empty, full }, exactness };
}

async function measure(options: BenchOptions, say: Say): Promise<Results> {
  const fresh = { end: openFrom(Date.now()), nextSeq: FIRST_SEQ };
  const progress = await Progress.in(options, fresh, say);
  const busy = await otherLoad();
  let isDone = false;
  try {
    running = await startInstallation(options, progress, say);
    const measured = await measureIn(running, options, progress, say);
    isDone = true;
    return { ...whenAndWhere(), otherLoad: busy, versions: await serverVersions(say), ...measured };
  } finally {
    await end();
    if (isDone && !options.keep) await rm(options.folder, { recursive: true, force: true });
    else say(`The installation stays in ${options.folder}; the next run goes on there`);
  }
}

runBench({
  name: 'history',
  help: HELP,
  readOptions,
  measure,
  stop: end,
  markdown,
  goalsOf,
  faultOf: ({ exactness, rounds }) => {
    if (!isExact(exactness)) return 'Not exact: readings are missing, or sums differ.';
    return rounds.some(hasFailedCharts) ? "Some of Telemon's charts failed." : null;
  },
});
