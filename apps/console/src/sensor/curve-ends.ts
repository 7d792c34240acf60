import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';

type Row = CalibrationCurve['first'] & { number: number };

/** Number of rows shown at each end. */
const OF_EACH_END = 3;

/** The first and last rows of a table, numbered from 1; only the very first and last if not all points are known. */
export const endsOf = ({ rows, first, last, points }: CalibrationCurve): { first: Row[]; last: Row[] } => {
  if (points.length < rows) return { first: [{ ...first, number: 1 }], last: [{ ...last, number: rows }] };
  const numbered = points.map((point, index) => ({ ...point, number: index + 1 }));
  if (rows <= 2 * OF_EACH_END) return { first: numbered, last: [] };
  return { first: numbered.slice(0, OF_EACH_END), last: numbered.slice(-OF_EACH_END) };
};
