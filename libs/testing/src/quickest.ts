const MOST_TRIES = 5;

/** How long work takes, ms. */
export const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/**
 * The shortest duration of several tries, ms, because other load can only make a try slower. It stops at the first try within the
 * bound, after five at most.
 * @param measure Makes one try, and returns how long it took.
 */
export const quickest = async (measure: () => Promise<number>, withinMs: number): Promise<number> => {
  let least = Infinity;
  for (let tries = 0; tries < MOST_TRIES && least >= withinMs; tries++) {
    least = Math.min(least, await measure());
  }
  return least;
};
