export interface BackOffTimes {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Who ran this long is taken to be well again, and the next wait is short. */
  readonly wellAfterMs: number;
}

export const RESTARTS: BackOffTimes = { firstMs: 200, longestMs: 5_000, wellAfterMs: 10_000 };

/** How long to wait before the next start: twice as long each time, from the beginning after a good run. */
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
