import Supercluster from 'supercluster';
import { severityOf, type DeviceState } from '../devices/device-state.ts';

/** A device or a building, by a name of its own. */
export interface Pinned {
  key: string;
  lat: number;
  lng: number;
  state: DeviceState;
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
  state: DeviceState;
}

interface Summary {
  state: DeviceState;
  worst: number;
}

export const worstLast = (pins: Pin[]): Pin[] =>
  pins.sort((one, other) => severityOf(one.state) - severityOf(other.state));

const RADIUS_PX = 56;
/** From here on everything has a pin of its own, unless several stand on one spot. */
const LAST_CLUSTERED_ZOOM = 17;

/** Pins on the map of the world. */
export class WorldPins implements PinIndex {
  private readonly clusters = new Supercluster<Point, Summary>({
    radius: RADIUS_PX,
    // The side of a tile in pixels, which the radius is measured by.
    extent: 256,
    maxZoom: LAST_CLUSTERED_ZOOM,
    map: ({ state }) => ({ state, worst: 1 }),
    reduce: (group, { state, worst }) => {
      const difference = severityOf(state) - severityOf(group.state);
      if (difference === 0) group.worst += worst;
      else if (difference > 0) Object.assign(group, { state, worst });
    },
  });

  constructor(places: readonly Pinned[]) {
    this.clusters.load(
      places.map(({ key, lat, lng, state }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: { key, state },
      })),
    );
  }

  within(bounds: [west: number, south: number, east: number, north: number], zoom: number): Pin[] {
    const pins = this.clusters.getClusters(bounds, Math.round(zoom)).map((feature): Pin => {
      const [lng = 0, lat = 0] = feature.geometry.coordinates;
      const { state } = feature.properties;
      if ('cluster' in feature.properties && feature.properties.cluster) {
        const { cluster_id: id, point_count: count, worst } = feature.properties;
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

  private members(id: number, limit: number): Pinned[] {
    return this.clusters.getLeaves(id, limit).map(({ properties, geometry }) => {
      const [lng = 0, lat = 0] = geometry.coordinates;
      return { ...properties, lat, lng };
    });
  }
}
