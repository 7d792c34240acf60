import { setTimeout as delay } from 'node:timers/promises';
import { BackOff } from '../../start/back-off.ts';
import type { DrilledServer } from './drilled-server.ts';

const LOOKS_EVERY_MS = 50;

/** Starts a server again whenever it ends, as the launcher does. */
export class Guardian {
  /** The last words of the server, for each of its ends. */
  readonly ends: string[] = [];
  readonly #server: DrilledServer;
  readonly #guarding: Promise<void>;
  #leaves = false;

  constructor(server: DrilledServer) {
    this.#server = server;
    this.#guarding = this.#guard();
  }

  /** Leaves the server running. */
  async leave(): Promise<void> {
    this.#leaves = true;
    await this.#guarding;
    if (this.#server.hasEnded) await this.#server.start();
  }

  async #guard(): Promise<void> {
    const backOff = new BackOff();
    let from = performance.now();
    while (!this.#leaves) {
      if (!this.#server.hasEnded) {
        await delay(LOOKS_EVERY_MS);
        continue;
      }
      this.ends.push(this.#server.lastWords);
      await delay(backOff.after(performance.now() - from));
      from = performance.now();
      // One that ends at once is found so above.
      await this.#server.start().catch(() => undefined);
    }
  }
}
