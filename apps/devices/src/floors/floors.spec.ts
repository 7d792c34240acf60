import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import {
  BuildingChange,
  NewBuilding,
  buildings as buildingCalls,
} from '@telemon/contracts/devices/buildings';
import { failureOfInput } from '@telemon/contracts/errors';
import { NewFloor, floors as calls } from '@telemon/contracts/devices/floors';
import { CHUNK_BYTES } from '@telemon/contracts/devices/files';
import { users as userCalls } from '@telemon/contracts/auth/users';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aUser } from '@telemon/testing/builders';
import { standIn } from '@telemon/testing/stand-in';
import { randomBytes } from 'node:crypto';
import { anActor, GivenDevices, refusal } from '../../testing/given-devices.ts';
import { BuildingsService } from '../buildings/buildings.service.ts';
import { PlacedDevices, type Places } from '../buildings/placed-devices.ts';
import { FileAddresses } from '../files/file-addresses.ts';
import { FilesService } from '../files/files.service.ts';
import { UploadsService } from '../files/uploads.service.ts';
import { FloorsModule } from './floors.module.ts';
import { FloorsService } from './floors.service.ts';
import { PlansService } from './plans.service.ts';

const admin = anActor('a1', 'admin', null);
const manager = anActor('m1', 'manager');
const other = anActor('m2', 'manager');
const assistant = anActor('s1', 'assistant', 'm1');

let service: GivenDevices;
let buildings: BuildingsService;
let floors: FloorsService;
/** Where devices stand, and those of the assistant among them. */
let taken: Places;
let seen: Places;
let left: string[];

beforeAll(async () => {
  service = await GivenDevices.prepare(FloorsModule);
  buildings = service.get(BuildingsService);
  floors = service.get(FloorsService);
  service.get(PlacedDevices).askOf({
    isOnFloor: async (id) => taken.floorIds.includes(id),
    isInBuilding: async (id) => taken.buildingIds.includes(id),
    ofAssistant: async () => seen,
    assistantsIn: async () => [],
    leaveBuilding: async (id) => () => void left.push(id),
  });
  await service.know(
    aUser({ id: 'm1', name: 'Zoe' }),
    aUser({ id: 'm2', name: 'Adam' }),
    aUser({ id: 's1', userRole: 'assistant', managerId: 'm1' }),
  );
});
beforeEach(() => {
  taken = { buildingIds: [], floorIds: [] };
  seen = { buildingIds: [], floorIds: [] };
  left = [];
});
afterAll(() => service.stop());

const page = (values: Record<string, unknown> = {}) => calls.list.request.parse(values);
const buildingsPage = (values: Record<string, unknown> = {}) => buildingCalls.list.request.parse(values);
const makeBuilding = (who: Actor, values: object = {}) =>
  buildings.create(who, NewBuilding.parse({ buildingName: 'Mill', lat: 45.7, lng: 4.8, ...values }));
const change = (who: Actor, id: string, values: object) =>
  buildings.update(who, id, BuildingChange.parse(values));
/** A plan as it is kept before a floor has it. */
const makePlan = (who: Actor) =>
  service.get(FilesService).create(who, {
    contentType: 'image/png',
    extension: 'png',
    bytes: randomBytes(CHUNK_BYTES + 10),
    width: 40,
    height: 30,
  });
const makeFloor = async (who: Actor, buildingId: string, floorName = 'Ground floor') =>
  floors.create(who, { buildingId, floorName, mapUrl: (await makePlan(who)).fileName });
/** The newest state that others are told of it. */
const told = async (key: string): Promise<unknown> => {
  const rows = await service.database.db
    .collection<{ fact: { key: string; state: unknown; version: number } }>('fact_outbox')
    .find({ 'fact.key': key })
    .sort({ 'fact.version': -1 })
    .toArray();
  return rows[0]?.fact.state;
};

