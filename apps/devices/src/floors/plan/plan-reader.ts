import { Injectable, Optional } from '@nestjs/common';
import { PLAN_FILE, isNamedAs } from '@telemon/contracts/devices/file-kinds';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { fileURLToPath } from 'node:url';
import { FileReaderProcess } from '../../files/file-reader-process.ts';
import type { RasterQuestion } from '../../files/raster/raster-process.ts';
import { plansUnderWay, refusedPlan } from './plan.errors.ts';
import type { Plan } from './plan.ts';
import type { PlanAnswer } from './plan-program.ts';

/** Longer than any honest image takes, ms. */
const READ_WITHIN_MS = 20_000;
const MOST_WAITING = 8;
const RETRY_AFTER_S = 5;
/** A drawing of 10 MB takes most of it. */
const HEAP_MB = 384;

// The program lies beside this file with the same extension: .ts, or .js once built.
const PROGRAM = fileURLToPath(new URL(`./plan-program${import.meta.url.slice(-3)}`, import.meta.url));

/** Reads uploaded images, one at a time, in a process of its own with bounds on its memory and time. */
@Injectable()
export class PlanReader {
  private readonly program: FileReaderProcess<RasterQuestion, PlanAnswer>;

  constructor(lifecycle: Lifecycle, @Optional() withinMs: number = READ_WITHIN_MS) {
    this.program = new FileReaderProcess(PROGRAM, {
      heapMb: HEAP_MB,
      withinMs,
      mostWaiting: MOST_WAITING,
      tooMany: () => plansUnderWay(undefined, { retryAfterS: RETRY_AFTER_S }),
    });
    lifecycle.onStop(() => this.program.stop());
  }

  /**
   * The plan in a file, whose name must be that of an image and whose content decides its type. Calls `contentOf` when its turn
   * comes.
   * @throws 422 with the reason if it is no plan or can't be sanitized, 503 if too many others wait.
   */
  async read(fileName: string, contentOf: () => Promise<Buffer>): Promise<Plan> {
    if (!isNamedAs(PLAN_FILE, fileName))
      throw refusedPlan('Choose an image of type .png, .jpeg, .jpg or .svg');
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
