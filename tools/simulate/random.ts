// Deterministic random numbers: the same seed and number always give the same value, in any order.

const mixed = (seed: number, number: number): number => {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((number | 0) + 0x7f4a7c15, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
};

/** The seed for a text (FNV-1a). */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
};

/** From 0 to 1, without 1. */
export const chance = (seed: number, number: number): number => mixed(seed, number) / 2 ** 32;

/** From −1 to 1: a new value after each `stretchMs`. */
export const flicker = (seed: number, time: number, stretchMs: number): number =>
  chance(seed, Math.floor(time / stretchMs)) * 2 - 1;

/** From −1 to 1: a new value after each `stretchMs`, with cosine interpolation between them. */
export const drift = (seed: number, time: number, stretchMs: number): number => {
  const position = time / stretchMs;
  const step = Math.floor(position);
  const way = (1 - Math.cos((position - step) * Math.PI)) / 2;
  const from = chance(seed, step);
  const to = chance(seed, step + 1);
  return (from + (to - from) * way) * 2 - 1;
};
