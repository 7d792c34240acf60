import { median } from './durations.ts';

/** Median over the rounds, with the least and the most. */
export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export const figureOf = (values: readonly number[]): Figure => ({
  median: values.length === 0 ? NaN : median(values),
  least: Math.min(...values),
  most: Math.max(...values),
});
