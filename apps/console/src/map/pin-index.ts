import Supercluster from 'supercluster';
import { summaryOf, worstLast, type Pin, type PinIndex, type Pinned } from './pinned.ts';

/** Places by their number: one, or all that two others hold. */
type Members = number | readonly [Members, Members];

interface Held {
  members: Members;
}

interface Point extends Held {
  key: string;
}

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
      const summary = summaryOf(this.placesOf(feature.properties.members));
      if ('cluster' in feature.properties && feature.properties.cluster) {
        const { cluster_id: id } = feature.properties;
        return {
          kind: 'group',
          key: `${lng} ${lat} ${summary.count}`,
          lat,
          lng,
          ...summary,
          parts: () => this.clusters.getClusterExpansionZoom(id) <= LAST_CLUSTERED_ZOOM,
          members: (limit) => this.members(id, limit),
        };
      }
      const { key } = feature.properties as Point;
      return { kind: 'one', key, lat, lng, state: summary.state };
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

  private *placesOf(members: Members): Iterable<Pinned> {
    // Thousands on one spot are held by each other thousands deep.
    const left: Members[] = [members];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (typeof next === 'number') yield this.places[next]!;
      else left.push(...next);
    }
  }

  private members(id: number, limit: number): Pick<Pinned, 'key' | 'lat' | 'lng'>[] {
    return this.clusters.getLeaves(id, limit).map(({ properties: { key }, geometry }) => {
      const [lng = 0, lat = 0] = geometry.coordinates;
      return { key, lat, lng };
    });
  }
}
