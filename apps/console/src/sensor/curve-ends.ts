import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';

type Row = CalibrationCurve['first'] & { number: number };

/** So many rows are shown of each end. */
const OF_EACH_END = 3;

/** The first and the last rows of a table by their numbers from 1; of one too long to be drawn whole, the very first and last. */
export const endsOf = ({ rows, first, last, points }: CalibrationCurve): { first: Row[]; last: Row[] } => {
  if (points.length < rows) return { first: [{ ...first, number: 1 }], last: [{ ...last, number: rows }] };
  const numbered = points.map((point, index) => ({ ...point, number: index + 1 }));
  if (rows <= 2 * OF_EACH_END) return { first: numbered, last: [] };
  return { first: numbered.slice(0, OF_EACH_END), last: numbered.slice(-OF_EACH_END) };
};
