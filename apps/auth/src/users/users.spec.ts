import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { Fact } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import { ownership } from '@telemon/contracts/devices/ownership';
import { type NewUser, type User, NewUser as NewUserShape } from '@telemon/contracts/auth/users';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { standIn } from '@telemon/testing/stand-in';
import { until } from '@telemon/testing/waiting';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { AuthModule } from '../auth.module.ts';
import { AuthVariables } from '../config.ts';
import { LocationsService } from '../locations/locations.service.ts';
import { Sessions } from '../tokens/sessions.ts';
import { UsersService } from './users.service.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@telemon.local', ADMIN_PASSWORD: 'a long password' };

let database: FreshDatabase;
let replicas: StartedService[];
let users: UsersService;
let sessions: Sessions;
let locationId: string;
const facts: Fact[] = [];

const configWith = (extras: Record<string, string>) => {
  const { kafkaBrokers, natsUrl } = servers();
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  return AuthVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: natsUrl,
    MONGODB_URL: database.url,
    KAFKA_BROKERS: kafkaBrokers,
    TOKEN_PRIVATE_KEY: Buffer.from(pem).toString('base64'),
    ...extras,
  });
};
const start = (extras = {}) =>
  startService({ app: 'auth', config: configWith({ ...ADMIN, ...extras }), module: AuthModule });

const newUser = (changes: Partial<NewUser> = {}): NewUser => ({
  ...NewUserShape.parse({
    name: 'Mona Manager',
    email: `mona-${randomBytes(4).toString('hex')}@example.com`,
    password: 'a long password',
    contact: '15005550006',
    companyName: 'Cold Stores',
    locationId,
    userRole: 'manager',
  }),
  ...changes,
});
const givenUser = (changes?: Partial<NewUser>): Promise<User> => users.create(SYSTEM, newUser(changes));
const actor = (id: string, role: Actor['role']): Actor => ({ id, role, managerId: null, mqttAdmin: false });
const factOf = (id: string, isGone: boolean) =>
  until(() =>
    facts.find(({ kind, key, state }) => kind === 'user' && key === id && (state === null) === isGone),
  );

beforeAll(async () => {
  database = await freshDatabase();
  // Two at the same time, in an empty database, as two replicas start.
  replicas = await Promise.all([start(), start()]);
  users = replicas[0]!.get(UsersService);
  sessions = replicas[0]!.get(Sessions);
  locationId = (await replicas[0]!.get(LocationsService).create(SYSTEM, 'Lyon')).id;
  await replicas[1]!.get(Kafka).consume({
    topic: TOPICS.facts,
    group: `spec-${randomUUID()}`,
    maxWaitTimeInMs: 50,
    handle: async ({ messages }) => {
      for (const { value } of messages) facts.push(JSON.parse(value!.toString()) as Fact);
    },
  });
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await database.drop();
});

describe('the first admin', () => {
  it('is made once, however many replicas start', async () => {
    const admins = await database.db.collection('users').find({ userRole: 'admin' }).toArray();
    expect(admins).toMatchObject([{ email: 'admin@telemon.local', alertContactStatus: 0 }]);
    const id = admins[0]!._id as unknown as string;
    await expect(factOf(id, false)).resolves.toMatchObject({ state: { userRole: 'admin' } });
  });

  it('is not made again by a later start with another address', async () => {
    const later = await start({ ADMIN_EMAIL: 'other@telemon.local' });
    await later.stop();
    expect(await database.db.collection('users').countDocuments({ userRole: 'admin' })).toBe(1);
  });

  it('stops the start where somebody who is no admin has the address', async () => {
    const admins = database.db.collection('users');
    const { email } = await givenUser({});
    await admins.updateMany({ userRole: 'admin' }, { $set: { userRole: 'once an admin' } });
    try {
      await expect(start({ ADMIN_EMAIL: email })).rejects.toThrow('ADMIN_EMAIL');
    } finally {
      await admins.updateMany({ userRole: 'once an admin' }, { $set: { userRole: 'admin' } });
    }
  });
});

