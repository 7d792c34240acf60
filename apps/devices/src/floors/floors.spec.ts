import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { users as userCalls } from '@telemon/contracts/auth/users';
import { CHUNK_BYTES } from '@telemon/contracts/devices/files';
import { NewFloor, floors as calls } from '@telemon/contracts/devices/floors';
import { failureOfInput } from '@telemon/contracts/errors';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aUser } from '@telemon/testing/builders';
import { standIn } from '@telemon/testing/stand-in';
import { randomBytes } from 'node:crypto';
import { admin, anActor, assistant, manager, other } from '../../testing/actors.ts';
import { GivenDevices, refusal } from '../../testing/given-devices.ts';
import { GivenFloors } from '../../testing/given-floors.ts';
import { FileAddresses } from '../files/file-addresses.ts';
import { FilesService } from '../files/files.service.ts';
import { UploadsService } from '../files/uploads.service.ts';
import type { FloorsService } from './floors.service.ts';
import { PlansService } from './plans.service.ts';

let given: GivenFloors;
let service: GivenDevices;
let floors: FloorsService;

beforeAll(async () => {
  given = await GivenFloors.prepare();
  ({ service, floors } = given);
});
beforeEach(() => given.takeDevicesAway());
afterAll(() => given.stop());

const page = (values: Record<string, unknown> = {}) => calls.list.request.parse(values);

