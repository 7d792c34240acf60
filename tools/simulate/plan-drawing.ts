type Kind = 'room' | 'cold' | 'frozen' | 'water';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A floor of 1000 by 600 units, a centimetre and a half each. */
export interface Drawing {
  rooms: (Box & { name: string; kind: Kind; door: 'bottom' | 'left' | 'right' })[];
  /** Machines and horizontal tanks, seen from above. */
  machines: (Box & { shape: 'block' | 'tank' })[];
}

const MARGIN = 20;
const WIDTH = 1000;
const HEIGHT = 600;
const DOOR = 70;

const FILLS: Record<Kind, string> = {
  room: '#f6f4ef',
  cold: '#e4f0f7',
  frozen: '#d3e4f3',
  water: '#e6f3f1',
};
const WALL = '#3c4850';
const FAINT = '#9fabb3';

const box = ({ x, y, width, height }: Box) => `x="${x}" y="${y}" width="${width}" height="${height}"`;

/** A room's door: the gap in the wall, and the leaf. */
const doorOf = ({ x, y, width, height, door }: Drawing['rooms'][number]): string => {
  const [fromX, fromY, alongX, alongY] =
    door === 'bottom'
      ? [x + width * 0.72 - DOOR / 2, y + height, 1, 0]
      : [door === 'left' ? x : x + width, y + height / 2 - DOOR / 2, 0, 1];
  const [toX, toY] = [fromX + alongX * DOOR, fromY + alongY * DOOR];
  const inwards = door === 'left' ? 1 : -1;
  const [leafX, leafY] = [fromX + inwards * alongY * DOOR, fromY + inwards * alongX * DOOR];
  const sweep = door === 'right' ? 0 : 1;
  return (
    `<path d="M${fromX} ${fromY}L${toX} ${toY}" stroke="#fff" stroke-width="12"/>` +
    `<path d="M${fromX} ${fromY}L${leafX} ${leafY}A${DOOR} ${DOOR} 0 0 ${sweep} ${toX} ${toY}" fill="none" stroke="${FAINT}" stroke-width="2"/>`
  );
};

/** Shelves along the walls of a cold room; none in other rooms. */
const shelvesOf = (room: Drawing['rooms'][number]): string => {
  if (room.kind !== 'cold' && room.kind !== 'frozen') return '';
  const { x, y, width, height } = room;
  const rack = (left: number, top: number, wide: number, high: number) =>
    `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="#fff" stroke="${FAINT}" stroke-width="2"/>`;
  return [
    rack(x + 16, y + 16, width - 32, 34),
    rack(x + 16, y + 62, 34, height - 140),
    rack(x + width - 50, y + 62, 34, height - 140),
  ].join('');
};

const machineOf = ({ shape, ...place }: Drawing['machines'][number]): string => {
  const style = `fill="#fff" stroke="${FAINT}" stroke-width="3"`;
  const round = shape === 'tank' ? place.height / 2 : 10;
  return `<rect ${box(place)} rx="${round}" ${style}/>`;
};

/** A floor's plan as an SVG text. */
export const drawPlan = ({ rooms, machines }: Drawing): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH + 2 * MARGIN}" height="${HEIGHT + 2 * MARGIN}" viewBox="${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}">`,
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${WIDTH + 2 * MARGIN}" height="${HEIGHT + 2 * MARGIN}" fill="#fff"/>`,
    ...rooms.map(
      (room) => `<rect ${box(room)} fill="${FILLS[room.kind]}" stroke="${WALL}" stroke-width="6"/>`,
    ),
    ...rooms.map(shelvesOf),
    ...machines.map(machineOf),
    `<rect x="0" y="0" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="${WALL}" stroke-width="10"/>`,
    ...rooms.map(doorOf),
    ...rooms.map(
      ({ name, x, y, height }) =>
        `<text x="${x + 18}" y="${y + height - 20}" font-family="sans-serif" font-size="22" fill="${WALL}">${name}</text>`,
    ),
    '</svg>',
  ].join('\n');
