import type { Point } from './points.ts';

/** The curve of one sensor. */
export interface Curve {
  /** '1' to '4'. */
  sensor: string;
  /** The name of the sensor type; sensors of one type share an axis. */
  sensorName: string;
  name: string;
  unit: string;
  points: Point[];
  /** The number of readings behind the points. */
  readings: number;
}

const COLOURS = [
  'var(--chart-line)',
  'var(--chart-second)',
  'var(--chart-third)',
  'var(--chart-fourth)',
] as const;

/** The colour of the curve at an index; the chosen sensor's is 0. */
export const colourOf = (place: number): string => COLOURS[place] ?? COLOURS[0];