describe('making a user', () => {
  it('gives back what was made, and tells the other services', async () => {
    const manager = await givenUser({ name: 'Max Manager' });
    expect(manager).toMatchObject({ name: 'Max Manager', contact: '+15005550006', managerId: null });
    expect(manager).not.toHaveProperty('password');
    expect(manager).not.toHaveProperty('passwordHash');
    await expect(factOf(manager.id, false)).resolves.toMatchObject({
      state: { id: manager.id, email: manager.email, userRole: 'manager', companyName: 'Cold Stores' },
    });
    await expect(users.managers(SYSTEM, {})).resolves.toEqual({
      managers: expect.arrayContaining([{ id: manager.id, name: 'Max Manager' }]),
    });
  });

  it('is refused where the address is taken, in whatever case', async () => {
    const { email } = await givenUser();
    await expect(givenUser({ email: email.toUpperCase() })).rejects.toMatchObject({
      code: 'EmailTaken',
      failure: { kind: 'conflict' },
    });
  });

  it('makes one user of many with one address at once', async () => {
    const email = 'twice@example.com';
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => givenUser({ email })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('needs a manager for an assistant', async () => {
    const manager = await givenUser();
    const assistant = await givenUser({ userRole: 'assistant', managerId: manager.id });
    expect(assistant.managerId).toBe(manager.id);
    for (const managerId of [null, 'nobody', assistant.id]) {
      await expect(givenUser({ userRole: 'assistant', managerId })).rejects.toMatchObject({
        failure: { kind: 'invalid', fields: { managerId: expect.any(String) } },
      });
    }
  });

  it.each(['companyName', 'locationId', 'userRole'] as const)('by an admin needs %s', async (field) => {
    await expect(
      users.create(SYSTEM, { ...newUser(), [field]: field === 'userRole' ? undefined : null }),
    ).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { [field]: 'This field is required' } },
    });
  });

  it('needs a location that exists', async () => {
    await expect(givenUser({ locationId: 'nowhere' })).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { locationId: 'There is no such location' } },
    });
  });

  it('by a manager makes an assistant of theirs, in their company and location', async () => {
    const manager = await givenUser({ companyName: 'Cold Cellars' });
    const { userRole: _role, companyName: _company, locationId: _location, ...fields } = newUser();
    const request = NewUserShape.parse({ ...fields, managerId: '' });
    const assistant = await users.create(actor(manager.id, 'manager'), request);
    expect(assistant).toMatchObject({
      userRole: 'assistant',
      managerId: manager.id,
      companyName: 'Cold Cellars',
      locationId,
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
  ])('by a manager is refused with %s %p, and nobody is made', async (field, value) => {
    const manager = await givenUser();
    const request = newUser({ userRole: 'assistant', [field]: value });
    await expect(users.create(actor(manager.id, 'manager'), request)).rejects.toMatchObject({
      failure: { kind: 'forbidden', fields: { [field]: expect.any(String) } },
    });
    expect(await database.db.collection('users').countDocuments({ email: request.email })).toBe(0);
  });

  it('makes a manager of one location, whom those who ask for that location find', async () => {
    const bergen = await replicas[0]!.get(LocationsService).create(SYSTEM, 'Bergen');
    const { id, name } = await givenUser({ locationId: bergen.id });
    await expect(users.managers(SYSTEM, { locationId: bergen.id })).resolves.toEqual({
      managers: [{ id, name }],
    });
    await expect(users.managers(SYSTEM, { locationId: 'nowhere' })).resolves.toEqual({ managers: [] });
    await expect(users.managers(SYSTEM, { locationId: '0' })).resolves.toEqual(
      await users.managers(SYSTEM, {}),
    );
  });

  it('is nothing for assistants', async () => {
    for (const role of ['assistant', 'none'] as const) {
      await expect(users.create(actor('x', role), newUser())).rejects.toMatchObject({ code: 'OnlyAdmins' });
      await expect(users.managers(actor('x', role), {})).rejects.toMatchObject({ code: 'OnlyAdmins' });
    }
  });
});

