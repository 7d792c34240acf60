import type { AdjustmentRange, SensorAdjustment } from '@telemon/contracts/devices/treatment';
import { LARGEST_VALUE } from '@telemon/contracts/readings';
import { tidy } from './calibration-table.ts';

const NAMES = ['sensor1', 'sensor2', 'sensor3', 'sensor4'] as const;

/** The ranges of each of the four sensors, null where it has none; null where no sensor has any. */
export const rangesOf = (
  adjustment: SensorAdjustment | null | undefined,
): (readonly AdjustmentRange[] | null)[] | null => {
  if (!adjustment?.enabled) return null;
  const ranges = NAMES.map((name) => adjustment[name] ?? null);
  return ranges.every((each) => each === null || each.length === 0) ? null : ranges;
};

/** A value plus that of the first range that contains it; clamped to ±1e15, the bound of any value. */
export const adjusted = (value: number, ranges: readonly AdjustmentRange[]): number => {
  for (const range of ranges) {
    if (value < range.from || value > range.to) continue;
    return Math.max(-LARGEST_VALUE, Math.min(LARGEST_VALUE, tidy(value + range.value)));
  }
  return value;
};
