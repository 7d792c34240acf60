const MOST_TRIES = 5;

/** How long work takes, ms. */
export const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/**
 * The least of what some tries take, ms: what else the machine does can only make one slower. No more are made than it takes
 * to stay within a bound, five at the most.
 * @param measure Makes one try, and says how long it took.
 */
export const quickest = async (measure: () => Promise<number>, withinMs: number): Promise<number> => {
  let least = Infinity;
  for (let tries = 0; tries < MOST_TRIES && least >= withinMs; tries++) {
    least = Math.min(least, await measure());
  }
  return least;
};
