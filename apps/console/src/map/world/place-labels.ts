import { gridStep, multiplesWithin } from './geometry.ts';

/** A name that may be written on the map; the lower its rank, the sooner it gives way. */
export interface PlaceName {
  name: string;
  latitude: number;
  longitude: number;
  kind: 'country' | 'city';
  /** The zooms between which it is written. */
  fromZoom: number;
  toZoom: number;
  rank: number;
}

interface PlacedLabel {
  name: string;
  kind: PlaceName['kind'];
  /** Where the place itself is. */
  x: number;
  y: number;
  /** The middle of its name's foot. */
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
  /** What nothing may be written over. */
  taken: readonly Rectangle[];
}

const HEIGHT_PX = 14;
const GAP_PX = 6;

const overlaps = (one: Rectangle, other: Rectangle) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

const isWithin = ({ left, right, top, bottom }: Rectangle, { width, height }: View) =>
  left >= 0 && right <= width && top >= 0 && bottom <= height;

/** Where a name may stand beside its place, the best first. */
const standsOf = (kind: PlaceName['kind'], width: number): [number, number][] =>
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

/** Which names fit, the weightier first, none cut by the map's edge, none over another and none over a pin. */
export const placeLabels = (names: PlaceName[], view: View): PlacedLabel[] => {
  const taken = [...view.taken];
  const placed: PlacedLabel[] = [];
  const wanted = names
    .filter(({ fromZoom, toZoom }) => view.zoom >= fromZoom && view.zoom <= toZoom)
    .sort((one, other) => other.rank - one.rank);
  for (const { name, kind, latitude, longitude } of wanted) {
    const { x, y } = view.toPoint(latitude, longitude);
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    const width = view.widthOf(name, kind);
    for (const [toX, toY] of standsOf(kind, width)) {
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

/** From which zoom a country of this size has room for its name. */
export const countryZoom = (area: number): number => {
  const side = Math.sqrt(area);
  return Math.max(2, Math.ceil(Math.log2(56 / (256 * Math.max(side, 1e-5)))));
};

/** "47.25° N" with as many digits as the grid's step needs. */
export const degrees = (value: number, step: number, signs: readonly [string, string]): string => {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const sign = value === 0 ? '' : ` ${value > 0 ? signs[0] : signs[1]}`;
  return `${Math.abs(value).toFixed(digits)}°${sign}`;
};

interface EdgeLabel {
  text: string;
  at: number;
}

/** What stands at the map's edges where the lines of the grid leave it. */
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
