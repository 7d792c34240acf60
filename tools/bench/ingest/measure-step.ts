import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { now, spreadOf, type Spread } from '../durations.ts';
import type { Sending } from './generator/generator-messages.ts';
import type { GeneratorProcess } from './generator/generator-process.ts';
import { LoadPlan, type LoadStep } from './load-plan.ts';
import { CostMeter, type ProcessCost } from '../processes.ts';
import type { Side } from './sides/side.ts';
import { StoredProbe } from './stored-probe.ts';

/** A rate counts as held when nothing is lost and 99 % of the readings can be read within this time. */
const HELD_WITHIN_MS = 250;

/** When nothing is stored for this long, the missing readings count as lost. */
const PATIENCE_MS = 15_000;
const PROBE_PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 25;
/** Time for generator and probe to get the plan before its first reading is due. */
const LEAD_MS = 400;

interface AlertFigures {
  readonly expected: number;
  readonly fired: number;
  readonly exact: boolean;
  readonly toDecided: Spread;
  readonly mailsExpected: number;
  readonly mailsSent: number;
  readonly toProvider: Spread;
}

export interface StepFigures {
  readonly rate: number;
  readonly seconds: number;
  readonly readingsPerPublish: number;
  readonly sent: number;
  readonly acknowledged: number;
  readonly stored: number;
  readonly connectionsLost: number;
  readonly toAcknowledged: Spread;
  readonly toStored: Spread;
  /** How late the generator itself was; part of every latency. */
  readonly generatorLateness: Spread;
  /** From the last reading's due time until all were stored. */
  readonly drainedMs: number;
  readonly cpuUsPerReading: number;
  /** The CPU use of the whole machine, percent. */
  readonly cpuShare: number;
  readonly processes: readonly ProcessCost[];
  readonly alerts: AlertFigures | null;
  readonly held: boolean;
}

/** Sends one step to a side and measures it. */
export async function measureStep(
  side: Side,
  generator: GeneratorProcess,
  load: Omit<LoadStep, 'startsAt'>,
): Promise<{ figures: StepFigures; plan: LoadPlan }> {
  const storedBefore = await side.store.count();
  const plan = new LoadPlan({ ...load, startsAt: Math.ceil(now()) + LEAD_MS });
  const meter = new CostMeter(side.processes);
  meter.begin();
  const probe = new StoredProbe(side.store, plan);
  const probing = probe.run();
  const sending = await generator.send(plan.step);
  const stored = await allStored(side, storedBefore + sending.sent, storedBefore);
  const drainedMs = now() - plan.dueAt(plan.publishes - 1);
  const cost = meter.end();
  const giveUp = setTimeout(() => probe.giveUp(), PROBE_PATIENCE_MS);
  const latencies = await probing;
  clearTimeout(giveUp);

  const cpuMs = cost.processes.reduce((sum, process) => sum + process.cpuMs, 0);
  const toStored = spreadOf(latencies);
  const alerts = await alertFigures(side, plan);
  const figures = {
    rate: load.rate,
    seconds: load.seconds,
    readingsPerPublish: load.readingsPerPublish,
    ...ofSending(sending),
    stored,
    toStored,
    drainedMs,
    cpuUsPerReading: (cpuMs * 1_000) / sending.sent,
    cpuShare: (100 * cpuMs) / cost.wallMs / availableParallelism(),
    processes: cost.processes,
    alerts,
    held:
      sending.connectionsLost === 0 &&
      sending.acknowledged === sending.sent &&
      stored === sending.sent &&
      toStored.p99 <= HELD_WITHIN_MS,
  };
  return { figures, plan };
}

const ofSending = (sending: Sending) => ({
  sent: sending.sent,
  acknowledged: sending.acknowledged,
  connectionsLost: sending.connectionsLost,
  toAcknowledged: sending.toAcknowledged,
  generatorLateness: sending.lateness,
});

/** Waits for `expected` readings; returns how many the side has beyond `before`. */
async function allStored({ store }: Side, expected: number, before: number): Promise<number> {
  let count = await store.count();
  let grewAt = now();
  while (count < expected && now() - grewAt < PATIENCE_MS) {
    await delay(LOOK_EVERY_MS);
    const last = count;
    count = await store.count();
    if (count > last) grewAt = now();
  }
  return count - before;
}

async function alertFigures({ alerting }: Side, plan: LoadPlan): Promise<AlertFigures | null> {
  if (alerting === undefined) return null;
  const outcome = await alerting.outcomeOf(plan);
  return { ...outcome, toDecided: spreadOf(outcome.toDecided), toProvider: spreadOf(outcome.toProvider) };
}

export interface IdleFigures {
  readonly seconds: number;
  /** The CPU use of the whole machine, percent. */
  readonly cpuShare: number;
  readonly rssMb: number;
  readonly pssMb: number;
  readonly processes: readonly ProcessCost[];
}

/** CPU time and memory of a side while its devices are connected and silent. */
export async function measureIdle(side: Side, seconds: number): Promise<IdleFigures> {
  const meter = new CostMeter(side.processes);
  meter.begin();
  await delay(seconds * 1_000);
  const { wallMs, processes } = meter.end();
  const sum = (of: (cost: ProcessCost) => number) =>
    processes.reduce((total, process) => total + of(process), 0);
  return {
    seconds,
    cpuShare: (100 * sum(({ cpuMs }) => cpuMs)) / wallMs / availableParallelism(),
    rssMb: sum(({ rssMb }) => rssMb),
    pssMb: sum(({ pssMb }) => pssMb),
    processes,
  };
}
