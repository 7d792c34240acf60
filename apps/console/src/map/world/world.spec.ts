import { describe, expect, it } from '@jest/globals';
import { CITIES } from './cities.ts';
import {
  centreOf,
  copiesOf,
  clipRing,
  gridStep,
  latitudeOf,
  longitudeOf,
  multiplesWithin,
  ringOf,
  shapeOf,
  xOf,
  yOf,
} from './geometry.ts';
import { degrees, gridLabels, placeLabels, type PlaceName } from './place-labels.ts';
import { worldOf, type Atlas } from './world.ts';

/** A variable: for a literal, TypeScript would read the whole file for its type. */
const FILE: string = 'world-atlas/countries-50m.json';
const atlas = ((await import(FILE, { with: { type: 'json' } })) as { default: Atlas }).default;

describe('the geometry of the map', () => {
  it('converts coordinates to the unit square and back', () => {
    expect([xOf(-180), xOf(0), xOf(180), yOf(0)]).toEqual([0, 0.5, 1, 0.5]);
    for (const latitude of [-80, -33.9, 0, 45.76, 84])
      expect(latitudeOf(yOf(latitude))).toBeCloseTo(latitude, 9);
    expect(longitudeOf(xOf(4.83))).toBeCloseTo(4.83, 9);
    expect(yOf(90)).toBeCloseTo(0, 9);
  });

  it('clips a country to a tile inside of it', () => {
    const country = shapeOf([
      [-10, -10],
      [10, -10],
      [10, 10],
      [-10, 10],
      [-10, -10],
    ]);
    const tile = { minX: xOf(1), maxX: xOf(2), minY: yOf(2), maxY: yOf(1) };
    const points = clipRing(country, tile);
    const xs = new Set<number>();
    const ys = new Set<number>();
    for (let at = 0; at < points.length; at += 2) {
      xs.add(points[at]!);
      ys.add(points[at + 1]!);
    }
    expect([...xs].sort()).toEqual([tile.minX, tile.maxX]);
    expect([...ys].sort()).toEqual([tile.minY, tile.maxY]);
  });

  it('clips a ring outside of the tile to nothing', () => {
    const ring = shapeOf([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
    expect(clipRing(ring, { minX: 0.9, maxX: 1, minY: 0.9, maxY: 1 })).toHaveLength(0);
  });

  it('keeps a country across the 180th meridian intact, on both sides of the map', () => {
    const island = ringOf([
      [179, 0],
      [-179, 0],
      [-179, 1],
      [179, 1],
      [179, 0],
    ]);
    expect(island.maxX - island.minX).toBeCloseTo(2 / 360, 9);
    const [east, west] = copiesOf(island);
    expect(east!.maxX).toBeGreaterThan(1);
    expect(west!.minX).toBeLessThan(0);
  });

  it('closes a ring around a pole along the edge of the map', () => {
    const antarctica = ringOf(
      [-180, -90, 0, 90, 180].map((longitude) => [longitude === 180 ? -180 : longitude, -75]),
    );
    expect(antarctica.maxY).toBe(1);
    expect(antarctica.maxX - antarctica.minX).toBeCloseTo(1, 9);
  });

  it('has a finer grid at closer zooms', () => {
    expect([2, 5, 8, 12, 16].map(gridStep)).toEqual([30, 5, 1, 0.05, 0.005]);
    expect(multiplesWithin(0.1, 4.75, 5.05)).toEqual([4.8, 4.9, 5]);
  });

  it('weights the centre of a ring by area', () => {
    const { x, y } = centreOf(
      shapeOf([
        [-20, -10],
        [20, -10],
        [20, 10],
        [-20, 10],
        [-20, -10],
      ]),
    );
    expect(longitudeOf(x)).toBeCloseTo(0);
    expect(latitudeOf(y)).toBeCloseTo(0);
  });
});

describe('the bundled world', () => {
  const world = worldOf(atlas);

  it('has every country with its outline and its name', () => {
    expect(world.labels.length).toBeGreaterThan(200);
    expect(world.coasts.length).toBeGreaterThan(100);
    expect(world.borders.length).toBeGreaterThan(100);
    const france = world.labels.find(({ name }) => name === 'France')!;
    expect(france.latitude).toBeGreaterThan(45);
    expect(france.latitude).toBeLessThan(48);
  });

  it('has valid coordinates for cities, each once', () => {
    expect(new Set(CITIES.map(([name]) => name)).size).toBe(CITIES.length);
    expect(CITIES.every(([, lat, lng]) => Math.abs(lat) < 72 && Math.abs(lng) <= 180)).toBe(true);
  });
});

describe('names on the map', () => {
  const city = (name: string, longitude: number, rank: number): PlaceName => ({
    name,
    latitude: 0,
    longitude,
    kind: 'city',
    fromZoom: 0,
    toZoom: 18,
    rank,
  });
  const view = {
    zoom: 5,
    width: 800,
    height: 400,
    toPoint: (latitude: number, longitude: number) => ({ x: longitude, y: 200 + latitude }),
    widthOf: () => 60,
    taken: [],
  };

  it('are placed below their city, or elsewhere if a pin is there', () => {
    const [below] = placeLabels([city('A', 400, 1)], view);
    expect(below).toMatchObject({ textX: 400, textY: 216 });
    const pin = { left: 380, right: 420, top: 185, bottom: 215 };
    const [beside] = placeLabels([city('A', 400, 1)], { ...view, taken: [pin] });
    expect(beside!.textY < pin.top || beside!.textY - 14 > pin.bottom || beside!.textX !== 400).toBe(true);
  });

  it('are dropped in favour of higher ranks when there is no space', () => {
    const crowd = Array.from({ length: 30 }, (_, index) => city(`C${index}`, 400 + index, index));
    const placed = placeLabels(crowd, view);
    expect(placed[0]!.name).toBe('C29');
    expect(placed.length).toBeLessThan(10);
  });

  it('are never clipped by the edge of the map', () => {
    const { width, height } = view;
    const names = [2, width - 2].map((x, index) => city(`Name ${index}`, x, 1));
    const placed = placeLabels(names, view);
    expect(placed).toHaveLength(2);
    for (const { textX, textY } of placed) {
      const half = view.widthOf() / 2;
      expect(textX - half).toBeGreaterThanOrEqual(0);
      expect(textX + half).toBeLessThanOrEqual(width);
      expect(textY).toBeLessThanOrEqual(height);
    }
    expect(
      placeLabels(
        [city('Country', 2, 1)].map((name) => ({ ...name, kind: 'country' })),
        view,
      ),
    ).toEqual([]);
  });

  it('have the digits in degrees that the grid needs', () => {
    expect([degrees(45.75, 0.05, ['N', 'S']), degrees(-5, 5, ['E', 'W']), degrees(0, 1, ['N', 'S'])]).toEqual(
      ['45.75° N', '5° W', '0°'],
    );
    const { bottom } = gridLabels(5, { south: 40, north: 50, west: 0, east: 11 }, view.toPoint);
    expect(bottom.map(({ text }) => text)).toEqual(['0°', '5° E', '10° E']);
  });
});
