/** The distribution of durations, ms. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** A quantile, NaN without values; Infinity stands for a duration without an end. */
const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted.length === 0 ? NaN : sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]!;

export const spreadOf = (durations: readonly number[]): Spread => {
  const sorted = Float64Array.from(durations).sort();
  return {
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    max: sorted.length === 0 ? NaN : sorted[sorted.length - 1]!,
  };
};

export const median = (values: readonly number[]): number => quantile(Float64Array.from(values).sort(), 0.5);

/** Epoch milliseconds, finer than Date.now(), comparable between the processes of a machine. */
export const now = (): number => performance.timeOrigin + performance.now();
