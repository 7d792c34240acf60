import type { SentCommand } from '@telemon/contracts/devices/commands';
import type { CommandReceiver, CommandSource } from '../src/endpoint/command-source.ts';

/** The pending commands of a spec's devices, in memory. */
export class MemoryCommands implements CommandSource {
  readonly pending: SentCommand[] = [];
  /** The ids of acknowledged commands, in this order. */
  readonly done: string[] = [];
  /** The ids of commands that were too large for a device's connection. */
  readonly tooLargeOnes: string[] = [];
  /** Resolved by the spec, if it delays the look-up of earlier connections. */
  recalled: Promise<void> = Promise.resolve();

  /** Adds commands, named by their ids. */
  add(...ids: string[]): void {
    for (const id of ids) this.pending.push({ id, command: `do ${id}` });
  }

  recall(): Promise<void> {
    return this.recalled;
  }

  pendingFor(_device: CommandReceiver): readonly SentCommand[] {
    return this.pending.filter(({ id }) => !this.done.includes(id));
  }

  acknowledged(_device: CommandReceiver, id: string): void {
    this.done.push(id);
  }

  tooLarge(id: string): void {
    this.tooLargeOnes.push(id);
  }
}
