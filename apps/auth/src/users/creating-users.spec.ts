import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { NewUser as NewUserShape } from '@telemon/contracts/auth/users';
import { anActor, GivenReplicas } from '../../testing/given-replicas.ts';
import { LocationsService } from '../locations/locations.service.ts';
import { UsersService } from './users.service.ts';

let given: GivenReplicas;
let users: UsersService;

beforeAll(async () => {
  given = await GivenReplicas.start();
  users = given.replicas[0].get(UsersService);
});
afterAll(() => given.stop());

describe('the first admin', () => {
  it('is made once when two replicas start', async () => {
    const admins = await given.database.db.collection('users').find({ userRole: 'admin' }).toArray();
    expect(admins).toMatchObject([{ email: 'admin@telemon.local', alertContactStatus: 0 }]);
    const id = admins[0]!._id as unknown as string;
    await expect(given.factOf(id, false)).resolves.toMatchObject({ state: { userRole: 'admin' } });
  });

  it('is not made again by a later start with another address', async () => {
    const later = await given.startAnother({ ADMIN_EMAIL: 'other@telemon.local' });
    await later.stop();
    expect(await given.database.db.collection('users').countDocuments({ userRole: 'admin' })).toBe(1);
  });

  it('ends the start where a user who is no admin has the address', async () => {
    const admins = given.database.db.collection('users');
    const { email } = await given.user({});
    await admins.updateMany({ userRole: 'admin' }, { $set: { userRole: 'once an admin' } });
    try {
      await expect(given.startAnother({ ADMIN_EMAIL: email })).rejects.toThrow('ADMIN_EMAIL');
    } finally {
      await admins.updateMany({ userRole: 'once an admin' }, { $set: { userRole: 'admin' } });
    }
  });
});

describe('creating a user', () => {
  it('returns the user without a password, and sends a fact', async () => {
    const manager = await given.user({ name: 'Max Manager' });
    expect(manager).toMatchObject({ name: 'Max Manager', contact: '+15005550006', managerId: null });
    expect(manager).not.toHaveProperty('password');
    expect(manager).not.toHaveProperty('passwordHash');
    await expect(given.factOf(manager.id, false)).resolves.toMatchObject({
      state: { id: manager.id, email: manager.email, userRole: 'manager', companyName: 'Cold Stores' },
    });
    await expect(users.managers(SYSTEM, {})).resolves.toEqual({
      managers: expect.arrayContaining([{ id: manager.id, name: 'Max Manager' }]),
    });
  });

  it('is refused for an address of another user, in upper or lower case', async () => {
    const { email } = await given.user();
    await expect(given.user({ email: email.toUpperCase() })).rejects.toMatchObject({
      code: 'EmailTaken',
      failure: { kind: 'conflict' },
    });
  });

  it('succeeds once for equal addresses at the same time', async () => {
    const email = 'twice@example.com';
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => given.user({ email })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('needs a manager for an assistant', async () => {
    const manager = await given.user();
    const assistant = await given.user({ userRole: 'assistant', managerId: manager.id });
    expect(assistant.managerId).toBe(manager.id);
    for (const managerId of [null, 'nobody', assistant.id]) {
      await expect(given.user({ userRole: 'assistant', managerId })).rejects.toMatchObject({
        failure: { kind: 'invalid', fields: { managerId: expect.any(String) } },
      });
    }
  });

  it.each(['companyName', 'locationId', 'userRole'] as const)('by an admin needs %s', async (field) => {
    await expect(
      users.create(SYSTEM, { ...given.newUser(), [field]: field === 'userRole' ? undefined : null }),
    ).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { [field]: 'This field is required' } },
    });
  });

  it('needs a location that exists', async () => {
    await expect(given.user({ locationId: 'nowhere' })).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { locationId: 'There is no such location' } },
    });
  });

  it('by a manager makes an assistant of that manager, with the same company and location', async () => {
    const manager = await given.user({ companyName: 'Cold Cellars' });
    const { userRole: _role, companyName: _company, locationId: _location, ...fields } = given.newUser();
    const request = NewUserShape.parse({ ...fields, managerId: '' });
    const assistant = await users.create(anActor(manager.id, 'manager'), request);
    expect(assistant).toMatchObject({
      userRole: 'assistant',
      managerId: manager.id,
      companyName: 'Cold Cellars',
      locationId: given.locationId,
      locationName: 'Lyon',
      smsLimit: 1_000,
      mqttAdmin: 'Inactive',
    });
  });

  it.each([
    ['userRole', 'manager'],
    ['userRole', 'admin'],
    ['managerId', 'another'],
    ['companyName', 'Another'],
    ['locationId', 'another'],
    ['smsLimit', 5],
    ['alertContactStatus', 1],
    ['mqttAdmin', 'Active'],
  ])('by a manager is refused with %s %p, and stores nothing', async (field, value) => {
    const manager = await given.user();
    const request = given.newUser({ userRole: 'assistant', [field]: value });
    await expect(users.create(anActor(manager.id, 'manager'), request)).rejects.toMatchObject({
      failure: { kind: 'forbidden', fields: { [field]: expect.any(String) } },
    });
    expect(await given.database.db.collection('users').countDocuments({ email: request.email })).toBe(0);
  });

  it('adds a manager to the list of the managers of a location', async () => {
    const bergen = await given.replicas[0].get(LocationsService).create(SYSTEM, 'Bergen');
    const { id, name } = await given.user({ locationId: bergen.id });
    await expect(users.managers(SYSTEM, { locationId: bergen.id })).resolves.toEqual({
      managers: [{ id, name }],
    });
    await expect(users.managers(SYSTEM, { locationId: 'nowhere' })).resolves.toEqual({ managers: [] });
    await expect(users.managers(SYSTEM, { locationId: '0' })).resolves.toEqual(
      await users.managers(SYSTEM, {}),
    );
  });

  it('is refused for assistants', async () => {
    for (const role of ['assistant', 'none'] as const) {
      await expect(users.create(anActor('x', role), given.newUser())).rejects.toMatchObject({
        code: 'OnlyAdmins',
      });
      await expect(users.managers(anActor('x', role), {})).rejects.toMatchObject({ code: 'OnlyAdmins' });
    }
  });
});

