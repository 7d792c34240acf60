import type { DomainError } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { type ChildProcess, fork } from 'node:child_process';

interface Bounds {
  /** Objects that it may hold, MB. */
  heapMb: number;
  /** A file whose reading takes longer is given up, ms. */
  withinMs: number;
  /** So many wait while one is read; `tooMany` is thrown for who comes then. */
  mostWaiting: number;
  tooMany: () => DomainError;
}

/**
 * A program that reads one file, which may be made to take all memory or all time there is, and ends with it: one at a time,
 * each in a process of its own. It is sent a question and sends an answer.
 */
export class ReadingProgram<Question extends object, Answer extends object> {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  private reading: ChildProcess | undefined;

  constructor(
    private readonly path: string,
    private readonly bounds: Bounds,
  ) {}

  /**
   * The answer; null where the program was given up or ended without one. `questionOf` is called when it is its turn, so
   * that files that wait aren't in memory.
   */
  async ask(questionOf: () => Question | Promise<Question>): Promise<Answer | null> {
    if (this.waiting > this.bounds.mostWaiting) throw this.bounds.tooMany();
    this.waiting++;
    const turn = this.last.then(async () => this.askNow(await questionOf()));
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting--;
    }
  }

  stop(): void {
    this.reading?.kill('SIGKILL');
  }

  private askNow(question: Question): Promise<Answer | null> {
    const { heapMb, withinMs } = this.bounds;
    return new Promise((resolve) => {
      // It has nothing to know: no variable, no secret.
      const child = fork(this.path, {
        env: {},
        execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2'],
        serialization: 'advanced',
        stdio: 'ignore',
      });
      this.reading = child;
      const begun = performance.now();
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
      let answer: Answer | null = null;
      child.once('message', (message) => (answer = message as Answer));
      child.once('error', (error) => {
        logger.error({ reason: error.message }, 'a file cannot be read');
        resolve(null);
      });
      child.once('close', () => {
        clearTimeout(timer);
        this.reading = undefined;
        logger.info({ ms: Math.round(performance.now() - begun), isGivenUp: answer === null }, 'file read');
        resolve(answer);
      });
      child.send(question, () => undefined);
    });
  }
}
