import { availableParallelism } from 'node:os';
import { now, type Spread, spreadOf } from '../durations.ts';
import type { GeneratorProcess } from '../ingest/generator/generator-process.ts';
import { LoadPlan, type LoadStep } from '../ingest/load-plan.ts';
import { settled } from '../ingest/sides/alerting.ts';
import { CostMeter } from '../processes.ts';
import { type Arrivals, arrivalsOf } from './arrivals.ts';
import type { Side } from './sides/side.ts';
import type { SinkChannel } from './sink/sink-messages.ts';
import type { SinkProcess } from './sink/sink-process.ts';

/** Time for the generator to get the plan before its first reading is due. */
const LEAD_MS = 400;

/** One channel's messages. */
interface ChannelFigures {
  /** From the due time of a crossing reading until the sink had its message. */
  readonly latency: Spread;
  readonly missing: number;
  readonly beyond: number;
}

export interface StepFigures {
  readonly rate: number;
  readonly seconds: number;
  /** Alerts of each device. */
  readonly alerts: number;
  readonly sent: number;
  readonly acknowledged: number;
  readonly connectionsLost: number;
  /** How late the generator itself was; part of every latency. */
  readonly generatorLateness: Spread;
  readonly crossings: number;
  /** Null for a side without an alert log. */
  readonly entries: { readonly fired: number; readonly isExact: boolean; readonly toDecided: Spread } | null;
  readonly channels: Readonly<Record<SinkChannel, ChannelFigures>>;
  readonly cpuUsPerReading: number;
  /** The CPU use of the whole machine, percent. */
  readonly cpuShare: number;
}

/** A running side, with the generator of its readings and the sink of its messages. */
export interface Measured {
  readonly side: Side;
  readonly generator: GeneratorProcess;
  readonly sink: SinkProcess;
}

/** Sends one step to a side, waits until its messages are there, or no more come, and measures it. */
export async function measureStep(
  { side, generator, sink }: Measured,
  load: Omit<LoadStep, 'startsAt'>,
  alerts: number,
): Promise<{ figures: StepFigures; plan: LoadPlan }> {
  await sink.take();
  const plan = new LoadPlan({ ...load, startsAt: Math.ceil(now()) + LEAD_MS });
  const meter = new CostMeter(side.processes);
  meter.begin();
  const sending = await generator.send(plan.step);
  await settled(2 * plan.crossings.size, () => sink.count());
  const { wallMs, processes } = meter.end();
  const entries = (await side.entriesOf?.(plan)) ?? null;
  const messages = await sink.take();
  const cpuMs = processes.reduce((sum, process) => sum + process.cpuMs, 0);
  const figures = {
    rate: load.rate,
    seconds: load.seconds,
    alerts,
    sent: sending.sent,
    acknowledged: sending.acknowledged,
    connectionsLost: sending.connectionsLost,
    generatorLateness: sending.lateness,
    crossings: plan.crossings.size,
    entries: entries && {
      fired: entries.fired,
      isExact: entries.exact,
      toDecided: spreadOf(entries.toDecided),
    },
    channels: {
      sms: figuresOf(arrivalsOf(plan, messages, 'sms')),
      mqtt: figuresOf(arrivalsOf(plan, messages, 'mqtt')),
    },
    cpuUsPerReading: (cpuMs * 1_000) / sending.sent,
    cpuShare: (100 * cpuMs) / wallMs / availableParallelism(),
  };
  return { figures, plan };
}

const figuresOf = ({ latencies, missing, beyond }: Arrivals): ChannelFigures => ({
  latency: spreadOf(latencies),
  missing,
  beyond,
});

/** Whether each crossing has exactly one entry, if the side has an alert log, and one message in each channel. */
export const isExact = ({ sent, acknowledged, entries, channels }: StepFigures): boolean =>
  acknowledged === sent &&
  entries?.isExact !== false &&
  Object.values(channels).every(({ missing, beyond }) => missing === 0 && beyond === 0);