describe('users', () => {
  it('are seen by admins, their manager and themselves, and not found by others', async () => {
    const [manager, other] = [await given.user(), await given.user()];
    const assistant = await given.user({ userRole: 'assistant', managerId: manager.id });
    for (const by of [SYSTEM, anActor(manager.id, 'manager'), anActor(assistant.id, 'assistant')]) {
      await expect(users.get(by, assistant.id)).resolves.toEqual(assistant);
    }
    const refusals = await Promise.all(
      [
        users.get(anActor(other.id, 'manager'), assistant.id),
        users.get(anActor(other.id, 'manager'), 'nobody'),
        users.get(anActor(assistant.id, 'assistant'), manager.id),
        users.update(anActor(other.id, 'manager'), assistant.id, { name: 'Stolen' }),
        users.remove(anActor(other.id, 'manager'), assistant.id),
        users.remove(anActor(manager.id, 'manager'), other.id),
      ].map((attempt) => attempt.catch((error: { failure: unknown }) => error.failure)),
    );
    for (const refusal of refusals) expect(refusal).toEqual(refusals[1]);
    expect(refusals[1]).toMatchObject({ kind: 'not-found' });
  });

  it('are listed to a manager only where they are assistants of that manager', async () => {
    const manager = await given.user();
    const mine = await given.user({ userRole: 'assistant', managerId: manager.id });
    await given.user({ userRole: 'assistant', managerId: (await given.user()).id });
    const page = { limit: 10, offset: 0 };
    await expect(users.list(anActor(manager.id, 'manager'), page)).resolves.toEqual({
      users: [mine],
      pagination: { totalCount: 1 },
    });
    const all = await users.list(SYSTEM, { ...page, q: mine.email.toUpperCase() });
    expect(all.users).toEqual([mine]);
    expect((await users.list(SYSTEM, { ...page, q: '.*' })).users).toEqual([]);
  });
});
