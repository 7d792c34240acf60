import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import type { User } from '@telemon/contracts/auth/users';
import { ownership } from '@telemon/contracts/devices/ownership';
import { Mongo } from '@telemon/platform/mongo';
import { standIn } from '@telemon/testing/stand-in';
import { anActor, GivenReplicas, PASSWORD } from '../../testing/given-replicas.ts';
import { Sessions } from '../tokens/sessions.ts';
import { Passwords } from './passwords.ts';
import { UsersService } from './users.service.ts';

let given: GivenReplicas;
let users: UsersService;
let sessions: Sessions;

beforeAll(async () => {
  given = await GivenReplicas.start();
  users = given.replicas[0].get(UsersService);
  sessions = given.replicas[0].get(Sessions);
});
afterAll(() => given.stop());

describe('changing a user', () => {
  it('keeps the fields that the request leaves out, and sends a fact', async () => {
    const user = await given.user();
    const changed = await users.update(SYSTEM, user.id, { companyName: 'Warm Stores', smsLimit: 7 });
    expect(changed).toEqual({ ...user, companyName: 'Warm Stores', smsLimit: 7 });
    await given.versionOf(user.id, 2);
  });

  it.each([
    ['userRole', 'admin'],
    ['smsLimit', 0],
    ['alertContactStatus', 1],
    ['mqttAdmin', 'Active'],
    ['managerId', 'another'],
  ] as const)(
    'refuses users another value of their own %s, and accepts the same value',
    async (field, value) => {
      const manager = await given.user();
      const assistant = await given.user({ userRole: 'assistant', managerId: manager.id });
      for (const user of [manager, assistant]) {
        const self = anActor(user.id, user.userRole);
        await expect(users.update(self, user.id, { [field]: value })).rejects.toMatchObject({
          failure: { kind: 'forbidden', fields: { [field]: expect.any(String) } },
        });
        await expect(users.update(self, user.id, { [field]: user[field] })).resolves.toEqual(user);
      }
    },
  );

  it('never changes a role, not even for an admin', async () => {
    const { id } = await given.user();
    await expect(users.update(SYSTEM, id, { userRole: 'admin' })).rejects.toMatchObject({
      failure: { kind: 'forbidden' },
    });
  });

  it('by a manager accepts name and password of an assistant, and refuses company, country and limit', async () => {
    const manager = await given.user();
    const { id } = await given.user({ userRole: 'assistant', managerId: manager.id });
    const by = anActor(manager.id, 'manager');
    await expect(
      users.update(by, id, { name: 'New name', password: 'another long one' }),
    ).resolves.toMatchObject({
      name: 'New name',
    });
    for (const change of [{ companyName: 'Another' }, { country: 'France' }, { smsLimit: 1 }] as const) {
      await expect(users.update(by, id, change)).rejects.toMatchObject({ failure: { kind: 'forbidden' } });
    }
  });

  it('moves an assistant to another manager, and to no user of another role', async () => {
    const [manager, other] = [await given.user(), await given.user()];
    const assistant = await given.user({ userRole: 'assistant', managerId: manager.id });
    for (const [user, managerId] of [
      [assistant, assistant.id],
      [assistant, 'nobody'],
      [manager, other.id],
    ] as const) {
      await expect(users.update(SYSTEM, user.id, { managerId })).rejects.toMatchObject({
        failure: { kind: 'invalid' },
      });
    }
    await expect(
      users.update(SYSTEM, assistant.id, { managerId: other.id, managerChanged: true }),
    ).resolves.toMatchObject({ managerId: other.id });
  });

  it('rejects an empty value for a required field, unless it was empty before', async () => {
    const user = await given.user();
    const self = anActor(user.id, 'manager');
    await expect(users.update(self, user.id, { country: '' })).resolves.toMatchObject({ country: '' });
    await users.update(self, user.id, { country: 'France' });
    await expect(users.update(self, user.id, { country: '' })).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { country: 'This field is required' } },
    });
    await expect(users.get(self, user.id)).resolves.toMatchObject({ country: 'France' });
  });

  it('needs the current password for the own e-mail, contact or password', async () => {
    const user = await given.user();
    const self = anActor(user.id, 'manager');
    const refusal = { failure: { kind: 'invalid', fields: { currentPassword: expect.any(String) } } };
    const changes = [
      { email: `new-${user.email}` },
      { contact: '+15005550009' },
      { password: 'another long one' },
    ];
    for (const change of changes) {
      await expect(users.update(self, user.id, change)).rejects.toMatchObject(refusal);
      const wrong = { ...change, currentPassword: 'not this one' };
      await expect(users.update(self, user.id, wrong)).rejects.toMatchObject(refusal);
    }
    const currentPassword = PASSWORD;
    const number = { contact: '+15005550009', currentPassword };
    await expect(users.update(self, user.id, number)).resolves.toMatchObject({ contact: '+15005550009' });
    await users.update(self, user.id, { password: 'another long one', currentPassword });
    const idOf = async ({ id }: User) => id;
    await expect(users.signIn(user.email, 'another long one', idOf)).resolves.toBe(user.id);
    await expect(users.signIn(user.email, currentPassword, idOf)).resolves.toBeNull();
  });

  it('refuses a current password that is reset during the change', async () => {
    const user = await given.user();
    const passwords = given.replicas[0].get(Passwords);
    const matches = passwords.matches.bind(passwords);
    jest.spyOn(passwords, 'matches').mockImplementationOnce(async (...args) => {
      const isRight = await matches(...args);
      await users.setPassword(user.id, 'reset by the owner', async () => true);
      return isRight;
    });
    const change = { password: 'another long one', currentPassword: PASSWORD };
    await expect(users.update(anActor(user.id, 'manager'), user.id, change)).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { currentPassword: expect.any(String) } },
    });
    const idOf = async ({ id }: User) => id;
    await expect(users.signIn(user.email, 'reset by the owner', idOf)).resolves.toBe(user.id);
  });

  it('limits the attempts with wrong current passwords', async () => {
    const user = await given.user();
    const tries = Array.from({ length: 12 }, (_, index) =>
      users
        .update(anActor(user.id, 'manager'), user.id, {
          password: 'x'.repeat(8),
          currentPassword: `guess ${index}`,
        })
        .catch((error: { code: string }) => error.code),
    );
    expect((await Promise.all(tries)).filter((code) => code === 'TooManyLogins')).toHaveLength(2);
  });

  it.each([
    ['a new password', { password: 'another long one' }],
    ['other rights', { mqttAdmin: 'Active' as const }],
  ])('ends the sessions of that user with %s, and no others', async (_, change) => {
    const [user, other] = [await given.user(), await given.user()];
    const from = { address: '192.0.2.1', userAgent: 'spec' };
    const begun = new Date();
    const session = await sessions.open(user.id, from);
    const kept = await sessions.open(other.id, from);
    await users.update(SYSTEM, user.id, { name: 'Nothing new' });
    expect(await sessions.endedSince(begun)).not.toContain(session.id);
    await users.update(SYSTEM, user.id, change);
    const ended = await sessions.endedSince(begun);
    expect(ended).toContain(session.id);
    expect(ended).not.toContain(kept.id);
    await expect(sessions.renew(session.refreshToken)).resolves.toBeNull();
  });

  it('ends the other sessions of a user who changes the own password', async () => {
    const user = await given.user();
    const from = { address: '192.0.2.1', userAgent: 'spec' };
    const [here, elsewhere] = [await sessions.open(user.id, from), await sessions.open(user.id, from)];
    const self = { ...anActor(user.id, 'manager'), sessionId: here.id };
    await users.update(self, user.id, { password: 'another long one', currentPassword: PASSWORD });
    await expect(sessions.renew(elsewhere.refreshToken)).resolves.toBeNull();
    await expect(sessions.renew(here.refreshToken)).resolves.toMatchObject({ id: here.id });
  });
});

