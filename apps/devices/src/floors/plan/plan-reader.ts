import { Injectable, Optional } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { fileURLToPath } from 'node:url';
import { ReadingProgram } from '../../files/reading-program.ts';
import { plansUnderWay, refusedPlan } from './plan.errors.ts';
import type { Plan } from './plan.ts';
import type { PlanAnswer, PlanQuestion } from './plan-program.ts';

/** Longer than any honest image takes, ms. */
const READ_WITHIN_MS = 20_000;
const MOST_WAITING = 8;
const RETRY_AFTER_S = 5;
/** A drawing of 10 MB takes most of it. */
const HEAP_MB = 384;

// The program lies beside this file, as it does: built or not.
const PROGRAM = fileURLToPath(new URL(`./plan-program${import.meta.url.slice(-3)}`, import.meta.url));
const NAMES = /\.(?:png|jpe?g|svg)$/i;

/** Reads uploaded images, one at a time, in a process of its own with bounds on its memory and time. */
@Injectable()
export class PlanReader {
  private readonly program: ReadingProgram<PlanQuestion, PlanAnswer>;

  constructor(lifecycle: Lifecycle, @Optional() withinMs: number = READ_WITHIN_MS) {
    this.program = new ReadingProgram(PROGRAM, {
      heapMb: HEAP_MB,
      withinMs,
      mostWaiting: MOST_WAITING,
      tooMany: () => plansUnderWay(undefined, { retryAfterS: RETRY_AFTER_S }),
    });
    lifecycle.onStop(() => this.program.stop());
  }

  /**
   * The plan in a file: by its content, once its name is that of an image. `contentOf` is called when it is its turn.
   * @throws 422 with the reason where it is none or can't be made harmless, 503 where too many others wait.
   */
  async read(fileName: string, contentOf: () => Promise<Buffer>): Promise<Plan> {
    if (!NAMES.test(fileName)) throw refusedPlan('Choose an image of type .png, .jpeg, .jpg or .svg');
    const answer = await this.program.ask(async () => ({ content: await contentOf() }));
    if (answer === null) {
      throw refusedPlan(
        'The image takes too much time or memory to read. Make it smaller or simpler and choose it again',
      );
    }
    if ('plan' in answer) return answer.plan;
    throw refusedPlan(answer.refusal);
  }
}
