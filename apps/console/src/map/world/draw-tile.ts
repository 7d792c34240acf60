import {
  clipRing,
  gridStep,
  latitudeOf,
  longitudeOf,
  multiplesWithin,
  touches,
  xOf,
  yOf,
  type Box,
  type Shape,
} from './geometry.ts';
import type { Tokens } from '../../theme.ts';
import type { World } from './world.ts';

export interface TilePlace {
  x: number;
  y: number;
  z: number;
  /** Its side in device pixels. */
  size: number;
  /** Device pixels per CSS pixel. */
  density: number;
}

/** Also draws this margin around a tile, so that no seams are visible. */
const MARGIN_PX = 4;
/** A point closer than this to the last drawn one is skipped. */
const FINEST_PX = 0.35;

interface Pen {
  context: OffscreenCanvasRenderingContext2D;
  box: Box;
  toX: (x: number) => number;
  toY: (y: number) => number;
}

const fillLand = ({ context, box, toX, toY }: Pen, land: Shape[]) => {
  context.beginPath();
  for (const ring of land) {
    if (!touches(ring, box)) continue;
    const points = clipRing(ring, box);
    let lastX = Infinity;
    let lastY = Infinity;
    for (let at = 0; at < points.length; at += 2) {
      const x = toX(points[at]!);
      const y = toY(points[at + 1]!);
      if (at > 0 && Math.abs(x - lastX) < FINEST_PX && Math.abs(y - lastY) < FINEST_PX) continue;
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
      [lastX, lastY] = [x, y];
    }
    context.closePath();
  }
  context.fill('evenodd');
};

const strokeLines = ({ context, box, toX, toY }: Pen, shapes: Shape[]) => {
  context.beginPath();
  for (const shape of shapes) {
    if (!touches(shape, box)) continue;
    const { points } = shape;
    let isDown = false;
    for (let at = 2; at < points.length; at += 2) {
      const [x0, y0, x1, y1] = [points[at - 2]!, points[at - 1]!, points[at]!, points[at + 1]!];
      const segment = {
        minX: Math.min(x0, x1),
        maxX: Math.max(x0, x1),
        minY: Math.min(y0, y1),
        maxY: Math.max(y0, y1),
      };
      if (!touches(segment, box)) {
        isDown = false;
        continue;
      }
      if (!isDown) context.moveTo(toX(x0), toY(y0));
      context.lineTo(toX(x1), toY(y1));
      isDown = true;
    }
  }
  context.stroke();
};

const strokeGrid = ({ context, box, toX, toY }: Pen, zoom: number, size: number) => {
  const step = gridStep(zoom);
  context.beginPath();
  for (const longitude of multiplesWithin(step, longitudeOf(box.minX), longitudeOf(box.maxX))) {
    const x = Math.round(toX(xOf(longitude))) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, size);
  }
  for (const latitude of multiplesWithin(step, latitudeOf(box.maxY), latitudeOf(box.minY))) {
    const y = Math.round(toY(yOf(latitude))) + 0.5;
    context.moveTo(0, y);
    context.lineTo(size, y);
  }
  context.stroke();
};

/** Draws sea, land, grid, borders and coasts of one tile. */
export const drawTile = (
  context: OffscreenCanvasRenderingContext2D,
  world: World,
  { x, y, z, size, density }: TilePlace,
  tokens: Tokens,
): void => {
  const count = 2 ** z;
  const column = ((x % count) + count) % count;
  const margin = MARGIN_PX / size / count;
  const pen: Pen = {
    context,
    box: {
      minX: column / count - margin,
      maxX: (column + 1) / count + margin,
      minY: y / count - margin,
      maxY: (y + 1) / count + margin,
    },
    toX: (at) => (at * count - column) * size,
    toY: (at) => (at * count - y) * size,
  };
  context.fillStyle = tokens.mapSea;
  context.fillRect(0, 0, size, size);
  context.fillStyle = tokens.mapLand;
  fillLand(pen, world.land);
  context.lineWidth = 1;
  context.strokeStyle = tokens.mapGrid;
  strokeGrid(pen, z, size);
  context.lineJoin = 'round';
  context.lineWidth = density;
  context.strokeStyle = tokens.mapBorder;
  strokeLines(pen, world.borders);
  context.strokeStyle = tokens.mapCoast;
  strokeLines(pen, world.coasts);
};
