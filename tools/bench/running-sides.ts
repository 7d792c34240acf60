/** The sides of a benchmark that start or run, to be stopped if it is interrupted. */
export class RunningSides {
  readonly #starting = new Set<Promise<unknown>>();
  readonly #running = new Set<() => Promise<void>>();

  /** Waits for a side that starts. */
  async started<Side>(start: Promise<Side>): Promise<Side> {
    this.#starting.add(start);
    try {
      return await start;
    } finally {
      this.#starting.delete(start);
    }
  }

  /** @param stop Stops the side, and calls `forget`. */
  remember(stop: () => Promise<void>): void {
    this.#running.add(stop);
  }

  forget(stop: () => Promise<void>): void {
    this.#running.delete(stop);
  }

  /** Stops all of them; one that is still starting is stopped once it has started. */
  readonly stopAll = async (): Promise<void> => {
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#running].map((stop) => stop()));
  };
}
