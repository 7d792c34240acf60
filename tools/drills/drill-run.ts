import { writeDocuments } from '../checks/documents.ts';
import { inOneLine, shown } from '../servers/problem.ts';
import { CHECKOUT } from '../start/options.ts';
import { conduct } from './conduct.ts';
import { commitOf } from './commit.ts';
import type { Drill, Form } from './drill.ts';
import { keepResult, type DrillResult } from './results.ts';

/** Each drill has an installation of its own; more of them would slow each other down. */
const MOST_AT_ONCE = 3;

interface RunOptions {
  readonly form: Form;
  readonly seed: number;
  /** Whether the results are written to docs/drills.json and docs/reliability.md. */
  readonly keeps: boolean;
}

/** Runs drills, and counts passed and failed faults. A drill that throws counts as one failure; the others continue. */
export class DrillRun {
  passed = 0;
  failed = 0;
  readonly #options: RunOptions;
  #kept: Promise<void> = Promise.resolve();

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** Runs up to `MOST_AT_ONCE` drills at once. */
  async runAtOnce(drills: readonly Drill[]): Promise<void> {
    const left = [...drills];
    const lane = async () => {
      for (let drill = left.shift(); drill; drill = left.shift()) await this.#run(drill);
    };
    await Promise.all(Array.from({ length: MOST_AT_ONCE }, lane));
  }

  async runInTurn(drills: readonly Drill[]): Promise<void> {
    for (const drill of drills) await this.#run(drill);
  }

  async #run(drill: Drill): Promise<void> {
    const { form, seed, keeps } = this.#options;
    const { name, longOnly } = drill;
    const say = (line: string) => console.log(`${name}: ${line}`);
    if (form === 'short' && longOnly !== undefined) return say(`has no short form: ${longOnly}`);
    const from = performance.now();
    const at = new Date().toISOString();
    const tried = await conduct(drill, { form, seed, say }).catch((error: unknown) => {
      say('ended with an error');
      console.error(shown(error));
      return [
        { fault: 'the whole drill', counts: {}, broken: [`it ended with an error: ${inOneLine(error)}`] },
      ];
    });
    const broken = tried.filter((each) => each.broken.length > 0).length;
    this.failed += broken;
    this.passed += tried.length - broken;
    if (!keeps) return;
    const tookMs = Math.round(performance.now() - from);
    await this.#keep({ name, seed, commit: await commitOf(CHECKOUT), at, tookMs, tried });
  }

  /** Writes results one after the other, because they share one file. */
  #keep(result: DrillResult): Promise<void> {
    this.#kept = this.#kept.then(async () => {
      await keepResult(result);
      await writeDocuments();
    });
    return this.#kept;
  }
}
