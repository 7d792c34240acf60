/** On a busy machine medians need more pairs to settle; a true difference only gets clearer with more pairs. */
const PAIRS_IN_A_ROUND = 40;
const MOST_ROUNDS = 10;

interface Medians {
  /** ms */
  one: number;
  /** ms */
  other: number;
  pairs: number;
}

/**
 * The median durations of two kinds of work, done in turns so that other load affects both: of as many pairs as it takes for the
 * medians to be less than `apartMs` apart, or of 400. `before` runs before each, and isn't measured.
 */
export const mediansInTurns = async (
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  apartMs: number,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Medians> => {
  const times = { one: [] as number[], other: [] as number[] };
  const time = async (kind: 'one' | 'other') => {
    await before();
    const begun = performance.now();
    await (kind === 'one' ? one() : other());
    times[kind].push(performance.now() - begun);
  };
  for (let round = 1; ; round++) {
    for (let pair = 0; pair < PAIRS_IN_A_ROUND; pair += 2) {
      // Each kind follows itself as often as the other.
      for (const kind of ['one', 'other', 'other', 'one'] as const) await time(kind);
    }
    const medians = { one: medianOf(times.one), other: medianOf(times.other), pairs: times.one.length };
    if (round === MOST_ROUNDS || Math.abs(medians.one - medians.other) < apartMs) return medians;
  }
};

const medianOf = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
