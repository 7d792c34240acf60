import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { NewBuilding, buildings as buildingCalls } from '@telemon/contracts/devices/buildings';
import { failureOfInput } from '@telemon/contracts/errors';
import { refusal } from '../../testing/given-devices.ts';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { GivenFloors } from '../../testing/given-floors.ts';
import type { BuildingsService } from './buildings.service.ts';

let given: GivenFloors;
let buildings: BuildingsService;

beforeAll(async () => {
  given = await GivenFloors.prepare();
  ({ buildings } = given);
});
beforeEach(() => given.takeDevicesAway());
afterAll(() => given.stop());

const buildingsPage = (values: Record<string, unknown> = {}) => buildingCalls.list.request.parse(values);

describe('a building', () => {
  it('belongs to the manager whom an admin chooses or who makes it, and no assistant can make one', async () => {
    expect(await given.makeBuilding(manager)).toMatchObject({
      buildingName: 'Mill',
      managerId: 'm1',
      managerName: 'Zoe',
      lat: 45.7,
      lng: 4.8,
    });
    expect(await given.makeBuilding(admin, { managerId: 'm2' })).toMatchObject({ managerId: 'm2' });
    await expect(given.makeBuilding(manager, { managerId: 'm2' })).rejects.toMatchObject(
      refusal('forbidden'),
    );
    await expect(given.makeBuilding(admin)).rejects.toMatchObject(refusal('invalid', 'managerId'));
    await expect(given.makeBuilding(assistant)).rejects.toMatchObject(refusal('forbidden'));
  });

  it('is in the default centre of the map without coordinates', async () => {
    const building = await given.makeBuilding(manager, { lat: undefined, lng: undefined });
    expect(building).toMatchObject({ lat: 57, lng: 16 });
  });

  it('has both coordinates or none: the absent one is named', () => {
    const faultsOf = (place: object) => {
      const request = { buildingName: 'Mill', ...place };
      const { error } = NewBuilding.safeParse(request);
      return error && failureOfInput(error, request);
    };
    const refused = (field: string) => ({ kind: 'invalid', fields: { [field]: 'This field is required' } });
    expect(faultsOf({ lat: 45.7 })).toMatchObject(refused('lng'));
    expect(faultsOf({ lng: 4.8 })).toMatchObject(refused('lat'));
    expect(faultsOf({ lat: 45.7, lng: '' })).toMatchObject(refused('lng'));
    const taken = [{}, { lat: 0, lng: 0 }, { lat: null, lng: null }, { lat: '', lng: '' }];
    expect(taken.map(faultsOf)).toEqual(taken.map(() => undefined));
  });

  it('needs a name of 3 to 25 characters and coordinates on the earth', () => {
    const wrong = [
      { buildingName: 'ab' },
      { buildingName: 'x'.repeat(26) },
      { lat: 90.01 },
      { lng: -180.01 },
      { lat: null },
    ];
    for (const values of wrong) {
      const request = { buildingName: 'Mill', managerId: 'm1', lat: 1, lng: 1, ...values };
      expect({ values, isTaken: NewBuilding.safeParse(request).success }).toEqual({ values, isTaken: false });
    }
  });

  it('is seen by its manager, by admins, and by assistants with a device in it', async () => {
    const { buildingId } = await given.makeBuilding(manager, { buildingName: 'Secret mill' });
    const isSeenBy = async (by: Actor) => {
      const { building } = await buildings.list(by, buildingsPage({ q: 'secret mill' }));
      const { building: named } = await buildings.all(by);
      const found = await buildings.get(by, buildingId).catch(() => null);
      const ways = [
        building.some((row) => row.buildingId === buildingId),
        named.some((row) => row.buildingId === buildingId),
        found !== null,
      ];
      expect(new Set(ways).size).toBe(1);
      return ways[0];
    };
    expect([await isSeenBy(admin), await isSeenBy(manager)]).toEqual([true, true]);
    const { building: named } = await buildings.all(admin);
    expect(named).toContainEqual({ buildingId, buildingName: 'Secret mill', managerId: manager.id });
    expect([await isSeenBy(other), await isSeenBy(assistant)]).toEqual([false, false]);
    given.seen = { buildingIds: [buildingId], floorIds: [] };
    expect(await isSeenBy(assistant)).toBe(true);
    await expect(given.change(assistant, buildingId, { lat: 1 })).rejects.toMatchObject(refusal('forbidden'));
    await expect(given.change(other, buildingId, { lat: 1 })).rejects.toMatchObject(refusal('not-found'));
    await expect(buildings.remove(assistant, buildingId)).rejects.toMatchObject(refusal('forbidden'));
    await expect(buildings.remove(other, buildingId)).rejects.toMatchObject(refusal('not-found'));
  });

  it('can be moved on the map, and keeps its name', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const moved = await given.change(manager, buildingId, {
      buildingName: 'Mill',
      managerId: '',
      lat: -12,
      lng: 3,
    });
    expect(moved).toMatchObject({ buildingName: 'Mill', managerId: 'm1', lat: -12, lng: 3 });
    await expect(given.change(manager, buildingId, { buildingName: 'Other mill' })).rejects.toMatchObject(
      refusal('forbidden', 'buildingName'),
    );
    expect(await buildings.get(manager, buildingId)).toMatchObject({ buildingName: 'Mill', lat: -12 });
    expect(await given.newestState(buildingId)).toMatchObject({
      buildingName: 'Mill',
      managerId: 'm1',
      lat: -12,
      lng: 3,
    });
  });

  it('gives its floors to its new manager, without devices on them', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { floorId } = await given.makeFloor(manager, buildingId);
    await expect(given.change(manager, buildingId, { managerId: 'm2' })).rejects.toMatchObject(
      refusal('forbidden'),
    );
    expect(given.left).toEqual([]);
    const moved = await given.change(admin, buildingId, { managerId: 'm2', managerChanged: true });
    expect(moved).toMatchObject({ managerId: 'm2', managerName: 'Adam' });
    expect(given.left).toEqual([buildingId]);
    await expect(buildings.get(manager, buildingId)).rejects.toMatchObject(refusal('not-found'));
    await expect(given.floors.get(manager, floorId)).rejects.toMatchObject(refusal('not-found'));
    expect(await given.floors.get(other, floorId)).toMatchObject({ floorId, buildingId });
    expect(await given.newestState(buildingId)).toMatchObject({ managerId: 'm2' });
    expect(await given.newestState(floorId)).toMatchObject({ managerId: 'm2', buildingId });
  });

  it('cannot be removed while it has floors or devices', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { floorId } = await given.makeFloor(manager, buildingId);
    await expect(buildings.remove(manager, buildingId)).rejects.toMatchObject(refusal('conflict'));
    await given.floors.remove(manager, floorId);
    given.taken = { buildingIds: [buildingId], floorIds: [] };
    await expect(buildings.remove(manager, buildingId)).rejects.toMatchObject(refusal('conflict'));
    given.taken = { buildingIds: [], floorIds: [] };
    expect(await buildings.remove(manager, buildingId)).toBeNull();
    expect(await given.newestState(buildingId)).toBeNull();
    await expect(buildings.remove(manager, buildingId)).rejects.toMatchObject(refusal('not-found'));
  });

  it('is not removed while a floor is made in it at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { buildingId } = await given.makeBuilding(manager);
      const [made] = await Promise.allSettled([
        given.makeFloor(manager, buildingId),
        buildings.remove(manager, buildingId),
      ]);
      const isThere = await buildings.get(manager, buildingId).then(
        () => true,
        () => false,
      );
      expect(isThere).toBe(made.status === 'fulfilled');
    }
  });

  it('is searched by its name and, for admins, its manager, and sorted', async () => {
    await given.makeBuilding(manager, { buildingName: 'Xylem (a)' });
    await given.makeBuilding(manager, { buildingName: 'Xylem (b)' });
    const named = async (by: Actor, query: Record<string, unknown>) =>
      (await buildings.list(by, buildingsPage(query))).building.map(({ buildingName }) => buildingName);
    expect(await named(manager, { q: 'xylem (' })).toEqual(['Xylem (b)', 'Xylem (a)']);
    expect(await named(manager, { q: 'xylem', sort: 'buildingName', order: 'ASC' })).toEqual([
      'Xylem (a)',
      'Xylem (b)',
    ]);
    expect(await named(manager, { q: 'zoe' })).toEqual([]);
    expect(await named(admin, { q: 'zoe' })).toContain('Xylem (a)');
    expect(await named(manager, { q: 'xylem', limit: 1, offset: 1 })).toEqual(['Xylem (a)']);
  });

  it('is sorted by manager, in pages', async () => {
    await given.makeBuilding(manager, { buildingName: 'Yard a' });
    await given.makeBuilding(other, { buildingName: 'Yard b' });
    await given.makeBuilding(manager, { buildingName: 'Yard c' });
    const ask = async (by: Actor, order: string, values: object = {}) => {
      const query = buildingsPage({ q: 'yard', sort: 'managerName', order, ...values });
      const { building, pagination } = await buildings.list(by, query);
      return [pagination.totalCount, ...building.map(({ buildingName }) => buildingName)];
    };
    expect(await ask(admin, 'ASC')).toEqual([3, 'Yard b', 'Yard a', 'Yard c']);
    expect(await ask(admin, 'DESC')).toEqual([3, 'Yard a', 'Yard c', 'Yard b']);
    expect(await ask(admin, 'ASC', { limit: 1, offset: 1 })).toEqual([3, 'Yard a']);
    expect(await ask(manager, 'ASC')).toEqual([2, 'Yard a', 'Yard c']);
  });
});
