import { describe, expect, it } from '@jest/globals';
import { buildingsWithStates, statesOfFloors } from './states-within.ts';

const on = (buildingId: string, floorMapId: string) => ({ buildingId, floorMapId, xValue: 10, yValue: 10 });
const building = (buildingId: string) => ({
  buildingId,
  buildingName: buildingId,
  managerId: 'm1',
  lat: 1,
  lng: 2,
  devices: 0,
  firing: 0,
  status: 0 as const,
});
const devices = [
  { floorData: on('store', 'cellar'), state: 'normal' as const },
  { floorData: on('store', 'cellar'), state: 'silent' as const },
  { floorData: on('store', 'roof'), state: 'firing' as const },
  { floorData: on('store', 'roof'), state: 'firing' as const },
  { floorData: on('store', 'roof'), state: 'waiting' as const },
  { floorData: null, state: 'firing' as const },
];

describe('the state of a building', () => {
  it('is the worst of its devices, with their number and the total', () => {
    const [store] = buildingsWithStates([building('store')], devices);
    expect(store).toMatchObject({ state: 'firing', worst: 2, count: 5 });
  });

  it('is normal without devices', () => {
    const [empty] = buildingsWithStates([building('empty')], devices);
    expect(empty).toMatchObject({ state: 'normal', worst: 0, count: 0 });
  });
});

describe('the state of a floor', () => {
  it('includes only the devices on it', () => {
    expect(statesOfFloors(devices)).toEqual(
      new Map([
        ['cellar', { state: 'silent', worst: 1, count: 2 }],
        ['roof', { state: 'firing', worst: 2, count: 3 }],
      ]),
    );
  });
});