describe('a building', () => {
  it("is an admin's choice of manager, a manager's own, and no assistant's", async () => {
    expect(await makeBuilding(manager)).toMatchObject({
      buildingName: 'Mill',
      managerId: 'm1',
      managerName: 'Zoe',
      lat: 45.7,
      lng: 4.8,
    });
    expect(await makeBuilding(admin, { managerId: 'm2' })).toMatchObject({ managerId: 'm2' });
    await expect(makeBuilding(manager, { managerId: 'm2' })).rejects.toMatchObject(refusal('forbidden'));
    await expect(makeBuilding(admin)).rejects.toMatchObject(refusal('invalid', 'managerId'));
    await expect(makeBuilding(assistant)).rejects.toMatchObject(refusal('forbidden'));
  });

  it('stands at the default centre where no place is given', async () => {
    const given = await makeBuilding(manager, { lat: undefined, lng: undefined });
    expect(given).toMatchObject({ lat: 57, lng: 16 });
  });

  it('has a name of 3 to 25 characters and lies on the earth', () => {
    const wrong = [
      { buildingName: 'ab' },
      { buildingName: 'x'.repeat(26) },
      { lat: 90.01 },
      { lng: -180.01 },
      { lat: null },
    ];
    for (const values of wrong) {
      const given = { buildingName: 'Mill', managerId: 'm1', lat: 1, lng: 1, ...values };
      expect({ values, isTaken: NewBuilding.safeParse(given).success }).toEqual({ values, isTaken: false });
    }
  });

  it('is seen by its manager, by admins, and by assistants of whose devices one stands there', async () => {
    const { buildingId } = await makeBuilding(manager, { buildingName: 'Secret mill' });
    const isSeenBy = async (who: Actor) => {
      const { building } = await buildings.list(who, buildingsPage({ q: 'secret mill' }));
      const { building: named } = await buildings.all(who);
      const found = await buildings.get(who, buildingId).catch(() => null);
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
    seen = { buildingIds: [buildingId], floorIds: [] };
    expect(await isSeenBy(assistant)).toBe(true);
    await expect(change(assistant, buildingId, { lat: 1 })).rejects.toMatchObject(refusal('forbidden'));
    await expect(change(other, buildingId, { lat: 1 })).rejects.toMatchObject(refusal('not-found'));
    await expect(buildings.remove(assistant, buildingId)).rejects.toMatchObject(refusal('forbidden'));
    await expect(buildings.remove(other, buildingId)).rejects.toMatchObject(refusal('not-found'));
  });

  it('moves on the map and keeps its name', async () => {
    const { buildingId } = await makeBuilding(manager);
    const moved = await change(manager, buildingId, {
      buildingName: 'Mill',
      managerId: '',
      lat: -12,
      lng: 3,
    });
    expect(moved).toMatchObject({ buildingName: 'Mill', managerId: 'm1', lat: -12, lng: 3 });
    await expect(change(manager, buildingId, { buildingName: 'Other mill' })).rejects.toMatchObject(
      refusal('forbidden', 'buildingName'),
    );
    expect(await buildings.get(manager, buildingId)).toMatchObject({ buildingName: 'Mill', lat: -12 });
    expect(await told(buildingId)).toMatchObject({ buildingName: 'Mill', managerId: 'm1', lat: -12, lng: 3 });
  });

  it('takes its floors along to another manager, and no device stays on them', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { floorId } = await makeFloor(manager, buildingId);
    await expect(change(manager, buildingId, { managerId: 'm2' })).rejects.toMatchObject(
      refusal('forbidden'),
    );
    expect(left).toEqual([]);
    const moved = await change(admin, buildingId, { managerId: 'm2', managerChanged: true });
    expect(moved).toMatchObject({ managerId: 'm2', managerName: 'Adam' });
    expect(left).toEqual([buildingId]);
    await expect(buildings.get(manager, buildingId)).rejects.toMatchObject(refusal('not-found'));
    await expect(floors.get(manager, floorId)).rejects.toMatchObject(refusal('not-found'));
    expect(await floors.get(other, floorId)).toMatchObject({ floorId, buildingId });
    expect(await told(buildingId)).toMatchObject({ managerId: 'm2' });
    expect(await told(floorId)).toMatchObject({ managerId: 'm2', buildingId });
  });

  it('stays while floors or devices hang on it', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { floorId } = await makeFloor(manager, buildingId);
    await expect(buildings.remove(manager, buildingId)).rejects.toMatchObject(refusal('conflict'));
    await floors.remove(manager, floorId);
    taken = { buildingIds: [buildingId], floorIds: [] };
    await expect(buildings.remove(manager, buildingId)).rejects.toMatchObject(refusal('conflict'));
    taken = { buildingIds: [], floorIds: [] };
    expect(await buildings.remove(manager, buildingId)).toBeNull();
    expect(await told(buildingId)).toBeNull();
    await expect(buildings.remove(manager, buildingId)).rejects.toMatchObject(refusal('not-found'));
  });

  it('is never removed from under a floor that is just made in it', async () => {
    for (let round = 0; round < 10; round++) {
      const { buildingId } = await makeBuilding(manager);
      const [made] = await Promise.allSettled([
        makeFloor(manager, buildingId),
        buildings.remove(manager, buildingId),
      ]);
      const isThere = await buildings.get(manager, buildingId).then(
        () => true,
        () => false,
      );
      expect(isThere).toBe(made.status === 'fulfilled');
    }
  });

  it('is searched by its name and its manager, and sorted', async () => {
    await makeBuilding(manager, { buildingName: 'Xylem (a)' });
    await makeBuilding(manager, { buildingName: 'Xylem (b)' });
    const named = async (who: Actor, query: Record<string, unknown>) =>
      (await buildings.list(who, buildingsPage(query))).building.map(({ buildingName }) => buildingName);
    expect(await named(manager, { q: 'xylem (' })).toEqual(['Xylem (b)', 'Xylem (a)']);
    expect(await named(manager, { q: 'xylem', sort: 'buildingName', order: 'ASC' })).toEqual([
      'Xylem (a)',
      'Xylem (b)',
    ]);
    expect(await named(manager, { q: 'zoe' })).toEqual([]);
    expect(await named(admin, { q: 'zoe' })).toContain('Xylem (a)');
    expect(await named(manager, { q: 'xylem', limit: 1, offset: 1 })).toEqual(['Xylem (a)']);
  });

  it('stands in the order of managers, where that is asked for', async () => {
    await makeBuilding(manager, { buildingName: 'Yard a' });
    await makeBuilding(other, { buildingName: 'Yard b' });
    await makeBuilding(manager, { buildingName: 'Yard c' });
    const ask = async (who: Actor, order: string, values: object = {}) => {
      const query = buildingsPage({ q: 'yard', sort: 'managerName', order, ...values });
      const { building, pagination } = await buildings.list(who, query);
      return [pagination.totalCount, ...building.map(({ buildingName }) => buildingName)];
    };
    expect(await ask(admin, 'ASC')).toEqual([3, 'Yard b', 'Yard a', 'Yard c']);
    expect(await ask(admin, 'DESC')).toEqual([3, 'Yard a', 'Yard c', 'Yard b']);
    expect(await ask(admin, 'ASC', { limit: 1, offset: 1 })).toEqual([3, 'Yard a']);
    expect(await ask(manager, 'ASC')).toEqual([2, 'Yard a', 'Yard c']);
  });
});

