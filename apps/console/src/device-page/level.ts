/** The documents' voltages of an empty and a full battery. */
const EMPTY_V = 3.4;
const FULL_V = 3.75;

const percent = (share: number) => Math.max(0, Math.min(100, share * 100));

export const batteryPercent = (volts: number): number => percent((volts - EMPTY_V) / (FULL_V - EMPTY_V));

export const GAUGE_COLOURS = {
  red: 'var(--firing-solid)',
  yellow: 'var(--gauge-yellow)',
  green: 'var(--normal-solid)',
};
type Gauge = keyof typeof GAUGE_COLOURS;

/** Red at 30 or below, yellow at 60 or below, green above. */
export const gaugeOf = (charge: number): Gauge => (charge <= 30 ? 'red' : charge <= 60 ? 'yellow' : 'green');

/** The battery icon has five bands of 20 %. */
export const batteryBands = (charge: number): number => Math.min(5, Math.ceil(charge / 20));

/** The highest of the last three readings, as a share of the greatest depth; null before the first. */
export const fillPercent = (lastThree: readonly (number | null)[], maximumDepth: number): number | null => {
  const known = lastThree.filter((value): value is number => value !== null);
  if (known.length === 0 || maximumDepth <= 0) return null;
  return percent(Math.max(...known) / maximumDepth);
};
