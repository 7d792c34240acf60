import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '../../servers/progress.ts';
import { RunningSides } from '../running-sides.ts';
import { GeneratorProcess } from './generator/generator-process.ts';
import type { LoadPlan, LoadStep } from './load-plan.ts';
import { measureIdle, measureStep, type IdleFigures, type StepFigures } from './measure-step.ts';
import type { BenchOptions } from './options.ts';
import { stepLine } from './step-line.ts';
import type { Side, SideKind } from './sides/side.ts';

/** `seq` starts here, so that it always has seven digits. */
const FIRST_SEQ = 1_000_000;
const IDLE_SECONDS = 20;
const SETTLE_MS = 3_000;
/** Compilers warm up and databases create their files before the measurement. */
const WARM_UP = { rate: 1_000, seconds: 10 };
const STORM_SECONDS = 5;

export interface Exactness {
  readonly sent: number;
  readonly acknowledged: number;
  /** How much the number of stored readings grew. */
  readonly stored: number;
  /** How many of the sent readings were found, each by its id. */
  readonly found: number;
  readonly alertsExpected: number;
  readonly alertsFired: number;
  readonly mailsExpected: number;
  readonly mailsSent: number;
  readonly isExact: boolean;
}

export const runningSides = new RunningSides();

/** A running side, with the plans and figures of the steps sent to it. */
export class SideRun {
  readonly side: Side;
  readonly steps: StepFigures[] = [];
  readonly #options: BenchOptions;
  readonly #generator = new GeneratorProcess();
  readonly #folder: string;
  readonly #say: Say;
  readonly #plans: LoadPlan[] = [];
  readonly #all: StepFigures[] = [];
  #nextSeq = FIRST_SEQ;

  private constructor(side: Side, options: BenchOptions, folder: string, say: Say) {
    this.side = side;
    this.#options = options;
    this.#folder = folder;
    this.#say = say;
  }

  /** Starts a new side and connects its devices. */
  static async start(kind: SideKind, options: BenchOptions, say: Say): Promise<SideRun> {
    const folder = await mkdtemp(join(tmpdir(), 'telemon-bench-'));
    try {
      const side = await runningSides.started(kind.start({ folder, devices: options.devices }));
      const run = new SideRun(side, options, folder, say);
      runningSides.remember(run.stop);
      try {
        await run.#generator.connect(side.endpoint, side.logins);
        return run;
      } catch (error) {
        await run.stop();
        throw error;
      }
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async idle(): Promise<IdleFigures> {
    await delay(SETTLE_MS);
    return measureIdle(this.side, Math.min(IDLE_SECONDS, this.#options.seconds));
  }

  async warmUp(): Promise<void> {
    const seconds = Math.min(WARM_UP.seconds, this.#options.seconds);
    await this.#measure(WARM_UP.rate, seconds, 1);
  }

  /** Measures one step, whose figures become part of the results. */
  async step(rate: number, seconds: number, readingsPerPublish = 1): Promise<StepFigures> {
    const figures = await this.#measure(rate, seconds, readingsPerPublish);
    this.steps.push(figures);
    this.#say(stepLine(figures));
    await delay(SETTLE_MS);
    return figures;
  }

  /** All devices cross a set point within one second, and clear in the next. */
  async storm(): Promise<StepFigures> {
    const figures = await this.#measure(this.#options.devices, STORM_SECONDS, 1, 'all at once');
    this.#say(stepLine(figures));
    return figures;
  }

  /** Compares stored readings, alerts and mails with all that was sent. */
  async exactness(): Promise<Exactness> {
    let found = 0;
    for (const plan of this.#plans) found += await this.side.store.countOf(plan);
    const sum = (of: (figures: StepFigures) => number) =>
      this.#all.reduce((total, figures) => total + of(figures), 0);
    const counts = {
      sent: sum(({ sent }) => sent),
      acknowledged: sum(({ acknowledged }) => acknowledged),
      stored: sum(({ stored }) => stored),
      found,
      alertsExpected: sum(({ alerts }) => alerts?.expected ?? 0),
      alertsFired: sum(({ alerts }) => alerts?.fired ?? 0),
      mailsExpected: sum(({ alerts }) => alerts?.mailsExpected ?? 0),
      mailsSent: sum(({ alerts }) => alerts?.mailsSent ?? 0),
    };
    const isExact =
      counts.acknowledged === counts.sent &&
      counts.stored === counts.sent &&
      counts.found === counts.sent &&
      counts.mailsSent === counts.mailsExpected &&
      this.#all.every(({ alerts }) => alerts?.exact ?? true);
    return { ...counts, isExact };
  }

  readonly stop = async (): Promise<void> => {
    runningSides.forget(this.stop);
    this.#generator.end();
    await this.side.stop();
    await rm(this.#folder, { recursive: true, force: true });
  };

  async #measure(
    rate: number,
    seconds: number,
    readingsPerPublish: number,
    crossings: LoadStep['crossings'] = this.#options.crossingsPerSecond,
  ): Promise<StepFigures> {
    const { devices } = this.#options;
    const load = { rate, seconds, readingsPerPublish, devices, crossings, firstSeq: this.#nextSeq };
    const { figures, plan } = await measureStep(this.side, this.#generator, load);
    this.#nextSeq = plan.nextSeq;
    this.#plans.push(plan);
    this.#all.push(figures);
    return figures;
  }
}