describe('users', () => {
  it('are seen by an admin, their manager and themselves; to others they do not exist', async () => {
    const [manager, other] = [await givenUser(), await givenUser()];
    const assistant = await givenUser({ userRole: 'assistant', managerId: manager.id });
    for (const by of [SYSTEM, actor(manager.id, 'manager'), actor(assistant.id, 'assistant')]) {
      await expect(users.get(by, assistant.id)).resolves.toEqual(assistant);
    }
    const refusals = await Promise.all(
      [
        users.get(actor(other.id, 'manager'), assistant.id),
        users.get(actor(other.id, 'manager'), 'nobody'),
        users.get(actor(assistant.id, 'assistant'), manager.id),
        users.update(actor(other.id, 'manager'), assistant.id, { name: 'Stolen' }),
        users.remove(actor(other.id, 'manager'), assistant.id),
        users.remove(actor(manager.id, 'manager'), other.id),
      ].map((asked) => asked.catch((error: { failure: unknown }) => error.failure)),
    );
    for (const refusal of refusals) expect(refusal).toEqual(refusals[1]);
    expect(refusals[1]).toMatchObject({ kind: 'not-found' });
  });

  it('are listed to a manager as far as they are their assistants', async () => {
    const manager = await givenUser();
    const mine = await givenUser({ userRole: 'assistant', managerId: manager.id });
    await givenUser({ userRole: 'assistant', managerId: (await givenUser()).id });
    const page = { limit: 10, offset: 0 };
    await expect(users.list(actor(manager.id, 'manager'), page)).resolves.toEqual({
      users: [mine],
      pagination: { totalCount: 1 },
    });
    const all = await users.list(SYSTEM, { ...page, q: mine.email.toUpperCase() });
    expect(all.users).toEqual([mine]);
    expect((await users.list(SYSTEM, { ...page, q: '.*' })).users).toEqual([]);
  });
});

