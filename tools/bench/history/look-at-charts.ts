import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Say } from '../../servers/progress.ts';
import { spreadOf } from '../durations.ts';
import { ForkedProgram } from '../forked-program.ts';
import { LoadPlan } from '../ingest/load-plan.ts';
import { ms } from '../tables.ts';
import type { Installation } from './installation.ts';
import type { Compared } from './make-history.ts';
import type { BenchOptions } from './options.ts';
import type { Progress } from './progress.ts';
import {
  CHART_KEYS,
  type ChartFigures,
  type ChartRound,
  SIDE_KEYS,
  type SideKey,
  TITLES,
} from './results.ts';
import type { Looked, Looking } from './users/user-messages.ts';

const USERS = fileURLToPath(new URL('./users/users.ts', import.meta.url));
/** Users begin to look after the readings have begun to come in, and end before. */
const LEAD_MS = 1_000;
const LONGER_S = 4;
/** A client of MongoDB would insert the readings of so many milliseconds at once. */
const INSERT_EVERY_MS = 20;

/** Lets users look at charts of each side in turn, while readings come in. */
export async function lookAtCharts(
  installation: Installation,
  compared: Compared,
  options: BenchOptions,
  progress: Progress,
  say: Say,
): Promise<void> {
  const { rounds } = progress.done;
  while (rounds.length < options.rounds) {
    const round: Partial<Record<SideKey, Record<string, ChartFigures>>> = {};
    for (const side of SIDE_KEYS) {
      round[side] = {};
      for (const chart of CHART_KEYS) {
        const figures = await lookAt(installation, compared, options, progress, { side, chart });
        round[side][chart] = figures;
        const { latency, failed } = figures;
        const { p50, p99, count } = latency;
        say(
          `Round ${rounds.length + 1}, ${TITLES[side]}, a ${chart}: p50 ${ms(p50)} ms, p99 ${ms(p99)} ms of ${count}, ${failed} failed`,
        );
      }
    }
    rounds.push(round as ChartRound);
    await progress.save();
  }
}

async function lookAt(
  installation: Installation,
  compared: Compared,
  options: BenchOptions,
  progress: Progress,
  what: Pick<Looking, 'side' | 'chart'>,
): Promise<ChartFigures> {
  const { product, signIn, span } = installation;
  const { users, seconds, days } = options;
  const program = new ForkedProgram<Looking, Looked>(USERS);
  try {
    const looking = {
      ...what,
      users,
      seconds,
      days,
      url: product.addresses.url,
      mongoUrl: product.addresses.mongoUrl,
      token: (await signIn()).token,
      names: span.names,
      end: span.to,
    };
    const isOver = new AbortController();
    const intake =
      what.side === 'telemon'
        ? takeInByTelemon(installation, options, progress)
        : takeInBy(compared[what.side], options.rate, isOver.signal);
    intake.catch(() => undefined);
    await delay(LEAD_MS);
    const looked = await program.ask(looking).finally(() => isOver.abort());
    return { ...looked, intake: await intake };
  } finally {
    program.end();
  }
}

async function takeInByTelemon(
  { generator }: Installation,
  { rate, seconds, devices }: BenchOptions,
  progress: Progress,
): Promise<ChartFigures['intake']> {
  const { done } = progress;
  const plan = new LoadPlan({
    rate,
    seconds: seconds + LONGER_S,
    readingsPerPublish: 1,
    devices,
    crossings: 0,
    firstSeq: done.nextSeq,
    startsAt: Date.now() + 200,
  });
  done.nextSeq = plan.nextSeq;
  const { acknowledged, toAcknowledged } = await generator.send(plan.step);
  return { readings: acknowledged, p99: toAcknowledged.p99 };
}

/** Inserts readings into a compared collection, on time whatever the state of earlier inserts. */
async function takeInBy(
  form: Compared[keyof Compared],
  rate: number,
  isOver: AbortSignal,
): Promise<ChartFigures['intake']> {
  const begun = performance.now();
  const latencies: number[] = [];
  const inserts: Promise<void>[] = [];
  let taken = 0;
  while (!isOver.aborted) {
    const due = Math.floor(((performance.now() - begun) * rate) / 1_000) - taken;
    if (due > 0) {
      const from = performance.now();
      const insert = form.takeIn(due, taken).then(() => void latencies.push(performance.now() - from));
      // Awaited in the end; a run that is stopped closes the connection before.
      insert.catch(() => undefined);
      inserts.push(insert);
      taken += due;
    }
    await delay(INSERT_EVERY_MS);
  }
  await Promise.all(inserts);
  return { readings: taken, p99: spreadOf(latencies).p99 };
}
