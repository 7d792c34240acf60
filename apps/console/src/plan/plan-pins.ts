import { summaryOf, worstLast, type Group, type Pin, type PinIndex, type Pinned } from '../map/pinned.ts';
import { DEEPEST_PLAN_ZOOM } from './plan-zoom.ts';

/** Closer pins overlap. */
const RADIUS_PX = 32;

const groupOf = <Place extends Pinned>(members: readonly Place[], parts: () => boolean): Group<Place> => {
  const { key, lat, lng } = members[0]!;
  return {
    kind: 'group',
    key: `group of ${key}`,
    lat,
    lng,
    ...summaryOf(members),
    parts,
    members: (limit) => members.slice(0, limit),
  };
};

/** Adds each place, in order, to the first group that it would overlap. */
const grouped = <Place extends Pinned>(places: readonly Place[], radius: number): Place[][] => {
  const groups: Place[][] = [];
  const cells = new Map<string, Place[][]>();
  for (const place of places) {
    const [column, row] = [Math.floor(place.lng / radius), Math.floor(place.lat / radius)];
    const around = [-1, 0, 1].flatMap((across) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${column + across} ${row + down}`) ?? []),
    );
    const near = around.find(([first]) => distance(first!, place) < radius);
    if (near) {
      near.push(place);
      continue;
    }
    const group = [place];
    const cell = `${column} ${row}`;
    groups.push(group);
    cells.set(cell, [...(cells.get(cell) ?? []), group]);
  }
  return groups;
};

const distance = (one: Pinned, other: Pinned) => Math.hypot(one.lng - other.lng, one.lat - other.lat);

/** Pins on a plan, in plan pixels. */
export class PlanPins<Place extends Pinned> implements PinIndex<Place> {
  private readonly places: readonly Place[];
  private readonly scale: (zoom: number) => number;

  /** @param scale Screen pixels per plan pixel at a zoom. */
  constructor(places: readonly Place[], scale: (zoom: number) => number) {
    this.places = places;
    this.scale = scale;
  }

  within([west, south, east, north]: [number, number, number, number], zoom: number): Pin<Place>[] {
    const isIn = ({ lat, lng }: Pin<Place>) => lng >= west && lng <= east && lat >= south && lat <= north;
    const groups = grouped(this.places, RADIUS_PX / this.scale(zoom));
    const pins = groups.map((members): Pin<Place> => {
      const [first] = members;
      if (members.length === 1) return { kind: 'one', ...first! };
      return groupOf(members, () => grouped(members, RADIUS_PX / this.scale(DEEPEST_PLAN_ZOOM)).length > 1);
    });
    return worstLast(pins.filter(isIn));
  }
}
