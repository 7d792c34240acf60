import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../servers/problem.ts';
import { seconds, type Say } from '../../servers/progress.ts';
import type { StepFigures } from '../ingest/measure-step.ts';
import type { DeviceLogin } from '../ingest/fleet.ts';
import type { BenchOptions } from './options.ts';
import { type ChartRound, type Form, FORMS } from './results.ts';

const LINE_EVERY_MS = 15_000;

/** The finished steps of a run, so that the next run continues after an interruption. */
interface Done {
  /** The end of the history: the begin of the first hour that was not to be sealed when the run began. */
  end: number;
  devices: number;
  days: number;
  logins?: DeviceLogin[];
  empty?: StepFigures;
  full?: StepFigures;
  /** For each form, the number of hours or days made so far, and the time that they took. */
  made: Record<Form, { pieces: number; ms: number }>;
  rounds: ChartRound[];
  /** The `seq` of the next reading that a device sends. */
  nextSeq: number;
}

/** The progress file beside an installation. */
export class Progress {
  readonly #file: string;
  readonly #say: Say;
  readonly done: Done;

  private constructor(file: string, done: Done, say: Say) {
    this.#file = file;
    this.done = done;
    this.#say = say;
  }

  /** @throws Problem if the folder holds a history of another size. */
  static async in({ folder, devices, days }: BenchOptions, fresh: Pick<Done, 'end' | 'nextSeq'>, say: Say) {
    await mkdir(folder, { recursive: true });
    const file = join(folder, 'bench-history.json');
    const kept = await readFile(file, 'utf8').catch(() => null);
    if (kept === null) {
      const made = Object.fromEntries(FORMS.map((form) => [form, { pieces: 0, ms: 0 }])) as Done['made'];
      return new Progress(file, { ...fresh, devices, days, made, rounds: [] }, say);
    }
    const done = JSON.parse(kept) as Done;
    if (done.devices !== devices || done.days !== days) {
      throw new Problem(
        `${folder} holds ${done.devices} devices × ${done.days} days; remove it, or name another folder`,
      );
    }
    say(`Going on in ${folder}`);
    return new Progress(file, done, say);
  }

  async save(): Promise<void> {
    await writeFile(`${this.#file}.new`, JSON.stringify(this.done));
    await rename(`${this.#file}.new`, this.#file);
  }

  /** Makes the pieces of a form that are not made yet, one after the other, and says how far it is. */
  async make(form: Form, pieces: number, makePiece: (piece: number) => Promise<void>): Promise<void> {
    const made = this.done.made[form];
    const first = made.pieces;
    const begun = performance.now();
    let saidAt = begun;
    while (made.pieces < pieces) {
      const from = performance.now();
      await makePiece(made.pieces);
      made.ms += performance.now() - from;
      made.pieces++;
      await this.save();
      if (performance.now() - saidAt < LINE_EVERY_MS) continue;
      saidAt = performance.now();
      const left = ((saidAt - begun) * (pieces - made.pieces)) / (made.pieces - first);
      this.#say(`Making the ${form} form … ${made.pieces} of ${pieces}, about ${seconds(left)} left`);
    }
    if (first < pieces) this.#say(`Making the ${form} form: done (${seconds(made.ms)})`);
  }
}
