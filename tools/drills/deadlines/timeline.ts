import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { DrilledClock } from '../installation/drilled-clock.ts';

/** How much faster time passes in `passTo`. */
export const TIMES_AS_FAST = 7;
/**
 * The clock goes ahead in small steps. The client of Kafka gives up a request that seems to be ten seconds old, and some requests
 * wait for a second.
 */
const STEP_EVERY_MS = 100;
const STEP_MS = STEP_EVERY_MS * (TIMES_AS_FAST - 1);

/**
 * Minutes on the clock of an installation since the drill began. The clock can be made faster; timers, and so the heartbeats of the
 * endpoints, keep the pace of real time.
 */
export class Timeline {
  readonly #clock: DrilledClock;
  readonly #from = performance.now();
  #gainedMs = 0;

  constructor(clock: DrilledClock) {
    this.#clock = clock;
  }

  /** The present on the clock of the installation: Unix time, ms. */
  get now(): number {
    return Date.now() + this.#clock.movedMs;
  }

  get minute(): number {
    return (performance.now() - this.#from + this.#gainedMs) / MINUTE_MS;
  }

  /** Makes time pass faster until this minute. */
  async passTo(minute: number): Promise<void> {
    while (this.minute < minute) {
      this.#gainedMs += STEP_MS;
      await this.#clock.moveTo(this.#clock.movedMs + STEP_MS);
      await delay(STEP_EVERY_MS);
    }
  }

  /** Lets time pass as it does, until this minute. */
  async awaitMinute(minute: number): Promise<void> {
    await delay(Math.max(0, (minute - this.minute) * MINUTE_MS));
  }
}
