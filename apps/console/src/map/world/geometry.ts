/**
 * Plane geometry of a Mercator map. The world is the unit square: x from the 180th meridian eastwards, y from the north edge
 * downwards, as in tile coordinates.
 */

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** Flat coordinates: x0, y0, x1, y1 … */
type Points = Float64Array;

export interface Shape extends Box {
  points: Points;
}

/** The limit of the Mercator map. */
const HIGHEST_LATITUDE = 85.0511287798;

export const xOf = (longitude: number): number => longitude / 360 + 0.5;

export const yOf = (latitude: number): number => {
  const held = Math.max(-HIGHEST_LATITUDE, Math.min(HIGHEST_LATITUDE, latitude));
  const sine = Math.sin((held * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};

export const longitudeOf = (x: number): number => (x - 0.5) * 360;
export const latitudeOf = (y: number): number =>
  (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;

const withBox = (points: Points): Shape => {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let at = 0; at < points.length; at += 2) {
    box.minX = Math.min(box.minX, points[at]!);
    box.maxX = Math.max(box.maxX, points[at]!);
    box.minY = Math.min(box.minY, points[at + 1]!);
    box.maxY = Math.max(box.maxY, points[at + 1]!);
  }
  return { points, ...box };
};

/** A line of longitudes and latitudes; across the 180th meridian it continues outside the square. */
export const shapeOf = (line: readonly (readonly number[])[]): Shape => {
  const points: number[] = [];
  let before = line[0]?.[0] ?? 0;
  let turns = 0;
  for (const [longitude = 0, latitude = 0] of line) {
    if (longitude - before > 180) turns -= 1;
    else if (before - longitude > 180) turns += 1;
    before = longitude;
    points.push(xOf(longitude) + turns, yOf(latitude));
  }
  return withBox(Float64Array.from(points));
};

/** A ring once around the earth (Antarctica's) is closed along the edge of the map. */
export const ringOf = (line: readonly (readonly number[])[]): Shape => {
  const shape = shapeOf(line);
  const { points, minY, maxY } = shape;
  const firstX = points[0] ?? 0;
  const lastX = points.at(-2) ?? 0;
  if (Math.abs(lastX - firstX) < 0.5) return shape;
  const edge = maxY > 1 - minY ? 1 : 0;
  return withBox(Float64Array.from([...points, lastX, edge, firstX, edge]));
};

const shifted = ({ points }: Shape, by: number): Shape =>
  withBox(points.map((value, at) => (at % 2 === 0 ? value + by : value)));

/** The shape, and a copy shifted by one turn if it extends outside the square. */
export const copiesOf = (shape: Shape): Shape[] => [
  shape,
  ...(shape.maxX > 1 ? [shifted(shape, -1)] : []),
  ...(shape.minX < 0 ? [shifted(shape, 1)] : []),
];

export const touches = (one: Box, other: Box): boolean =>
  one.minX <= other.maxX && one.maxX >= other.minX && one.minY <= other.maxY && one.maxY >= other.minY;

/** The part on the larger or smaller side of a vertical (axis 0) or horizontal (axis 1) line. */
const clipBySide = (points: ArrayLike<number>, axis: 0 | 1, edge: number, isLarger: boolean): number[] => {
  const kept: number[] = [];
  const isInside = (at: number) => (isLarger ? points[at + axis]! >= edge : points[at + axis]! <= edge);
  for (let at = 0; at < points.length; at += 2) {
    const before = at === 0 ? points.length - 2 : at - 2;
    if (isInside(at) !== isInside(before)) {
      const [from, to] = [points[before + axis]!, points[at + axis]!];
      const [acrossFrom, acrossTo] = [points[before + 1 - axis]!, points[at + 1 - axis]!];
      const across = acrossFrom + ((acrossTo - acrossFrom) * (edge - from)) / (to - from);
      kept.push(...(axis === 0 ? [edge, across] : [across, edge]));
    }
    if (isInside(at)) kept.push(points[at]!, points[at + 1]!);
  }
  return kept;
};

/**
 * The part of a ring within a box (Sutherland and Hodgman). At a city's scale, a canvas cannot draw whole countries: its
 * coordinates lose their precision.
 */
export const clipRing = (ring: Shape, box: Box): ArrayLike<number> => {
  const fits =
    ring.minX >= box.minX && ring.maxX <= box.maxX && ring.minY >= box.minY && ring.maxY <= box.maxY;
  if (fits) return ring.points;
  let points = clipBySide(ring.points, 0, box.minX, true);
  points = clipBySide(points, 0, box.maxX, false);
  points = clipBySide(points, 1, box.minY, true);
  return clipBySide(points, 1, box.maxY, false);
};

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const LEAST_SPACING_PX = 96;

/** The distance of grid lines at a zoom, in degrees. */
export const gridStep = (zoom: number): number => {
  const pxPerDegree = (256 * 2 ** zoom) / 360;
  return STEPS.findLast((step) => step * pxPerDegree >= LEAST_SPACING_PX) ?? STEPS[0]!;
};

/** The multiples of a step between two values, without the drift of repeated addition. */
export const multiplesWithin = (step: number, from: number, to: number): number[] => {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    Number(((first + index) * step).toFixed(6)),
  );
};

/** A ring's centre, weighted by area, and its area in the unit square. */
export const centreOf = ({ points }: Shape): { x: number; y: number; area: number } => {
  let doubled = 0;
  let x = 0;
  let y = 0;
  for (let at = 0; at < points.length; at += 2) {
    const next = (at + 2) % points.length;
    const cross = points[at]! * points[next + 1]! - points[next]! * points[at + 1]!;
    doubled += cross;
    x += (points[at]! + points[next]!) * cross;
    y += (points[at + 1]! + points[next + 1]!) * cross;
  }
  if (doubled === 0) return { x: points[0] ?? 0, y: points[1] ?? 0, area: 0 };
  return { x: x / (3 * doubled), y: y / (3 * doubled), area: Math.abs(doubled / 2) };
};