describe('a floor', () => {
  it("is made in a building of one's own", async () => {
    const { buildingId } = await makeBuilding(manager, { buildingName: 'Town hall' });
    const floor = await makeFloor(manager, buildingId, 'First floor');
    expect(floor).toMatchObject({ floorName: 'First floor', buildingId, buildingName: 'Town hall' });
    expect(await told(floor.floorId)).toMatchObject({ managerId: 'm1', floorName: 'First floor' });
    expect(await makeFloor(admin, buildingId, 'Second floor')).toMatchObject({ buildingId });
    await expect(makeFloor(other, buildingId)).rejects.toMatchObject(refusal('not-found'));
    await expect(makeFloor(assistant, buildingId)).rejects.toMatchObject(refusal('forbidden'));
    await expect(makeFloor(manager, 'none')).rejects.toMatchObject(refusal('not-found'));
  });

  it('is seen with its building, by assistants only where a device of theirs stands', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { floorId } = await makeFloor(manager, buildingId, 'Ground floor');
    const { floorId: cellar } = await makeFloor(manager, buildingId, 'Cellar');
    const namesFor = async (who: Actor) =>
      (await floors.ofBuilding(who, buildingId)).floor.map(({ floorName }) => floorName);
    expect(await namesFor(manager)).toEqual(['Cellar', 'Ground floor']);
    await expect(namesFor(other)).rejects.toMatchObject(refusal('not-found'));
    await expect(namesFor(assistant)).rejects.toMatchObject(refusal('not-found'));
    seen = { buildingIds: [buildingId], floorIds: [floorId] };
    expect(await namesFor(assistant)).toEqual(['Ground floor']);
    expect(await floors.get(assistant, floorId)).toMatchObject({ floorId });
    await expect(floors.get(assistant, cellar)).rejects.toMatchObject(refusal('not-found'));
    await expect(floors.get(other, floorId)).rejects.toMatchObject(refusal('not-found'));
    await expect(floors.remove(assistant, floorId)).rejects.toMatchObject(refusal('forbidden'));
    await expect(floors.remove(other, floorId)).rejects.toMatchObject(refusal('not-found'));
  });

  it('stays while devices stand on it', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { floorId } = await makeFloor(manager, buildingId);
    taken = { buildingIds: [buildingId], floorIds: [floorId] };
    await expect(floors.remove(manager, floorId)).rejects.toMatchObject(refusal('conflict'));
    expect(await floors.get(manager, floorId)).toMatchObject({ floorId });
    taken = { buildingIds: [], floorIds: [] };
    expect(await floors.remove(manager, floorId)).toBeNull();
    expect(await told(floorId)).toBeNull();
  });

  it('is listed, searched by its name and its building, and sorted', async () => {
    const { buildingId } = await makeBuilding(manager, { buildingName: 'Quarry (old)' });
    await makeFloor(manager, buildingId, 'Pit one');
    await makeFloor(manager, buildingId, 'Pit two');
    const named = async (who: Actor, query: Record<string, unknown>) =>
      (await floors.list(who, page(query))).floor.map(({ floorName }) => floorName);
    expect(await named(manager, { q: 'quarry (' })).toEqual(['Pit two', 'Pit one']);
    expect(await named(manager, { q: 'pit', sort: 'floorName', order: 'ASC' })).toEqual([
      'Pit one',
      'Pit two',
    ]);
    expect(await named(admin, { q: 'pit one' })).toEqual(['Pit one']);
    expect(await named(other, { q: 'pit' })).toEqual([]);
  });
});

