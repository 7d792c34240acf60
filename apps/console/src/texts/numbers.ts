import { inLanguage } from './in-language.ts';

const DECIMALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** What rounds to nothing has no sign: a probe in ice water is at 0, not at -0. */
const UNSIGNED_ZERO = { signDisplay: 'negative' } as const;

const numberFormat = (options: Intl.NumberFormatOptions) =>
  inLanguage((locale) => new Intl.NumberFormat(locale, { ...UNSIGNED_ZERO, ...options }));

const formats = DECIMALS.map((digits) => numberFormat({ maximumFractionDigits: digits }));
const evenFormats = DECIMALS.map((digits) =>
  numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** As many digits as sensors mean: 12,043 · 1,204.5 · 21.44 · 3.71 · 0.052. */
const digitsOf = (value: number): number => {
  const size = Math.abs(value);
  return size >= 10_000 ? 0 : size >= 1000 ? 1 : size >= 1 ? 2 : 3;
};

/** A reading's value by itself. */
export const formatValue = (value: number): string => formats[digitsOf(value)]!().format(value);

/** A battery's voltage: always two decimals. */
export const formatVolts = (volts: number): string => evenFormats[2]!().format(volts);

/** A value with always one decimal, as weather has it. */
export const formatTenths = (value: number): string => evenFormats[1]!().format(value);

const exact = numberFormat({ maximumSignificantDigits: 15 });

/** A number that somebody typed, with every digit of it. */
export const formatExactly = (value: number): string => exact().format(value);

/** A reading's value, with a dash where there is no value. */
export const valueOrDash = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatValue(value);

/** The decimals that a value is shown with, of at most so many: two of 4.43, one of 4.5, none of 12,043. */
const decimalsOf = (value: number, most: number): number => {
  const digits = Math.min(digitsOf(value), most);
  return digits === 0 ? 0 : (String(Number(value.toFixed(digits))).split('.')[1]?.length ?? 0);
};

/** One hand for a column: every value with as many decimals as the finest of them has, so that they line up. */
export const columnFormat = (column: readonly (number | null | undefined)[]) => {
  const values = column.filter((value) => typeof value === 'number');
  // Thousandths mean something only where all are small: 5.00 and 0.11, but 0.052 and 0.110.
  const most = values.some((value) => Math.abs(value) >= 1) ? 2 : 3;
  const format = evenFormats[Math.max(0, ...values.map((value) => decimalsOf(value, most)))]!();
  return (value: number | null | undefined): string =>
    typeof value === 'number' ? format.format(value) : '–';
};

/** So many decimals tell numbers apart that lie a step from each other; a step is a little off after its subtraction. */
const decimalsOfStep = (step: number): number =>
  DECIMALS.find((digits) => {
    const whole = step * 10 ** digits;
    return Math.abs(whole - Math.round(whole)) < whole * 1e-6;
  }) ?? DECIMALS.at(-1)!;

const COMPACT_FROM = 1e6;
/** More decimals than this, and the number in full is read more easily than in millions. */
const MOST_COMPACT_DECIMALS = 3;

/** How the ticks of an axis are written, which are all one step apart: 0.25 · 0.50, 12,000.5 · 12,001.0, 1M · 1.5M. */
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

/** A size, from bytes: 812 B, 4.2 KB, 1.3 MB, 20 GB. */
export const fileSize = (bytes: number): string => {
  if (bytes < KB) return `${formats[0]!().format(bytes)} B`;
  if (bytes < KB * KB) return `${formats[1]!().format(bytes / KB)} KB`;
  if (bytes < KB ** 3) return `${formats[1]!().format(bytes / KB / KB)} MB`;
  return `${formats[1]!().format(bytes / KB ** 3)} GB`;
};
