import type { GraphData } from '@telemon/contracts/devices/dashboards';
import type { Reading } from '@telemon/contracts/readings';
import type { Span } from '../../chart/axes.ts';

/** One instant of a sensor. */
export interface Point {
  /** Epoch milliseconds. */
  time: number;
  current: number | null;
  /** The band: the extremes of the point's readings, or those that the device sent with a single one. */
  minimum: number | null;
  maximum: number | null;
  average: number | null;
  rain: number | null;
}

export const SERIES = ['current', 'minimum', 'maximum', 'average'] as const;

const NOTHING = { current: null, minimum: null, maximum: null, average: null, rain: null };

export const pointsOf = ({ timeStamp, rainData, ...graph }: GraphData): Point[] =>
  timeStamp.map((time, index) => ({
    time: Date.parse(time),
    current: graph.current[index] ?? null,
    minimum: graph.low[index] ?? null,
    maximum: graph.high[index] ?? null,
    average: graph.mean[index] ?? null,
    rain: rainData[index] ?? null,
  }));

/** The point of a live reading for a sensor (1 to 4). Its minimum and maximum are the day's, so it has no band. */
export const pointOf = ({ timestamp, current }: Reading, sensor: number): Point => ({
  ...NOTHING,
  time: timestamp,
  current: current[sensor - 1] ?? null,
});

/** The point nearest to an instant, if it is near enough. */
export const nearest = (points: readonly Point[], time: number, within: number): Point | undefined => {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.time < time) low = middle + 1;
    else high = middle;
  }
  const near = [points[low - 1], points[low]].filter((point) => point !== undefined);
  const distance = (point: Point) => Math.abs(point.time - time);
  const [first] = near.sort((one, other) => distance(one) - distance(other));
  return first && distance(first) <= within ? first : undefined;
};

/** The lowest and the highest drawn value. */
export const extentOf = (points: readonly Point[]): Span | null => {
  let low = Infinity;
  let high = -Infinity;
  for (const { current, minimum, maximum, average } of points) {
    for (const value of [current, minimum, maximum, average]) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
};

/** Merges newer points by time; of two points at one instant the newer counts. */
export const withNewer = (points: Point[], newer: Point[], [from, to]: [number, number]): Point[] => {
  const wanted = newer.filter(({ time, current }) => current !== null && time >= from && time <= to);
  if (wanted.length === 0) return points;
  const last = points.at(-1)?.time ?? -Infinity;
  const inOrder = wanted.every(({ time }, index) => time > (wanted[index - 1]?.time ?? last));
  if (inOrder) return [...points, ...wanted];
  const byTime = new Map(points.map((point) => [point.time, point]));
  // A live reading has a current value alone.
  for (const point of wanted)
    byTime.set(point.time, { ...point, ...byTime.get(point.time), current: point.current });
  return [...byTime.values()].sort((one, other) => one.time - other.time);
};

/** A gap is this many times longer than the usual spacing, and at least a minute. */
const GAP_FACTOR = 4;
const LEAST_GAP_MS = 60_000;
/** The usual spacing is that of this many points on each side, because a device may change its rate. */
const AROUND = 16;

/** The third quartile of the distances between neighbours, of the points from one place to another. */
const usualSpacing = (points: readonly Point[], from: number, to: number): number => {
  const spacings: number[] = [];
  for (let index = Math.max(from, 0) + 1; index <= Math.min(to, points.length - 1); index += 1) {
    spacings.push(points[index]!.time - points[index - 1]!.time);
  }
  spacings.sort((one, other) => one - other);
  return spacings[Math.floor((spacings.length - 1) * 0.75)] ?? 0;
};

/** Puts an empty point into every gap, so that no line is drawn across a time without measurements. */
export const withGaps = (points: Point[]): Point[] =>
  points.flatMap((point, index) => {
    const before = points[index - 1];
    const missing = before ? point.time - before.time : 0;
    if (!before || missing <= LEAST_GAP_MS) return [point];
    const usual = Math.max(
      usualSpacing(points, index - 1 - AROUND, index - 1),
      usualSpacing(points, index, index + AROUND),
    );
    const isGap = usual > 0 && missing > usual * GAP_FACTOR;
    return isGap ? [{ ...NOTHING, time: (before.time + point.time) / 2 }, point] : [point];
  });

const lower = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.min(one, other);
const higher = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.max(one, other);

/** The points of a stretch to draw: the first, the extremes and the last, in order; their band covers the whole stretch. */
const stretchOf = (points: Point[]): Point[] => {
  let lowest = points[0]!;
  let highest = points[0]!;
  let minimum: number | null = null;
  let maximum: number | null = null;
  let rain: number | null = null;
  for (const point of points) {
    if (point.current! < lowest.current!) lowest = point;
    if (point.current! > highest.current!) highest = point;
    minimum = lower(minimum, lower(point.minimum, point.current));
    maximum = higher(maximum, higher(point.maximum, point.current));
    if (point.rain !== null) rain = (rain ?? 0) + point.rain;
  }
  const kept = [...new Set([points[0]!, lowest, highest, points.at(-1)!])];
  return kept
    .sort((one, other) => one.time - other.time)
    .map((point, index) => ({ ...point, minimum, maximum, rain: index === 0 ? rain : null }));
};

/**
 * About `most` points, with all extremes. Stretches have equal durations, so old stretches stay the same when a new value arrives;
 * a gap is never bridged.
 */
export const thin = (points: Point[], most: number): Point[] => {
  if (points.length <= most) return points;
  const from = points[0]!.time;
  const width = ((points.at(-1)!.time - from) / most) * 4;
  let gaps = 0;
  const stretches = Map.groupBy(points, ({ time, current }) => {
    if (current === null) gaps += 1;
    return current === null ? `gap ${gaps}` : `${Math.floor((time - from) / width)} behind gap ${gaps}`;
  });
  return [...stretches.values()].flatMap((stretch) =>
    stretch[0]!.current === null ? stretch : stretchOf(stretch),
  );
};
