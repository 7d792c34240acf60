import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';

type DeviceMetaData = NonNullable<DeviceDashboard['deviceInfo']['deviceMetaData']>;

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

/**
 * How full a tank is, as a share of its greatest depth: the highest of the last three readings with `First`, their mean with `Average`; null
 * before the first.
 */
export const fillPercent = (
  lastThree: readonly (number | null)[],
  { maximumDepth, valueType }: Pick<DeviceMetaData, 'maximumDepth' | 'valueType'>,
): number | null => {
  const known = lastThree.filter((value): value is number => value !== null);
  if (known.length === 0 || maximumDepth <= 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return percent((valueType === 'Average' ? mean : Math.max(...known)) / maximumDepth);
};

/** At this level and below, a tank that is to be filled is low; at this level and above, one that must not overflow is high. */
const LOW = 20;
const HIGH = 80;

/** Why a level is bad; null if it is not. */
export const badLevelOf = (
  fill: number | null,
  applicationType: DeviceMetaData['applicationType'],
): 'low' | 'high' | null => {
  if (fill === null) return null;
  if (applicationType === 'Fill') return fill <= LOW ? 'low' : null;
  return fill >= HIGH ? 'high' : null;
};
