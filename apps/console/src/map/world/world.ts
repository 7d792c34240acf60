import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { centreOf, copiesOf, latitudeOf, longitudeOf, ringOf, shapeOf, type Shape } from './geometry.ts';

/** Natural Earth's countries in world-atlas's format. */
export type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

export interface CountryLabel {
  name: string;
  latitude: number;
  longitude: number;
  /** The area of its largest part, as a share of the unit square. */
  area: number;
}

export interface World {
  /** All rings of land, including holes: to be filled by the even-odd rule. */
  land: Shape[];
  coasts: Shape[];
  borders: Shape[];
  labels: CountryLabel[];
}

const lines = (geometry: { coordinates: number[][][] }): Shape[] =>
  geometry.coordinates.flatMap((line) => copiesOf(shapeOf(line)));

/** Prepares an atlas for drawing; once, in the worker. */
export const worldOf = (atlas: Atlas): World => {
  const { countries } = atlas.objects;
  const land: Shape[] = [];
  const labels: CountryLabel[] = [];
  for (const { geometry, properties } of feature(atlas, countries).features) {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    let largest = { x: 0, y: 0, area: 0 };
    for (const polygon of polygons) {
      const rings = polygon.map(ringOf);
      land.push(...rings.flatMap(copiesOf));
      const centre = rings[0] ? centreOf(rings[0]) : largest;
      if (centre.area > largest.area) largest = centre;
    }
    labels.push({
      name: properties.name,
      latitude: latitudeOf(largest.y),
      longitude: longitudeOf(largest.x),
      area: largest.area,
    });
  }
  return {
    land,
    coasts: lines(mesh(atlas, countries, (one, other) => one === other)),
    borders: lines(mesh(atlas, countries, (one, other) => one !== other)),
    labels: labels.sort((one, other) => other.area - one.area),
  };
};
