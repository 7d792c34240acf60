export interface BackOffTimes {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A process that ran this long was well, and the next wait is `firstMs` again. */
  readonly wellAfterMs: number;
}

export const RESTARTS: BackOffTimes = { firstMs: 200, longestMs: 5_000, wellAfterMs: 10_000 };

/** Exponential back-off before the next start of a process, reset after a long run. */
export class BackOff {
  readonly #times: BackOffTimes;
  #nextMs: number;

  constructor(times: BackOffTimes = RESTARTS) {
    this.#times = times;
    this.#nextMs = times.firstMs;
  }

  after(ranMs: number): number {
    const waitMs = ranMs >= this.#times.wellAfterMs ? this.#times.firstMs : this.#nextMs;
    this.#nextMs = Math.min(waitMs * 2, this.#times.longestMs);
    return waitMs;
  }
}
