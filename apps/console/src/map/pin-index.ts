import Supercluster from 'supercluster';
import { severityOf, type DeviceState } from '../state/device-state.ts';

/** A device or a building, by a name of its own. */
export interface Pinned {
  key: string;
  lat: number;
  lng: number;
  state: DeviceState;
  /** Of a place that counts for several: how many they are, and how many of them are in its state. */
  within?: { count: number; worst: number };
}

/** Several that would lie on each other. */
export interface Group {
  kind: 'group';
  key: string;
  lat: number;
  lng: number;
  count: number;
  /** The worst state among its members, and how many are in it. */
  state: DeviceState;
  worst: number;
  /** Whether a closer look parts them. */
  parts(): boolean;
  /** What is in it, at most so many of them. */
  members(limit: number): { key: string; lat: number; lng: number }[];
}

export type Pin = ({ kind: 'one' } & Pinned) | Group;

/** Groups pins that would lie over each other; a group has the worst state of its members. */
export interface PinIndex {
  /** The pins within a part of the map, the worst last so that they lie on top. */
  within(bounds: [west: number, south: number, east: number, north: number], zoom: number): Pin[];
}

interface Point {
  key: string;
  members: Members;
}

/** Places by their number: one, or all that two others hold. */
type Members = number | readonly [Members, Members];

interface Held {
  members: Members;
}

export const worstLast = (pins: Pin[]): Pin[] =>
  pins.sort((one, other) => severityOf(one.state) - severityOf(other.state));

const ONE = { count: 1, worst: 1 };
const RADIUS_PX = 56;
/** From here on everything has a pin of its own, unless several stand on one spot. */
const LAST_CLUSTERED_ZOOM = 17;

/** Where places stand, and not how they are: states change far more often, and to group thousands takes longer than a frame. */
const grouped = (places: readonly Pinned[]): Supercluster<Point, Held> =>
  new Supercluster<Point, Held>({
    radius: RADIUS_PX,
    // The side of a tile in pixels, which the radius is measured by.
    extent: 256,
    maxZoom: LAST_CLUSTERED_ZOOM,
    map: ({ members }) => ({ members }),
    reduce: (group, { members }) => {
      group.members = [group.members, members];
    },
  }).load(
    places.map(({ key, lat, lng }, number) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { key, members: number },
    })),
  );

/** Pins on the map of the world. */
export class WorldPins implements PinIndex {
  private readonly places: readonly Pinned[];
  private readonly clusters: Supercluster<Point, Held>;

  /** @param former Those of these places as they were: while nothing comes, goes or moves, they are not grouped anew. */
  constructor(places: readonly Pinned[], former?: WorldPins) {
    this.places = places;
    this.clusters = former?.standAs(places) ? former.clusters : grouped(places);
  }

  within(bounds: [west: number, south: number, east: number, north: number], zoom: number): Pin[] {
    const pins = this.clusters.getClusters(bounds, Math.round(zoom)).map((feature): Pin => {
      const [lng = 0, lat = 0] = feature.geometry.coordinates;
      const { state, worst, count } = this.summaryOf(feature.properties.members);
      if ('cluster' in feature.properties && feature.properties.cluster) {
        const { cluster_id: id } = feature.properties;
        return {
          kind: 'group',
          key: `${lng} ${lat} ${count}`,
          lat,
          lng,
          count,
          state,
          worst,
          parts: () => this.clusters.getClusterExpansionZoom(id) <= LAST_CLUSTERED_ZOOM,
          members: (limit) => this.members(id, limit),
        };
      }
      const { key } = feature.properties as Point;
      return { kind: 'one', key, lat, lng, state };
    });
    return worstLast(pins);
  }

  private standAs(places: readonly Pinned[]): boolean {
    return (
      places.length === this.places.length &&
      places.every(({ key, lat, lng }, number) => {
        const known = this.places[number]!;
        return key === known.key && lat === known.lat && lng === known.lng;
      })
    );
  }

  private summaryOf(members: Members): Pick<Group, 'state' | 'worst' | 'count'> {
    let state: DeviceState = 'normal';
    let worst = 0;
    let count = 0;
    // Thousands on one spot are held by each other thousands deep.
    const left: Members[] = [members];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (typeof next !== 'number') {
        left.push(...next);
        continue;
      }
      const { state: its, within = ONE } = this.places[next]!;
      const difference = severityOf(its) - severityOf(state);
      if (difference > 0) [state, worst] = [its, within.worst];
      else if (difference === 0) worst += within.worst;
      count += within.count;
    }
    return { state, worst, count };
  }

  private members(id: number, limit: number): Pick<Pinned, 'key' | 'lat' | 'lng'>[] {
    return this.clusters.getLeaves(id, limit).map(({ properties: { key }, geometry }) => {
      const [lng = 0, lat = 0] = geometry.coordinates;
      return { key, lat, lng };
    });
  }
}
