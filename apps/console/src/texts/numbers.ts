import { inLanguage } from './in-language.ts';
import { translate } from './translate.ts';

const DECIMALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** A value that rounds to 0 has no sign: a probe in ice water is at 0, not at -0. */
const UNSIGNED_ZERO = { signDisplay: 'negative' } as const;

const numberFormat = (options: Intl.NumberFormatOptions) =>
  inLanguage((locale) => new Intl.NumberFormat(locale, { ...UNSIGNED_ZERO, ...options }));

const formats = DECIMALS.map((digits) => numberFormat({ maximumFractionDigits: digits }));
const evenFormats = DECIMALS.map((digits) =>
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** The digits that are significant for sensors: 12,043 · 1,204.5 · 21.44 · 3.71 · 0.052. */
const digitsOf = (value: number): number => {
  const size = Math.abs(value);
  return size >= 10_000 ? 0 : size >= 1000 ? 1 : size >= 1 ? 2 : 3;
};

/** A reading's value without a unit. */
export const formatValue = (value: number): string => formats[digitsOf(value)]!().format(value);

/** A battery's voltage: always two decimals. */
export const formatVolts = (volts: number): string => evenFormats[2]!().format(volts);

/** A value with one decimal, for the weather. */
export const formatTenths = (value: number): string => evenFormats[1]!().format(value);

const exact = numberFormat({ maximumSignificantDigits: 15 });

/** A typed number with all its digits. */
export const formatExactly = (value: number): string => exact().format(value);

/** A reading's value; a dash without a value. */
export const valueOrDash = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatValue(value);

/** The decimals that a value is shown with, up to `most`: two of 4.43, one of 4.5, none of 12,043. */
const decimalsOf = (value: number, most: number): number => {
  const digits = Math.min(digitsOf(value), most);
  return digits === 0 ? 0 : (String(Number(value.toFixed(digits))).split('.')[1]?.length ?? 0);
};

/** A common format for a column: each value with the decimals of the most precise one, so that they line up. */
export const columnFormat = (column: readonly (number | null | undefined)[]) => {
  const values = column.filter((value) => typeof value === 'number');
  // Thousandths are significant only if all values are small: 5.00 and 0.11, but 0.052 and 0.110.
  const most = values.some((value) => Math.abs(value) >= 1) ? 2 : 3;
  const format = evenFormats[Math.max(0, ...values.map((value) => decimalsOf(value, most)))]!();
  return (value: number | null | undefined): string =>
    typeof value === 'number' ? format.format(value) : '–';
};

/** The decimals that distinguish numbers one step apart, with a tolerance for the rounding error of a subtraction. */
const decimalsOfStep = (step: number): number =>
  DECIMALS.find((digits) => {
    const scaled = step * 10 ** digits;
    return Math.abs(scaled - Math.round(scaled)) < scaled * 1e-6;
  }) ?? DECIMALS.at(-1)!;

const COMPACT_FROM = 1e6;
/** With more decimals, the full number is easier to read than millions. */
const MOST_COMPACT_DECIMALS = 3;

/** The format of equidistant axis ticks: 0.25 · 0.50, 12,000.5 · 12,001.0, 1M · 1.5M. */
export const tickFormat = (ticks: readonly number[]): ((tick: number) => string) => {
  const step = ticks.length > 1 ? ticks[1]! - ticks[0]! : 1;
  const largest = Math.max(...ticks.map(Math.abs));
  if (largest >= COMPACT_FROM) {
    const thousands = 1000 ** Math.floor(Math.log10(largest) / 3);
    const digits = decimalsOfStep(step / thousands);
    if (digits <= MOST_COMPACT_DECIMALS) {
      const compact = numberFormat({ notation: 'compact', maximumFractionDigits: digits })();
      return (tick) => compact.format(tick);
    }
  }
  const even = evenFormats[decimalsOfStep(step)]!();
  return (tick) => even.format(tick);
};

const KB = 1024;
const SIZES = [
  ['gigabytes', KB ** 3],
  ['megabytes', KB ** 2],
  ['kilobytes', KB],
] as const;

/** A size in bytes as text: 812 B, 4.2 KB, 1.3 MB, 20 GB. */
export const fileSize = (bytes: number): string => {
  const [unit, many] = SIZES.find(([, least]) => bytes >= least) ?? (['bytes', 1] as const);
  return translate(`size.${unit}`, { size: formats[1]!().format(bytes / many) });
};
