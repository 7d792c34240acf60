const formats = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }),
);

/** A reading's value with as many digits as sensors mean: 12,043 · 1,204.5 · 21.44 · 3.71 · 0.052. */
export const formatValue = (value: number): string => {
  const size = Math.abs(value);
  const digits = size >= 10_000 ? 0 : size >= 1000 ? 1 : size >= 1 ? 2 : 3;
  return formats[digits]!.format(value);
};

/** The same, with a dash where there is no value. */
export const valueOrDash = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatValue(value);
