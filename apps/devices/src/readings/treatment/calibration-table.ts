/** A sensor type's table from raw values to values. At least one row; rows by ascending raw value. */
export interface CalibrationTable {
  readonly raws: Float64Array;
  readonly values: Float64Array;
}

/** The value of a raw value: linear between rows, clamped at the ends, exactly a row's value at the row. */
export const calibrated = ({ raws, values }: CalibrationTable, raw: number): number => {
  const last = raws.length - 1;
  if (raw <= raws[0]!) return values[0]!;
  if (raw >= raws[last]!) return values[last]!;
  let below = 0;
  let above = last;
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (raws[middle]! <= raw) below = middle;
    else above = middle;
  }
  const [from, to] = [values[below]!, values[above]!];
  if (raw === raws[below]) return from;
  const share = (raw - raws[below]!) / (raws[above]! - raws[below]!);
  const value = tidy(from + share * (to - from));
  // Rounding must not carry it past its neighbours.
  return from < to ? Math.min(Math.max(value, from), to) : Math.max(Math.min(value, from), to);
};

/** Without the rounding error in the last digits: 20.3 instead of 20.299999999999997. */
export const tidy = (value: number): number => Number(value.toPrecision(15));
