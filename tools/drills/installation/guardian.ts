import { setTimeout as delay } from 'node:timers/promises';
import { BackOff } from '../../start/back-off.ts';
import type { DrilledServer } from './drilled-server.ts';

const LOOKS_EVERY_MS = 50;

/** Starts a server again whenever it ends, as the launcher does. */
export class Guardian {
  /** The reason for each end of the server, from its log. */
  readonly ends: string[] = [];
  readonly #server: DrilledServer;
  readonly #guarding: Promise<void>;
  #leaves = false;

  constructor(server: DrilledServer) {
    this.#server = server;
    this.#guarding = this.#guard();
  }

  /** Stops guarding, and leaves the server running. */
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
      // If it ends at once, the next round of the loop detects it.
      await this.#server.start().catch(() => undefined);
    }
  }
}
