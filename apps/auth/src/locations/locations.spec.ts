import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { ownership } from '@telemon/contracts/devices/ownership';
import { standIn } from '@telemon/testing/stand-in';
import { GivenAuth } from '../../testing/given-auth.ts';
import { UsersService } from '../users/users.service.ts';
import { LocationsService } from './locations.service.ts';

let auth: GivenAuth;
let locations: LocationsService;

beforeAll(async () => {
  auth = await GivenAuth.start();
  locations = auth.get(LocationsService);
});
afterAll(() => auth.stop());

const page = { limit: 10, offset: 0 };
const somebodyAt = (locationId: string) => auth.user({ locationId });

describe('locations', () => {
  it('are listed newest first or by name, and found by any part of it', async () => {
    // Lyon is there from the start.
    for (const name of ['Aachen', 'Bristol (UK)']) await locations.create(SYSTEM, name);
    const names = async (query: Parameters<LocationsService['list']>[1]) =>
      (await locations.list(SYSTEM, query)).data.map(({ locationName }) => locationName);
    expect(await names(page)).toEqual(['Bristol (UK)', 'Aachen', 'Lyon']);
    expect(await names({ ...page, sort: 'locationName', order: 'ASC' })).toEqual([
      'Aachen',
      'Bristol (UK)',
      'Lyon',
    ]);
    expect(await names({ ...page, q: '(uk)' })).toEqual(['Bristol (UK)']);
    expect(await names({ ...page, limit: 1, offset: 1 })).toEqual(['Aachen']);
    const all = await locations.all();
    expect(all.locations.map(({ locationName }) => locationName)).toEqual(['Aachen', 'Bristol (UK)', 'Lyon']);
  });

  it('have unique names, even if they are created concurrently', async () => {
    const outcomes = await Promise.allSettled(
      ['Nantes', 'nantes', 'NANTES'].map((name) => locations.create(SYSTEM, name)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { failure: { kind: 'conflict', fields: { locationName: expect.any(String) } } },
    });
  });

  it('stay while users belong to them', async () => {
    const { id } = await locations.create(SYSTEM, 'Grenoble');
    const user = await somebodyAt(id);
    await expect(locations.remove(SYSTEM, id)).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    const devices = await standIn(ownership.of, ({ managerId }) =>
      managerId === user.id ? { owns: [] } : undefined,
    );
    await auth.get(UsersService).remove(SYSTEM, user.id);
    await devices.stop();
    await expect(locations.remove(SYSTEM, id)).resolves.toBeNull();
    await expect(locations.remove(SYSTEM, id)).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('are never removed while a user is being put into them', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await locations.create(SYSTEM, `Place ${round}`);
      const [made] = await Promise.allSettled([somebodyAt(id), locations.remove(SYSTEM, id)]);
      const isThere = (await locations.all()).locations.some((location) => location.id === id);
      expect(isThere).toBe(made.status === 'fulfilled');
    }
  });

  it('are created, listed and removed by admins only', async () => {
    const manager: Actor = { id: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: false };
    const { id } = await locations.create(SYSTEM, 'Annecy');
    const refusal = { failure: { kind: 'forbidden' } };
    await expect(locations.create(manager, 'Chambery')).rejects.toMatchObject(refusal);
    await expect(locations.list(manager, page)).rejects.toMatchObject(refusal);
    await expect(locations.remove(manager, id)).rejects.toMatchObject(refusal);
  });
});
