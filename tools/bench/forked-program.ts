import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A forked program's answer to a request. */
type ForkedAnswer<Done> = (Done & { readonly kind: 'done' }) | { readonly kind: 'failed'; reason: string };

/** A program in its own process, so that its work neither disturbs nor counts in a measurement. */
export class ForkedProgram<Request extends object, Done> {
  readonly #child: ChildProcess;

  constructor(program: string) {
    this.#child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }

  /** Sends a request and returns the answer. @throws Error if the program fails or ends. */
  async ask(request: Request): Promise<Done> {
    const over = new AbortController();
    const died = once(this.#child, 'exit', { signal: over.signal }).then(() => {
      throw new Error('a forked program ended');
    });
    died.catch(() => undefined);
    const answered = once(this.#child, 'message', { signal: over.signal });
    this.#child.send(request);
    try {
      const [reply] = (await Promise.race([answered, died])) as [ForkedAnswer<Done>];
      if (reply.kind === 'failed') throw new Error(reply.reason);
      return reply;
    } finally {
      over.abort();
    }
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}

/** For the forked program itself: answers its parent's requests, and exits with the parent. */
export function answerParent<Request, Done>(answer: (request: Request) => Promise<Done>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (request: Request) => {
    answer(request)
      .then((done): ForkedAnswer<Done> => ({ ...done, kind: 'done' }))
      .catch((error: Error): ForkedAnswer<Done> => ({ kind: 'failed', reason: error.message }))
      .then((reply) => process.send!(reply));
  });
}