describe('changing a user', () => {
  it('keeps what is not mentioned, and tells the other services', async () => {
    const user = await givenUser();
    const changed = await users.update(SYSTEM, user.id, { companyName: 'Warm Stores', smsLimit: 7 });
    expect(changed).toEqual({ ...user, companyName: 'Warm Stores', smsLimit: 7 });
    await until(() => facts.find(({ key, version }) => key === user.id && version === 2));
  });

  it.each([
    ['userRole', 'admin'],
    ['smsLimit', 0],
    ['alertContactStatus', 1],
    ['mqttAdmin', 'Active'],
    ['managerId', 'another'],
  ] as const)('never lets anybody change their own %s, unless it stays as it is', async (field, value) => {
    const manager = await givenUser();
    const assistant = await givenUser({ userRole: 'assistant', managerId: manager.id });
    for (const user of [manager, assistant]) {
      const self = actor(user.id, user.userRole);
      await expect(users.update(self, user.id, { [field]: value })).rejects.toMatchObject({
        failure: { kind: 'forbidden', fields: { [field]: expect.any(String) } },
      });
      await expect(users.update(self, user.id, { [field]: user[field] })).resolves.toEqual(user);
    }
  });

  it('never changes a role, whoever asks', async () => {
    const { id } = await givenUser();
    await expect(users.update(SYSTEM, id, { userRole: 'admin' })).rejects.toMatchObject({
      failure: { kind: 'forbidden' },
    });
  });

  it('by a manager changes name, contact, e-mail and password of their assistants alone', async () => {
    const manager = await givenUser();
    const { id } = await givenUser({ userRole: 'assistant', managerId: manager.id });
    const by = actor(manager.id, 'manager');
    await expect(
      users.update(by, id, { name: 'New name', password: 'another long one' }),
    ).resolves.toMatchObject({
      name: 'New name',
    });
    for (const change of [{ companyName: 'Another' }, { country: 'France' }, { smsLimit: 1 }] as const) {
      await expect(users.update(by, id, change)).rejects.toMatchObject({ failure: { kind: 'forbidden' } });
    }
  });

  it('moves an assistant to another manager, if it is one', async () => {
    const [manager, other] = [await givenUser(), await givenUser()];
    const assistant = await givenUser({ userRole: 'assistant', managerId: manager.id });
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

  it('empties nothing that is required, and lets pass what is empty and stays so', async () => {
    const user = await givenUser();
    const self = actor(user.id, 'manager');
    await expect(users.update(self, user.id, { country: '' })).resolves.toMatchObject({ country: '' });
    await users.update(self, user.id, { country: 'France' });
    await expect(users.update(self, user.id, { country: '' })).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { country: 'This field is required' } },
    });
    await expect(users.get(self, user.id)).resolves.toMatchObject({ country: 'France' });
  });

  it('of one’s own e-mail or password needs the current password', async () => {
    const user = await givenUser();
    const self = actor(user.id, 'manager');
    const refusal = { failure: { kind: 'invalid', fields: { currentPassword: expect.any(String) } } };
    for (const change of [{ email: `new-${user.email}` }, { password: 'another long one' }]) {
      await expect(users.update(self, user.id, change)).rejects.toMatchObject(refusal);
      const wrong = { ...change, currentPassword: 'not this one' };
      await expect(users.update(self, user.id, wrong)).rejects.toMatchObject(refusal);
    }
    const currentPassword = 'a long password';
    await users.update(self, user.id, { password: 'another long one', currentPassword });
    const idOf = async ({ id }: User) => id;
    await expect(users.signIn(user.email, 'another long one', idOf)).resolves.toBe(user.id);
    await expect(users.signIn(user.email, currentPassword, idOf)).resolves.toBeNull();
  });

  it('lets nobody try passwords without limit', async () => {
    const user = await givenUser();
    const tries = Array.from({ length: 12 }, (_, index) =>
      users
        .update(actor(user.id, 'manager'), user.id, {
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
  ])('ends their sessions with %s, and nobody else’s', async (_what, change) => {
    const [user, other] = [await givenUser(), await givenUser()];
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

  it('of one’s own password ends one’s other sessions', async () => {
    const user = await givenUser();
    const from = { address: '192.0.2.1', userAgent: 'spec' };
    const [here, elsewhere] = [await sessions.open(user.id, from), await sessions.open(user.id, from)];
    const self = { ...actor(user.id, 'manager'), sessionId: here.id };
    await users.update(self, user.id, { password: 'another long one', currentPassword: 'a long password' });
    await expect(sessions.renew(elsewhere.refreshToken)).resolves.toBeNull();
    await expect(sessions.renew(here.refreshToken)).resolves.toMatchObject({ id: here.id });
  });
});

describe('removing a user', () => {
  it('tells the other services that they are gone', async () => {
    const manager = await givenUser();
    const { id } = await givenUser({ userRole: 'assistant', managerId: manager.id });
    await expect(users.remove(SYSTEM, id)).resolves.toBeNull();
    await expect(factOf(id, true)).resolves.toMatchObject({ version: 2 });
    await expect(users.remove(SYSTEM, id)).rejects.toMatchObject({ code: 'UserNotFound' });
  });

  it('is refused while a manager owns something, here or where devices are kept', async () => {
    const manager = await givenUser();
    const assistant = await givenUser({ userRole: 'assistant', managerId: manager.id });
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

  it('of a manager is not done while nobody can say what they own', async () => {
    const manager = await givenUser();
    await expect(users.remove(SYSTEM, manager.id)).rejects.toMatchObject({
      failure: { kind: 'unavailable' },
    });
    await expect(users.get(SYSTEM, manager.id)).resolves.toEqual(manager);
  });

  it('of a manager never leaves an assistant without one, also when both are done at once', async () => {
    const known = new Set<string>();
    const devices = await standIn(ownership.of, ({ managerId }) =>
      known.has(managerId) ? { owns: [] } : undefined,
    );
    for (let round = 0; round < 5; round++) {
      const { id } = await givenUser();
      known.add(id);
      const [made, removed] = await Promise.allSettled([
        givenUser({ userRole: 'assistant', managerId: id }),
        replicas[1]!.get(UsersService).remove(SYSTEM, id),
      ]);
      expect([made.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
    await devices.stop();
  });

  it('is refused for oneself', async () => {
    const admin = await givenUser({ userRole: 'admin' });
    await expect(users.remove(actor(admin.id, 'admin'), admin.id)).rejects.toMatchObject({
      code: 'OwnAccount',
    });
    await users.remove(SYSTEM, admin.id);
  });

  it('leaves one admin, also when all are removed at once', async () => {
    await Promise.all([givenUser({ userRole: 'admin' }), givenUser({ userRole: 'admin' })]);
    const admins = await database.db.collection('users').find({ userRole: 'admin' }).toArray();
    const outcomes = await Promise.allSettled(
      admins.map(({ _id }, index) =>
        replicas[index % 2]!.get(UsersService).remove(SYSTEM, _id as unknown as string),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(admins.length - 1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'LastAdmin' },
    });
  });
});

describe('the key that signs tokens', () => {
  it.each([
    ['nothing', ''],
    ['no key', 'abc'],
    ['an RSA key', rsaKey()],
  ])('is refused where it is %s', (_, key) => {
    expect(() => configWith({ TOKEN_PRIVATE_KEY: key })).toThrow('Ed25519');
  });
});

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
}
