import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '../../servers/progress.ts';
import { ALERTS } from '../ingest/fleet.ts';
import { GeneratorProcess } from '../ingest/generator/generator-process.ts';
import type { LoadStep } from '../ingest/load-plan.ts';
import { RunningSides } from '../running-sides.ts';
import { type Measured, measureStep, type StepFigures } from './measure-step.ts';
import type { BenchOptions } from './options.ts';
import { stepLine } from './step-line.ts';
import type { Side, SideKind } from './sides/side.ts';
import { SinkProcess } from './sink/sink-process.ts';

/** `seq` starts here, so that it always has seven digits. */
const FIRST_SEQ = 1_000_000;
const SETTLE_MS = 3_000;
/** Compilers warm up and databases create their files before the measurement. */
const WARM_UP = { rate: 1_000, seconds: 10 };
const STORM_SECONDS = 5;
/** The share of the readings that cross a set point. */
const CROSSING_SHARE = 0.01;

/** The most notices that a channel gets in a round of Telemon: in the warm-ups, the steps, the breach, and the step with more alerts. */
const mostNotices = ({ devices, rates, seconds }: BenchOptions): number => {
  const rated = [...rates, rates.at(-1)!].reduce((sum, rate) => sum + rate * seconds, 0);
  return devices + CROSSING_SHARE * (rated + 2 * WARM_UP.rate * WARM_UP.seconds);
};

export const runningSides = new RunningSides();

/** A running side and its steps. */
export class SideRun {
  readonly side: Side;
  readonly #options: BenchOptions;
  readonly #measured: Measured;
  readonly #folder: string;
  readonly #say: Say;
  #nextSeq = FIRST_SEQ;
  #alerts = ALERTS.length;

  private constructor(measured: Measured, options: BenchOptions, folder: string, say: Say) {
    this.side = measured.side;
    this.#measured = measured;
    this.#options = options;
    this.#folder = folder;
    this.#say = say;
  }

  /** Starts a new side and connects its devices. */
  static async start(kind: SideKind, options: BenchOptions, say: Say): Promise<SideRun> {
    const folder = await mkdtemp(join(tmpdir(), 'telemon-bench-'));
    const sink = await SinkProcess.start();
    try {
      const { devices } = options;
      const settings = { folder, devices, mostNotices: mostNotices(options), sink: sink.ports };
      const side = await runningSides.started(kind.start(settings));
      const measured = { side, sink, generator: new GeneratorProcess() };
      const run = new SideRun(measured, options, folder, say);
      runningSides.remember(run.stop);
      await measured.generator.connect(side.endpoint, side.logins).catch(async (error: unknown) => {
        await run.stop();
        throw error;
      });
      return run;
    } catch (error) {
      sink.end();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async warmUp(): Promise<StepFigures> {
    return this.#measure(WARM_UP.rate, Math.min(WARM_UP.seconds, this.#options.seconds));
  }

  /** Measures one step, one in a hundred of whose readings crosses a set point. */
  async step(rate: number): Promise<StepFigures> {
    const figures = await this.#measure(rate, this.#options.seconds);
    this.#say(stepLine(figures));
    await delay(SETTLE_MS);
    return figures;
  }

  /** All devices cross a set point within one second, and clear in the next. */
  async breach(): Promise<StepFigures> {
    const figures = await this.#measure(this.#options.devices, STORM_SECONDS, 'all at once');
    this.#say(stepLine(figures));
    return figures;
  }

  /** Gives each device so many alerts in all. @returns false for a side that can't */
  async giveAlerts(perDevice: number): Promise<boolean> {
    const { moreAlerts } = this.side;
    if (moreAlerts === undefined) return false;
    await moreAlerts.give(perDevice);
    this.#alerts = perDevice;
    return true;
  }

  readonly stop = async (): Promise<void> => {
    runningSides.forget(this.stop);
    this.#measured.generator.end();
    await this.side.stop();
    this.#measured.sink.end();
    await rm(this.#folder, { recursive: true, force: true });
  };

  async #measure(
    rate: number,
    seconds: number,
    crossings: LoadStep['crossings'] = rate * CROSSING_SHARE,
  ): Promise<StepFigures> {
    const { devices } = this.#options;
    const load = { rate, seconds, readingsPerPublish: 1, devices, crossings, firstSeq: this.#nextSeq };
    const { figures, plan } = await measureStep(this.#measured, load, this.#alerts);
    this.#nextSeq = plan.nextSeq;
    return figures;
  }
}
