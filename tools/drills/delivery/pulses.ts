import { setTimeout as delay } from 'node:timers/promises';
import { chance } from '../../simulate/random.ts';
import type { Provider } from './provider.ts';

const LONGEST_STOPPED_MS = 500;
const LONGEST_RUNNING_MS = 300;

/** Stops providers for a moment, again and again, so that they answer late. */
export class Pulses {
  readonly #providers: readonly Provider[];
  readonly #seed: number;
  readonly #beating: Promise<void>;
  #ends = false;

  constructor(providers: readonly Provider[], seed: number) {
    this.#providers = providers;
    this.#seed = seed;
    this.#beating = this.#beat();
  }

  /** Leaves the providers running. */
  async end(): Promise<void> {
    this.#ends = true;
    await this.#beating;
  }

  async #beat(): Promise<void> {
    for (let beat = 0; !this.#ends; beat += 2) {
      await Promise.all(this.#providers.map((provider) => provider.pause()));
      await delay(chance(this.#seed, beat) * LONGEST_STOPPED_MS);
      for (const provider of this.#providers) provider.resume();
      await delay(chance(this.#seed, beat + 1) * LONGEST_RUNNING_MS);
    }
  }
}
