import { fileURLToPath } from 'node:url';
import { ForkedProgram } from '../../forked-program.ts';
import type { SinkDone, SinkPorts, SinkRequest, SunkMessage } from './sink-messages.ts';

const PROGRAM = fileURLToPath(new URL('./sink.ts', import.meta.url));

/** The sink in its own process, whose work counts for no side. */
export class SinkProcess {
  readonly #program: ForkedProgram<SinkRequest, SinkDone>;
  readonly ports: SinkPorts;

  private constructor(program: ForkedProgram<SinkRequest, SinkDone>, ports: SinkPorts) {
    this.#program = program;
    this.ports = ports;
  }

  static async start(): Promise<SinkProcess> {
    const program = new ForkedProgram<SinkRequest, SinkDone>(PROGRAM);
    try {
      return new SinkProcess(program, (await program.ask({ kind: 'open' })).ports!);
    } catch (error) {
      program.end();
      throw error;
    }
  }

  /** The number of messages that have come since the last `take`. */
  async count(): Promise<number> {
    return (await this.#program.ask({ kind: 'count' })).count!;
  }

  /** Removes and returns these messages. */
  async take(): Promise<readonly SunkMessage[]> {
    return (await this.#program.ask({ kind: 'take' })).messages!;
  }

  end(): void {
    this.#program.end();
  }
}
