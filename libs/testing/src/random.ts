/** A pseudo-random generator with a seed: from 0, and below 1. */
export const randomOf = (seed: number) => (): number => {
  seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
  return ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32;
};