describe('a floor', () => {
  it('can be made by the manager of its building and by admins', async () => {
    const { buildingId } = await given.makeBuilding(manager, { buildingName: 'Town hall' });
    const floor = await given.makeFloor(manager, buildingId, 'First floor');
    expect(floor).toMatchObject({ floorName: 'First floor', buildingId, buildingName: 'Town hall' });
    expect(await given.newestState(floor.floorId)).toMatchObject({
      managerId: 'm1',
      floorName: 'First floor',
    });
    expect(await given.makeFloor(admin, buildingId, 'Second floor')).toMatchObject({ buildingId });
    await expect(given.makeFloor(other, buildingId)).rejects.toMatchObject(refusal('not-found'));
    await expect(given.makeFloor(assistant, buildingId)).rejects.toMatchObject(refusal('forbidden'));
    await expect(given.makeFloor(manager, 'none')).rejects.toMatchObject(refusal('not-found'));
  });

  it('is seen by users who see its building, and by assistants only with a device on it', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { floorId } = await given.makeFloor(manager, buildingId, 'Ground floor');
    const { floorId: cellar } = await given.makeFloor(manager, buildingId, 'Cellar');
    const namesFor = async (by: Actor) =>
      (await floors.ofBuilding(by, buildingId)).floor.map(({ floorName }) => floorName);
    expect(await namesFor(manager)).toEqual(['Cellar', 'Ground floor']);
    await expect(namesFor(other)).rejects.toMatchObject(refusal('not-found'));
    await expect(namesFor(assistant)).rejects.toMatchObject(refusal('not-found'));
    given.seen = { buildingIds: [buildingId], floorIds: [floorId] };
    expect(await namesFor(assistant)).toEqual(['Ground floor']);
    expect(await floors.get(assistant, floorId)).toMatchObject({ floorId });
    await expect(floors.get(assistant, cellar)).rejects.toMatchObject(refusal('not-found'));
    await expect(floors.get(other, floorId)).rejects.toMatchObject(refusal('not-found'));
    await expect(floors.remove(assistant, floorId)).rejects.toMatchObject(refusal('forbidden'));
    await expect(floors.remove(other, floorId)).rejects.toMatchObject(refusal('not-found'));
  });

  it('cannot be removed while devices stand on it', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { floorId } = await given.makeFloor(manager, buildingId);
    given.taken = { buildingIds: [buildingId], floorIds: [floorId] };
    await expect(floors.remove(manager, floorId)).rejects.toMatchObject(refusal('conflict'));
    expect(await floors.get(manager, floorId)).toMatchObject({ floorId });
    given.taken = { buildingIds: [], floorIds: [] };
    expect(await floors.remove(manager, floorId)).toBeNull();
    expect(await given.newestState(floorId)).toBeNull();
  });

  it('is listed, searched by its name and its building, and sorted', async () => {
    const { buildingId } = await given.makeBuilding(manager, { buildingName: 'Quarry (old)' });
    await given.makeFloor(manager, buildingId, 'Pit one');
    await given.makeFloor(manager, buildingId, 'Pit two');
    const named = async (by: Actor, query: Record<string, unknown>) =>
      (await floors.list(by, page(query))).floor.map(({ floorName }) => floorName);
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
  const send = async (by: Actor, content: Buffer, fileName: string) => {
    const id = randomBytes(8).toString('hex');
    const bytes = content.toString('base64');
    await service.get(UploadsService).putChunk(by, { uploadId: id, index: 0, bytes });
    return { id, fileName, size: content.length };
  };
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="9" onclick="x()"/></svg>',
  );

  it('is a required field, with the message of the form', () => {
    const request = { buildingId: '' };
    expect(failureOfInput(NewFloor.safeParse(request).error!, request).fields).toEqual({
      buildingId: 'This field is required',
      floorName: 'Floor name is required',
      mapUrl: 'Please upload an image!',
    });
  });

  it('is stored sanitized from an upload of the same user, and the upload is removed', async () => {
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

  it('can be used once, by the user who uploaded it, by its name or its address', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { _id, fileName } = await given.makePlan(manager);
    const mapUrl = await service.get(FilesService).addressOf(_id, manager);
    const floorName = 'Attic';
    const wrong = [
      (await given.makePlan(other)).fileName,
      'none',
      'https://elsewhere.example/a.png',
      '../x.png',
    ];
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

  it('is kept without a floor with at most nine others of the same user, the newest', async () => {
    const sender = anActor('m1', 'manager');
    const files = service.database.db.collection('files');
    await files.deleteMany({ userId: 'm1', expiresAt: { $exists: true } });
    const { buildingId } = await given.makeBuilding(sender);
    const { mapUrl } = await given.makeFloor(sender, buildingId);
    const sent: string[] = [];
    for (let index = 0; index < 12; index++) sent.push((await given.makePlan(sender)).fileName);
    const foreign = await given.makePlan(other);
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

  it('can be downloaded by users who see the floor, as long as they do', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { floorId } = await given.makeFloor(manager, buildingId);
    const { mapUrl } = await floors.get(manager, floorId);
    expect(await seenAt(mapUrl)).toHaveLength(CHUNK_BYTES + 10);
    given.seen = { buildingIds: [buildingId], floorIds: [floorId] };
    const forAssistant = (await floors.get(assistant, floorId)).mapUrl;
    expect(await seenAt(forAssistant)).not.toBeNull();
    given.seen = { buildingIds: [], floorIds: [] };
    expect(await seenAt(forAssistant)).toBeNull();
    await given.change(admin, buildingId, { managerId: 'm2' });
    expect(await seenAt(mapUrl)).toBeNull();
    expect(await seenAt((await floors.get(other, floorId)).mapUrl)).not.toBeNull();
  });

  it('can be downloaded by a user whose fact has not arrived yet, until the user is removed', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { floorId } = await given.makeFloor(manager, buildingId);
    const state = aUser({ userRole: 'assistant', managerId: 'm1' });
    const { id } = state;
    const auth = await standIn(userCalls.get, (request) =>
      request.id === id
        ? {
            ...state,
            mqttAdmin: 'Inactive' as const,
            companyAddress: '',
            country: '',
            createdAt: '',
            hasSignedIn: true,
          }
        : undefined,
    );
    try {
      given.seen = { buildingIds: [buildingId], floorIds: [floorId] };
      const { mapUrl } = await floors.get(anActor(id, 'assistant', 'm1'), floorId);
      expect(await seenAt(mapUrl)).toHaveLength(CHUNK_BYTES + 10);
      given.seen = { buildingIds: [], floorIds: [] };
      expect(await seenAt(mapUrl)).toBeNull();
      given.seen = { buildingIds: [buildingId], floorIds: [floorId] };
      const gone = { kind: 'user', key: id, version: 2, state: null } as const;
      await service.get(FactCopies).of('user').apply([gone]);
      expect(await seenAt(mapUrl)).toBeNull();
    } finally {
      await auth.stop();
    }
  });

  it('is not found at an address that is changed, invented or expired', async () => {
    const { buildingId } = await given.makeBuilding(manager);
    const { mapUrl } = await given.makeFloor(manager, buildingId);
    const [fileId, userId, until, signature] = tokenIn(mapUrl).split('.') as [string, string, string, string];
    const changed = [
      [fileId, 'm2', until, signature],
      [(await given.makePlan(manager))._id, userId, until, signature],
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

  it('is removed with its floor, or by the user who uploaded it before there is a floor', async () => {
    const files = service.get(FilesService);
    const { fileName, _id } = await given.makePlan(manager);
    await expect(service.get(PlansService).remove(other, fileName)).rejects.toMatchObject(
      refusal('not-found'),
    );
    await service.get(PlansService).remove(manager, fileName);
    expect(await seenAt(await files.addressOf(_id, manager))).toBeNull();
    const { buildingId } = await given.makeBuilding(manager);
    const { floorId, mapUrl } = await given.makeFloor(manager, buildingId);
    const fileId = tokenIn(mapUrl).split('.')[0]!;
    await expect(service.get(PlansService).remove(manager, `${fileId}.png`)).rejects.toMatchObject(
      refusal('not-found'),
    );
    await floors.remove(manager, floorId);
    expect(await seenAt(mapUrl)).toBeNull();
    expect(await service.database.db.collection('file_chunks').countDocuments({ fileId })).toBe(0);
  });
});
