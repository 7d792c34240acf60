import { CURVE_MOST_POINTS, type CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';

/** A table as its curve is drawn: of a long one, both ends and the lowest and highest of each stretch between them. */
export const curveOf = ({ raws, values }: CalibrationTable): CalibrationCurve => {
  const last = raws.length - 1;
  const pointAt = (row: number) => ({ raw: raws[row]!, value: values[row]! });
  let [minimum, maximum] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  return {
    rows: raws.length,
    minimum,
    maximum,
    first: pointAt(0),
    last: pointAt(last),
    points: rowsToDraw(values).map(pointAt),
  };
};

const rowsToDraw = (values: Float64Array): number[] => {
  const last = values.length - 1;
  if (values.length <= CURVE_MOST_POINTS) return Array.from(values.keys());
  const rows = [0];
  const stretches = (CURVE_MOST_POINTS - 2) / 2;
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = 1 + Math.floor((stretch * (last - 1)) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * (last - 1)) / stretches);
    let [low, high] = [from, from];
    for (let row = from; row < to; row++) {
      if (values[row]! < values[low]!) low = row;
      if (values[row]! > values[high]!) high = row;
    }
    rows.push(Math.min(low, high));
    if (low !== high) rows.push(Math.max(low, high));
  }
  rows.push(last);
  return rows;
};
