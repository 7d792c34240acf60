import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Say } from '../../servers/progress.ts';
import { ForkedProgram } from '../forked-program.ts';
import { CostMeter } from '../processes.ts';
import { profileServices } from '../profile.ts';
import { ms, thousands } from '../tables.ts';
import { RunningSides } from '../running-sides.ts';
import { PERSON, ROWS } from './fleet.ts';
import type { Load, LoadResult } from './generator/generator-messages.ts';
import type { BenchOptions } from './options.ts';
import { isExact, type CallFigures, type SideRound } from './results.ts';
import type { Side, SideKind } from './sides/side.ts';

const GENERATOR = fileURLToPath(new URL('./generator/generator.ts', import.meta.url));
/** The JIT compilers warm up before the measurement. */
const WARM_UP_SECONDS = { list: 8, login: 2 };
/** Time for a side to finish the calls that the end of a warm-up cut off. */
const SETTLE_MS = 2_000;
/** The services of either side that take part in the calls. */
const TAKING_PART = ['gateway', 'devices', 'auth', 'service'];
/** Enough to profile the services one after the other. */
const PROFILED_SECONDS = 30;

export const runningSides = new RunningSides();

/** Starts a new side, measures both calls, and stops it. */
export async function measureSide(kind: SideKind, options: BenchOptions, say: Say): Promise<SideRound> {
  const folder = await mkdtemp(join(tmpdir(), 'telemon-bench-'));
  const generator = new ForkedProgram<Load, LoadResult>(GENERATOR);
  let side: Side | undefined;
  const stop = async () => {
    runningSides.forget(stop);
    generator.end();
    await side?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  runningSides.remember(stop);
  try {
    side = await runningSides.started(kind.start(folder, options));
    const measure = async (load: Load) => {
      await generator.ask({ ...load, seconds: WARM_UP_SECONDS[load.kind] });
      await delay(SETTLE_MS);
      return measureCall(side!, generator, load, say);
    };
    const list = listOf(side, options);
    const listed = await measure(list);
    const signedIn = await measure(loginOf(side, options));
    const { profile } = options;
    const profiles = profile === null ? [] : await profiled(side, generator, list, join(profile, kind.title));
    return { list: listed, login: signedIn, profiles };
  } finally {
    await stop();
  }
}

/** Every page of the manager's list, one after the other on each connection. */
const listOf = ({ url, token, owner }: Side, { connections, owned, seconds }: BenchOptions): Load => ({
  kind: 'list',
  url,
  token,
  connections,
  seconds,
  pages: Array.from({ length: Math.ceil(owned / ROWS) }, (_, page) => ({
    offset: page * ROWS,
    owned,
    owner,
  })),
});

const loginOf = ({ url, email }: Side, { connections, loginSeconds }: BenchOptions): Load => ({
  kind: 'login',
  url,
  connections,
  seconds: loginSeconds,
  email,
  password: PERSON.password,
});

async function measureCall(
  side: Side,
  generator: ForkedProgram<Load, LoadResult>,
  load: Load,
  say: Say,
): Promise<CallFigures> {
  const meter = new CostMeter(side.processes);
  meter.begin();
  const { answered, exact, failed, elapsedMs, latency, bytes, cpuMs } = await generator.ask(load);
  const { processes } = meter.end();
  const sideCpuMs = processes.reduce((sum, process) => sum + process.cpuMs, 0);
  const figures = {
    answered,
    exact,
    failed,
    perSecond: (answered * 1_000) / elapsedMs,
    latency,
    bytes,
    cpuUsPerCall: (sideCpuMs * 1_000) / answered,
    generatorCpuUsPerCall: (cpuMs * 1_000) / answered,
    processes,
  };
  say(lineOf(load.kind, figures));
  return figures;
}

const lineOf = (call: string, figures: CallFigures): string =>
  [
    `  ${call.padEnd(5)} ${thousands(figures.perSecond).padStart(6)}/s`,
    `${ms(figures.latency.p50)}/${ms(figures.latency.p99)} ms`,
    `${thousands(figures.cpuUsPerCall)} CPU-µs a call`,
    `${thousands(figures.answered)} answers`,
    ...(isExact(figures)
      ? ['exact']
      : [`${figures.answered - figures.exact} wrong, ${figures.failed} failed`]),
  ].join(' · ');

async function profiled(side: Side, generator: ForkedProgram<Load, LoadResult>, list: Load, folder: string) {
  const taking = side.processes().filter(({ name }) => TAKING_PART.includes(name));
  const [, profiles] = await Promise.all([
    generator.ask({ ...list, seconds: PROFILED_SECONDS }),
    profileServices(taking, folder),
  ]);
  return profiles;
}
