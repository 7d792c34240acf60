import type { Point } from './chart/points.ts';

interface AnsweredExtreme {
  value: number;
  timestamp: string;
}
export interface Extreme {
  value: number;
  time: number;
}

const extremeOf = (answered: AnsweredExtreme | null): Extreme | null =>
  answered && { value: answered.value, time: Date.parse(answered.timestamp) };

/** The extremes as answered, moved on by what has come since. */
export const extremesWith = (
  events: { highest: AnsweredExtreme | null; lowest: AnsweredExtreme | null },
  points: readonly Point[],
): { highest: Extreme | null; lowest: Extreme | null } => {
  let highest = extremeOf(events.highest);
  let lowest = extremeOf(events.lowest);
  for (const { time, current: value } of points) {
    if (value === null) continue;
    if (highest === null || value > highest.value) highest = { value, time };
    if (lowest === null || value < lowest.value) lowest = { value, time };
  }
  return { highest, lowest };
};
