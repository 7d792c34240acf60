import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DeviceLogin } from '../fleet.ts';
import type { LoadStep } from '../load-plan.ts';
import type { Endpoint } from './device-connection.ts';
import type { GeneratorAnswer, GeneratorRequest, Sending } from './generator-messages.ts';

const PROGRAM = fileURLToPath(new URL('./generator.ts', import.meta.url));

/** The generator in its own process, so that its work disturbs no measurement and counts for nobody. */
export class GeneratorProcess {
  readonly #child: ChildProcess = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

  /** Opens one connection per device. */
  async connect(endpoint: Endpoint, logins: readonly DeviceLogin[]): Promise<void> {
    await this.#ask({ kind: 'connect', endpoint, logins });
  }

  /** Sends one step and waits for its acknowledgements. */
  async send(step: LoadStep): Promise<Sending> {
    return (await this.#ask({ kind: 'send', step })).sending!;
  }

  async disconnect(): Promise<void> {
    await this.#ask({ kind: 'disconnect' });
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask(request: GeneratorRequest): Promise<Extract<GeneratorAnswer, { kind: 'done' }>> {
    const over = new AbortController();
    const died = once(this.#child, 'exit', { signal: over.signal }).then(() => {
      throw new Error('the load generator ended');
    });
    died.catch(() => undefined);
    const answered = once(this.#child, 'message', { signal: over.signal });
    this.#child.send(request);
    try {
      const [reply] = (await Promise.race([answered, died])) as [GeneratorAnswer];
      if (reply.kind === 'failed') throw new Error(reply.reason);
      return reply;
    } finally {
      over.abort();
    }
  }
}
