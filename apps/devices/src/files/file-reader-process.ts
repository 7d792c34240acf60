import { type DomainError, unavailable } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { type ChildProcess, fork } from 'node:child_process';

interface Bounds {
  /** Heap limit of the process that reads a file, MB. */
  heapMb: number;
  /** Time limit of a file, ms. */
  withinMs: number;
  /** How many files may wait while one is read; `tooMany` is thrown for the next. */
  mostWaiting: number;
  tooMany: () => DomainError;
  /** Thrown if the time is over; without it, that is the file's fault, and it gets no answer. */
  tookTooLong?: () => Error;
}

/**
 * Reads files one at a time, each in a child process, because a malicious file may exhaust memory or time. The process gets a
 * question, sends an answer and ends.
 */
export class FileReaderProcess<Question extends object, Answer extends object> {
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();
  private reading: ChildProcess | undefined;
  private isStopped = false;

  constructor(
    private readonly path: string,
    private readonly bounds: Bounds,
  ) {}

  /**
   * The answer; null if the file took too much time or memory. Calls `questionOf` only when the file's turn comes, so that
   * waiting files aren't in memory.
   * @throws `tooMany` and `tookTooLong`; unavailable if the service stops, or no process can be started.
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
    this.isStopped = true;
    this.reading?.kill('SIGKILL');
  }

  private async askNow(question: Question): Promise<Answer | null> {
    const { heapMb, withinMs, tookTooLong } = this.bounds;
    if (this.isStopped) throw unavailable();
    return new Promise((resolve, reject) => {
      // The process gets no variables, and so no secrets.
      const child = fork(this.path, {
        env: {},
        execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2'],
        serialization: 'advanced',
        stdio: 'ignore',
      });
      this.reading = child;
      const begun = performance.now();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, withinMs);
      let answer: Answer | null = null;
      child.once('message', (message) => (answer = message as Answer));
      child.once('error', (error) => {
        logger.error({ reason: error.message }, 'the file reader process failed');
        reject(unavailable());
      });
      child.once('close', () => {
        clearTimeout(timer);
        this.reading = undefined;
        logger.info({ ms: Math.round(performance.now() - begun), isGivenUp: answer === null }, 'file read');
        if (answer === null && this.isStopped) reject(unavailable());
        else if (answer === null && isLate && tookTooLong) reject(tookTooLong());
        else resolve(answer);
      });
      child.send(question, () => undefined);
    });
  }
}
