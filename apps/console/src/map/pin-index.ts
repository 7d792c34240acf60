import Supercluster from 'supercluster';
import { summaryOf, worstLast, type Pin, type PinIndex, type Pinned } from './pinned.ts';

/** The indexes of a group's places: a binary tree. */
type Members = number | readonly [Members, Members];

interface ClusterProperties {
  members: Members;
}

const RADIUS_PX = 56;
/** Above this zoom each place has its own pin, unless several share one spot. */
const LAST_CLUSTERED_ZOOM = 17;

/** Clusters by position, not by state: states change far more often, and clustering thousands takes longer than a frame. */
const grouped = (places: readonly Pinned[]): Supercluster<ClusterProperties, ClusterProperties> =>
  new Supercluster<ClusterProperties, ClusterProperties>({
    radius: RADIUS_PX,
    // The tile size in pixels, the unit of the radius.
    extent: 256,
    maxZoom: LAST_CLUSTERED_ZOOM,
    map: ({ members }) => ({ members }),
    reduce: (group, { members }) => {
      group.members = [group.members, members];
    },
  }).load(
    places.map(({ lat, lng }, number) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { members: number },
    })),
  );

/** Pins on the world map. */
export class WorldPins<Place extends Pinned> implements PinIndex<Place> {
  private readonly places: readonly Place[];
  private readonly clusters: Supercluster<ClusterProperties, ClusterProperties>;

  /** @param former The previous pins, whose clusters are reused if keys and positions are unchanged. */
  constructor(places: readonly Place[], former?: WorldPins<Place>) {
    this.places = places;
    this.clusters = former?.hasSamePlaces(places) ? former.clusters : grouped(places);
  }

  within(bounds: [west: number, south: number, east: number, north: number], zoom: number): Pin<Place>[] {
    const pins = this.clusters.getClusters(bounds, Math.round(zoom)).map((feature): Pin<Place> => {
      const { properties } = feature;
      if (!('cluster_id' in properties)) return { kind: 'one', ...this.placesOf(properties.members)[0]! };
      const { cluster_id: id } = properties;
      const [lng = 0, lat = 0] = feature.geometry.coordinates;
      const summary = summaryOf(this.placesOf(properties.members));
      return {
        kind: 'group',
        key: `${lng} ${lat} ${summary.count}`,
        lat,
        lng,
        ...summary,
        parts: () => this.clusters.getClusterExpansionZoom(id) <= LAST_CLUSTERED_ZOOM,
        members: (limit) =>
          this.clusters.getLeaves(id, limit).flatMap((leaf) => this.placesOf(leaf.properties.members)),
      };
    });
    return worstLast(pins);
  }

  private hasSamePlaces(places: readonly Place[]): boolean {
    return (
      places.length === this.places.length &&
      places.every(({ key, lat, lng }, number) => {
        const known = this.places[number]!;
        return key === known.key && lat === known.lat && lng === known.lng;
      })
    );
  }

  private placesOf(members: Members): Place[] {
    const places: Place[] = [];
    // Iterative: thousands of places on one spot make a tree thousands deep.
    const left: Members[] = [members];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (typeof next === 'number') places.push(this.places[next]!);
      else left.push(...next);
    }
    return places;
  }
}