describe("a floor's plan", () => {
  const tokenIn = (mapUrl: string) => mapUrl.replace('/v1/file/', '');
  const seenAt = async (mapUrl: string): Promise<Buffer | null> => {
    const files = service.get(FilesService);
    const token = tokenIn(mapUrl);
    const file = await files.open(token).catch((error: { failure: unknown }) => {
      expect(error).toMatchObject(refusal('not-found'));
      return null;
    });
    if (!file) return null;
    const chunks = Array.from({ length: file.chunks }, (_, index) => files.chunk(token, index));
    return Buffer.concat((await Promise.all(chunks)).map(({ bytes }) => Buffer.from(bytes, 'base64')));
  };
  const send = async (who: Actor, content: Buffer, fileName: string) => {
    const id = randomBytes(8).toString('hex');
    const bytes = content.toString('base64');
    await service.get(UploadsService).putChunk(who, { uploadId: id, index: 0, bytes });
    return { id, fileName, size: content.length };
  };
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="9" onclick="x()"/></svg>',
  );

  it('is asked for in the words of the form', () => {
    const asked = { buildingId: '' };
    expect(failureOfInput(NewFloor.safeParse(asked).error!, asked).fields).toEqual({
      buildingId: 'This field is required',
      floorName: 'Floor name is required',
      mapUrl: 'Please upload an image!',
    });
  });

  it('is kept clean from an upload of its sender, and the upload is gone', async () => {
    const upload = await send(manager, drawing, 'plan.svg');
    const plans = service.get(PlansService);
    await expect(plans.upload(other, upload)).rejects.toMatchObject(refusal('invalid'));
    const plan = await plans.upload(manager, upload);
    expect(plan).toMatchObject({
      width: 40,
      height: 30,
      fileName: expect.stringMatching(/^[0-9a-f]{24}\.svg$/),
    });
    expect((await seenAt(plan.mapUrl))!.toString()).toMatch(/<rect width="9"\/>/);
    await expect(plans.upload(manager, upload)).rejects.toMatchObject(refusal('invalid'));
    expect(
      await service.database.db.collection('upload_chunks').countDocuments({ uploadId: upload.id }),
    ).toBe(0);
    await expect(plans.upload(assistant, upload)).rejects.toMatchObject(refusal('forbidden'));
  });

  it('is the plan of one floor, of whoever uploaded it, by its name or its address', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { _id, fileName } = await makePlan(manager);
    const mapUrl = await service.get(FilesService).addressOf(_id, manager);
    const floorName = 'Attic';
    const wrong = [(await makePlan(other)).fileName, 'none', 'https://elsewhere.example/a.png', '../x.png'];
    for (const foreign of wrong) {
      await expect(floors.create(manager, { buildingId, floorName, mapUrl: foreign })).rejects.toMatchObject(
        refusal('invalid', 'mapUrl'),
      );
    }
    const floor = await floors.create(manager, { buildingId, floorName, mapUrl });
    expect(floor).toMatchObject({ width: 40, height: 30, imageUrl: floor.mapUrl });
    await expect(floors.create(manager, { buildingId, floorName, mapUrl: fileName })).rejects.toMatchObject(
      refusal('invalid', 'mapUrl'),
    );
    const stored = await service.database.db.collection<{ _id: string }>('files').findOne({ _id });
    expect(stored).not.toHaveProperty('expiresAt');
    expect(
      await service.database.db.collection('file_chunks').countDocuments({ fileId: _id, expiresAt: null }),
    ).toBe(2);
  });

  it('waits for its floor with nine others of its sender at the most', async () => {
    const sender = anActor('m1', 'manager');
    const files = service.database.db.collection('files');
    await files.deleteMany({ userId: 'm1', expiresAt: { $exists: true } });
    const { buildingId } = await makeBuilding(sender);
    const { mapUrl } = await makeFloor(sender, buildingId);
    const sent: string[] = [];
    for (let index = 0; index < 12; index++) sent.push((await makePlan(sender)).fileName);
    const foreign = await makePlan(other);
    const waiting = await files.find({ userId: 'm1', expiresAt: { $exists: true } }).toArray();
    expect(waiting.map(({ fileName }) => fileName as string).toSorted()).toEqual(sent.slice(2).toSorted());
    const explained = await files
      .find({ userId: 'm1', expiresAt: { $exists: true } })
      .sort({ createdAt: -1 })
      .explain();
    expect(JSON.stringify(explained.queryPlanner.winningPlan)).toMatch(/IXSCAN.*"userId":1,"createdAt":-1/);
    expect(JSON.stringify(explained.queryPlanner.winningPlan)).not.toContain('"SORT"');
    const gone = { fileId: sent[0]!.split('.')[0] };
    expect(await service.database.db.collection('file_chunks').countDocuments(gone)).toBe(0);
    expect(await seenAt(mapUrl)).not.toBeNull();
    expect(await seenAt(await service.get(FilesService).addressOf(foreign._id, other))).not.toBeNull();
  });

  it('is shown whole to those who see the floor, as long as they do', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { floorId } = await makeFloor(manager, buildingId);
    const { mapUrl } = await floors.get(manager, floorId);
    expect(await seenAt(mapUrl)).toHaveLength(CHUNK_BYTES + 10);
    seen = { buildingIds: [buildingId], floorIds: [floorId] };
    const forAssistant = (await floors.get(assistant, floorId)).mapUrl;
    expect(await seenAt(forAssistant)).not.toBeNull();
    seen = { buildingIds: [], floorIds: [] };
    expect(await seenAt(forAssistant)).toBeNull();
    await change(admin, buildingId, { managerId: 'm2' });
    expect(await seenAt(mapUrl)).toBeNull();
    expect(await seenAt((await floors.get(other, floorId)).mapUrl)).not.toBeNull();
  });

  it('is shown at once to somebody so new that nobody told of them yet, until they are gone', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { floorId } = await makeFloor(manager, buildingId);
    const state = aUser({ userRole: 'assistant', managerId: 'm1' });
    const { id } = state;
    const auth = await standIn(userCalls.get, (asked) =>
      asked.id === id
        ? { ...state, mqttAdmin: 'Inactive' as const, companyAddress: '', country: '', createdAt: '' }
        : undefined,
    );
    try {
      seen = { buildingIds: [buildingId], floorIds: [floorId] };
      const { mapUrl } = await floors.get(anActor(id, 'assistant', 'm1'), floorId);
      expect(await seenAt(mapUrl)).toHaveLength(CHUNK_BYTES + 10);
      seen = { buildingIds: [], floorIds: [] };
      expect(await seenAt(mapUrl)).toBeNull();
      seen = { buildingIds: [buildingId], floorIds: [floorId] };
      const gone = { kind: 'user', key: id, version: 2, state: null } as const;
      await service.get(FactCopies).of('user').apply([gone]);
      expect(await seenAt(mapUrl)).toBeNull();
    } finally {
      await auth.stop();
    }
  });

  it('is at no address that was changed, made up, or is over', async () => {
    const { buildingId } = await makeBuilding(manager);
    const { mapUrl } = await makeFloor(manager, buildingId);
    const [fileId, userId, until, signature] = tokenIn(mapUrl).split('.') as [string, string, string, string];
    const changed = [
      [fileId, 'm2', until, signature],
      [(await makePlan(manager))._id, userId, until, signature],
      [fileId, userId, 'zzzzzzzzz', signature],
      [fileId, userId, until, 'A'.repeat(43)],
      [fileId, userId, until],
      [fileId, userId, until, signature, 'x'],
    ];
    for (const parts of changed) expect(await seenAt(parts.join('.'))).toBeNull();
    const addresses = service.get(FileAddresses);
    const token = tokenIn(await addresses.of(fileId, manager, Date.now()));
    expect(await addresses.read(token, Date.now() + 3_600_000)).toBeNull();
    expect(await addresses.read(token, Date.now() + 40 * 60_000)).toMatchObject({ fileId, userId: 'm1' });
  });

  it('goes with its floor, or when its sender removes it before there is one', async () => {
    const files = service.get(FilesService);
    const { fileName, _id } = await makePlan(manager);
    await expect(service.get(PlansService).remove(other, fileName)).rejects.toMatchObject(
      refusal('not-found'),
    );
    await service.get(PlansService).remove(manager, fileName);
    expect(await seenAt(await files.addressOf(_id, manager))).toBeNull();
    const { buildingId } = await makeBuilding(manager);
    const { floorId, mapUrl } = await makeFloor(manager, buildingId);
    const fileId = tokenIn(mapUrl).split('.')[0]!;
    await expect(service.get(PlansService).remove(manager, `${fileId}.png`)).rejects.toMatchObject(
      refusal('not-found'),
    );
    await floors.remove(manager, floorId);
    expect(await seenAt(mapUrl)).toBeNull();
    expect(await service.database.db.collection('file_chunks').countDocuments({ fileId })).toBe(0);
  });
});
