import { fileURLToPath } from 'node:url';
import { ForkedProgram } from '../../forked-program.ts';
import type { DeviceLogin } from '../fleet.ts';
import type { LoadStep } from '../load-plan.ts';
import type { Endpoint } from './device-connection.ts';
import type { GeneratorDone, GeneratorRequest, Sending } from './generator-messages.ts';

const PROGRAM = fileURLToPath(new URL('./generator.ts', import.meta.url));

/** The generator in its own process. */
export class GeneratorProcess {
  readonly #program = new ForkedProgram<GeneratorRequest, GeneratorDone>(PROGRAM);

  /** Opens one connection per device. */
  async connect(endpoint: Endpoint, logins: readonly DeviceLogin[]): Promise<void> {
    await this.#program.ask({ kind: 'connect', endpoint, logins });
  }

  /** Sends one step and waits for its acknowledgements. */
  async send(step: LoadStep): Promise<Sending> {
    return (await this.#program.ask({ kind: 'send', step })).sending!;
  }

  async disconnect(): Promise<void> {
    await this.#program.ask({ kind: 'disconnect' });
  }

  end(): void {
    this.#program.end();
  }
}