describe('removing a user', () => {
  it('sends a fact about the removal', async () => {
    const manager = await given.user();
    const { id } = await given.user({ userRole: 'assistant', managerId: manager.id });
    const other = await given.user();
    await expect(users.remove(SYSTEM, id)).resolves.toBeNull();
    await expect(users.existing(SYSTEM, [id, other.id])).resolves.toEqual({ ids: [other.id] });
    await expect(given.factOf(id, true)).resolves.toMatchObject({ version: 2 });
    await expect(users.remove(SYSTEM, id)).rejects.toMatchObject({ code: 'UserNotFound' });
  });

  it('counts as done only on a primary that a majority still follows', async () => {
    const { db } = given.replicas[0].get(Mongo);
    await db.command({ profile: 2 });
    await users.existing(SYSTEM, ['nobody']);
    await db.command({ profile: 0 });
    const reads = await db.collection('system.profile').find({ 'command.find': 'users' }).toArray();
    expect(reads.map(({ command }) => command.readConcern)).toEqual([{ level: 'linearizable' }]);
  });

  it('is refused while a manager has assistants, devices or buildings', async () => {
    const manager = await given.user();
    const assistant = await given.user({ userRole: 'assistant', managerId: manager.id });
    const owns = ['devices', 'buildings'];
    const devices = await standIn(ownership.of, ({ managerId }) =>
      managerId === manager.id ? { owns } : undefined,
    );
    const refusal = (what: string) => ({
      code: 'ManagerOwns',
      failure: { kind: 'conflict', message: expect.stringContaining(what) },
    });
    const remove = () => users.remove(SYSTEM, manager.id);
    await expect(remove()).rejects.toMatchObject(refusal('assistants, devices, buildings;'));
    owns.length = 0;
    await expect(remove()).rejects.toMatchObject(refusal('still has assistants;'));
    await users.remove(SYSTEM, assistant.id);
    owns.push('devices');
    await expect(remove()).rejects.toMatchObject(refusal('still has devices;'));
    await expect(users.get(SYSTEM, manager.id)).resolves.toEqual(manager);
    owns.length = 0;
    await expect(remove()).resolves.toBeNull();
    await devices.stop();
  });

  it('is refused for a manager while the devices service does not answer', async () => {
    const manager = await given.user();
    await expect(users.remove(SYSTEM, manager.id)).rejects.toMatchObject({
      failure: { kind: 'unavailable' },
    });
    await expect(users.get(SYSTEM, manager.id)).resolves.toEqual(manager);
  });

  it('never leaves an assistant without a manager, also with both calls at the same time', async () => {
    const known = new Set<string>();
    const devices = await standIn(ownership.of, ({ managerId }) =>
      known.has(managerId) ? { owns: [] } : undefined,
    );
    for (let round = 0; round < 5; round++) {
      const { id } = await given.user();
      known.add(id);
      const [made, removed] = await Promise.allSettled([
        given.user({ userRole: 'assistant', managerId: id }),
        given.replicas[1].get(UsersService).remove(SYSTEM, id),
      ]);
      expect([made.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
    await devices.stop();
  });

  it('is refused for the own account', async () => {
    const admin = await given.user({ userRole: 'admin' });
    await expect(users.remove(anActor(admin.id, 'admin'), admin.id)).rejects.toMatchObject({
      code: 'OwnAccount',
    });
    await users.remove(SYSTEM, admin.id);
  });

  it('leaves one admin when all are removed at the same time', async () => {
    await Promise.all([given.user({ userRole: 'admin' }), given.user({ userRole: 'admin' })]);
    const admins = await given.database.db.collection('users').find({ userRole: 'admin' }).toArray();
    const outcomes = await Promise.allSettled(
      admins.map(({ _id }, index) =>
        given.replicas[index % 2]!.get(UsersService).remove(SYSTEM, _id as unknown as string),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(admins.length - 1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'LastAdmin' },
    });
  });
});
