import type { Point } from './points.ts';

/** One sensor as it is drawn. */
export interface Curve {
  /** '1' to '4'. */
  sensor: string;
  /** As the sensor type is called; sensors of one type share an axis. */
  sensorName: string;
  name: string;
  unit: string;
  points: Point[];
  /** How many readings they stand for. */
  readings: number;
}

const COLOURS = [
  'var(--chart-line)',
  'var(--chart-second)',
  'var(--chart-third)',
  'var(--chart-fourth)',
] as const;

/** The colour of the curve at a place: the chosen sensor's is the first. */
export const colourOf = (place: number): string => COLOURS[place] ?? COLOURS[0];
