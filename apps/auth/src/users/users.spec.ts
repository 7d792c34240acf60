import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { Fact } from '@telemon/contracts/facts';
import { TOPICS } from '@telemon/contracts/topics';
import { type NewUser, type User, NewUser as NewUserShape } from '@telemon/contracts/users';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { AuthModule } from '../auth.module.ts';
import { AuthVariables } from '../config.ts';
import { UsersService } from './users.service.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@telemon.local', ADMIN_PASSWORD: 'a long password' };

let database: FreshDatabase;
let replicas: StartedService[];
let users: UsersService;
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
    locationName: 'Lyon',
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
    await expect(users.managers(SYSTEM)).resolves.toEqual({
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
        code: 'ManagerNeeded',
        failure: { kind: 'invalid', fields: { managerId: expect.any(String) } },
      });
    }
  });

  it('is for admins alone', async () => {
    for (const role of ['manager', 'assistant', 'none'] as const) {
      await expect(users.create(actor('x', role), newUser())).rejects.toMatchObject({ code: 'OnlyAdmins' });
      await expect(users.remove(actor('x', role), 'y')).rejects.toMatchObject({ code: 'OnlyAdmins' });
      await expect(users.managers(actor('x', role))).rejects.toMatchObject({ code: 'OnlyAdmins' });
    }
  });
});

describe('removing a user', () => {
  it('tells the other services that they are gone', async () => {
    const { id } = await givenUser();
    await expect(users.remove(SYSTEM, id)).resolves.toBeNull();
    await expect(factOf(id, true)).resolves.toMatchObject({ version: 2 });
    await expect(users.remove(SYSTEM, id)).rejects.toMatchObject({ code: 'UserNotFound' });
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
