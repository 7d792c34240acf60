import { gridStep, multiplesWithin } from './geometry.ts';

/** A candidate for a label on the map; higher ranks are placed first. */
export interface PlaceName {
  name: string;
  latitude: number;
  longitude: number;
  kind: 'country' | 'city';
  /** The zooms at which it is shown. */
  fromZoom: number;
  toZoom: number;
  rank: number;
}

interface PlacedLabel {
  name: string;
  kind: PlaceName['kind'];
  /** The place itself. */
  x: number;
  y: number;
  /** The bottom centre of its text. */
  textX: number;
  textY: number;
}

export interface Rectangle {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface View {
  zoom: number;
  width: number;
  height: number;
  toPoint: (latitude: number, longitude: number) => { x: number; y: number };
  widthOf: (name: string, kind: PlaceName['kind']) => number;
  /** Areas to keep free of labels. */
  taken: readonly Rectangle[];
}

const HEIGHT_PX = 14;
const GAP_PX = 6;

const overlaps = (one: Rectangle, other: Rectangle) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

const isWithin = ({ left, right, top, bottom }: Rectangle, { width, height }: View) =>
  left >= 0 && right <= width && top >= 0 && bottom <= height;

/** Text offsets from the place, best first. */
const offsetsOf = (kind: PlaceName['kind'], width: number): [number, number][] =>
  kind === 'country'
    ? [[0, 4]]
    : [
        [0, 16],
        [0, -8],
        [width / 2 + 8, 4],
        [-width / 2 - 8, 4],
        [0, 34],
        [0, -24],
      ];

/** Places labels by rank, without overlaps with each other, pins or the map's edge. */
export const placeLabels = (names: PlaceName[], view: View): PlacedLabel[] => {
  const taken = [...view.taken];
  const placed: PlacedLabel[] = [];
  const candidates = names
    .filter(({ fromZoom, toZoom }) => view.zoom >= fromZoom && view.zoom <= toZoom)
    .sort((one, other) => other.rank - one.rank);
  for (const { name, kind, latitude, longitude } of candidates) {
    const { x, y } = view.toPoint(latitude, longitude);
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    const width = view.widthOf(name, kind);
    for (const [toX, toY] of offsetsOf(kind, width)) {
      const textX = x + toX;
      const textY = y + toY;
      const box = {
        left: textX - width / 2 - GAP_PX,
        right: textX + width / 2 + GAP_PX,
        top: textY - HEIGHT_PX,
        bottom: textY + 4,
      };
      if (!isWithin(box, view) || taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      placed.push({ name, kind, x, y, textX, textY });
      break;
    }
  }
  return placed;
};

/** The zoom from which a country of this area fits its name. */
export const countryZoom = (area: number): number => {
  const side = Math.sqrt(area);
  return Math.max(2, Math.ceil(Math.log2(56 / (256 * Math.max(side, 1e-5)))));
};

/** "47.25° N" with the digits that the grid's step needs. */
export const degrees = (value: number, step: number, signs: readonly [string, string]): string => {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const sign = value === 0 ? '' : ` ${value > 0 ? signs[0] : signs[1]}`;
  return `${Math.abs(value).toFixed(digits)}°${sign}`;
};

interface EdgeLabel {
  text: string;
  at: number;
}

/** The labels of grid lines at the map's edges. */
export const gridLabels = (
  zoom: number,
  bounds: { south: number; north: number; west: number; east: number },
  toPoint: View['toPoint'],
): { bottom: EdgeLabel[]; left: EdgeLabel[] } => {
  const step = gridStep(Math.floor(zoom));
  const middle = (bounds.south + bounds.north) / 2;
  return {
    bottom: multiplesWithin(step, bounds.west, bounds.east).map((longitude) => ({
      text: degrees(((((longitude + 180) % 360) + 360) % 360) - 180, step, ['E', 'W']),
      at: toPoint(middle, longitude).x,
    })),
    left: multiplesWithin(step, Math.max(-85, bounds.south), Math.min(85, bounds.north)).map((latitude) => ({
      text: degrees(latitude, step, ['N', 'S']),
      at: toPoint(latitude, bounds.west).y,
    })),
  };
};
