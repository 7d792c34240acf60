/** A batch takes at most this many times the shortest time because of its pause. */
const LONGEST_OF_SHORTEST = 6;

/**
 * The pause after a batch, ms. A batch takes at least `shortestMs` with it, and on a busy machine twice its handling, up to six times
 * `shortestMs`: most of a batch's cost doesn't depend on its size, so fewer and larger batches leave the machine room.
 */
export const pauseAfterBatch = (tookMs: number, shortestMs: number): number =>
  Math.max(0, Math.min(Math.max(shortestMs, 2 * tookMs), LONGEST_OF_SHORTEST * shortestMs) - tookMs);
