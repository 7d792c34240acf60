import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeviceChange } from '@telemon/contracts/devices/devices';
import type { Principal } from '@telemon/testing/access-table';
import { User, UserChange } from '@telemon/contracts/auth/users';
import { MongoClient } from 'mongodb';
import { type Installation, useInstallation } from '../installation.ts';
import { type People, givenPeople } from './people.ts';
import { type Things, givenThings } from './things.ts';

let installation: Installation;
let people: People;
let things: Things;
let mongo: MongoClient;

beforeAll(async () => {
  installation = await useInstallation();
  people = await givenPeople(installation);
  things = await givenThings(installation, people);
  mongo = await MongoClient.connect(installation.product.addresses.mongoUrl);
});
afterAll(async () => {
  await mongo.close();
  await installation.stop();
});

const stored = async (database: string, collection: string, _id: string) =>
  mongo.db(database).collection<{ _id: string }>(collection).findOne({ _id });

/** Fields that no request has: fields of the database or of other requests, operators, prototypes. */
const UNKNOWN_FIELDS = {
  _id: 'x',
  id: 'x',
  __v: 1,
  $set: { userRole: 'admin' },
  'deviceMetaData.maximumDepth': 1,
  $where: '1',
  passwordHash: 'x',
  emailKey: 'x',
  createdAt: '2020-01-01T00:00:00.000Z',
  key: 1,
  assistantIds: ['x'],
  passwordSha256: 'x',
  status: 1,
  constructor: { prototype: { admin: true } },
  sessionId: 'x',
};
/** For each field a value that differs from the stored one. */
const OTHER: Record<string, unknown> = {
  name: 'Another name',
  email: 'another@example.com',
  contact: '+15005550009',
  companyName: 'Another company',
  companyAddress: 'Another street',
  country: 'Elsewhere',
  locationId: 'another',
  userRole: 'admin',
  smsLimit: 3,
  emailLimit: 3,
  alertContactStatus: 1,
  managerId: 'another',
  mqttAdmin: 'Active',
  limitRefresh: 'Daily',
  weather: 'enabled',
};

describe('a user', () => {
  const fields = [...new Set([...Object.keys(UserChange.shape), ...Object.keys(User.shape)])].filter(
    (field) => OTHER[field] !== undefined,
  );
  const may: Partial<Record<Principal, string[]>> = {
    'manager, own': ['name', 'email', 'contact'],
    'assistant, assigned': ['name', 'companyName', 'companyAddress', 'country'],
  };

  it.each(Object.entries(may))(
    'is changed by %s only in the fields that they may change',
    async (principal, allowed) => {
      const path = `/user/${people.assistant.id}`;
      for (const field of fields) {
        const before = await stored('auth', 'users', people.assistant.id);
        const { status } = await people.clients[principal as Principal].send('PATCH', path, {
          [field]: OTHER[field],
        });
        const after = await stored('auth', 'users', people.assistant.id);
        if (allowed.includes(field)) {
          expect({ field, status }).toEqual({ field, status: 200 });
          expect(after).toMatchObject({ [field]: OTHER[field] });
        } else {
          expect([400, 403, 422]).toContain(status);
          expect(after).toEqual(before);
        }
        await mongo
          .db('auth')
          .collection<{ _id: string }>('users')
          .replaceOne({ _id: people.assistant.id }, before as never);
      }
    },
  );

  it('is not changed by a foreign manager or assistant', async () => {
    const before = await stored('auth', 'users', people.assistant.id);
    for (const principal of ['manager, foreign', 'assistant, not assigned'] as const) {
      for (const field of fields) {
        const body = { [field]: OTHER[field] };
        const { status } = await people.clients[principal].send(
          'PATCH',
          `/user/${people.assistant.id}`,
          body,
        );
        expect(status).toBe(404);
      }
    }
    expect(await stored('auth', 'users', people.assistant.id)).toEqual(before);
  });
});

describe('a device', () => {
  it('is not changed by its manager in fields that only an admin may change', async () => {
    const path = `/device/${things.deviceName}`;
    for (const field of Object.keys(DeviceChange.shape).filter((name) => OTHER[name] !== undefined)) {
      const before = await stored('devices', 'devices', things.deviceName);
      const { status } = await people.clients['manager, own'].send('PATCH', path, { [field]: OTHER[field] });
      const after = await stored('devices', 'devices', things.deviceName);
      // The service replaces the manager of a manager's request by the manager's own id.
      if (field === 'managerId' && status === 200) expect(after).toEqual(before);
      else {
        expect({ field, isRefused: [400, 403, 422].includes(status) }).toEqual({ field, isRefused: true });
        expect(after).toEqual(before);
      }
    }
  });
});

describe.each([
  ['a user', 'PATCH', () => `/user/${people.assistant.id}`],
  ['a new user', 'POST', () => '/user'],
  ['a device', 'PATCH', () => `/device/${things.deviceName}`],
  ['a new device', 'POST', () => '/device'],
  ['a new sensor type', 'POST', () => '/sensorType'],
  ['a new alert', 'POST', () => '/alert'],
  ['an alert', 'PUT', () => '/alert/a1'],
  ['a new event', 'POST', () => '/event'],
  ['a plan of reports', 'POST', () => '/autoReport'],
  ['a new UDP rule', 'POST', () => '/udp'],
  ['a new assignment', 'POST', () => '/assignedDevice'],
  ['a bulk edit', 'PATCH', () => '/bulkUpdate/device'],
  ['a new location', 'POST', () => '/location'],
  ['a new blocked topic', 'POST', () => '/mqttLog/blockTopic'],
] as [string, 'PATCH' | 'POST' | 'PUT', () => string][])('%s', (_what, method, pathOf) => {
  it.each(Object.entries(UNKNOWN_FIELDS))('rejects the unknown field %s', async (field, value) => {
    const before = [
      await stored('auth', 'users', people.assistant.id),
      await stored('devices', 'devices', things.deviceName),
    ];
    // Parsed from JSON, because an object literal would lose some of the names.
    const body = JSON.parse(`{${JSON.stringify(field)}:${JSON.stringify(value)}}`) as unknown;
    const { status, body: answer } = await people.clients.admin.send(method, pathOf(), body);
    expect(status).toBe(400);
    expect(Object.keys(answer.fields ?? {})).toContain(field);
    expect([
      await stored('auth', 'users', people.assistant.id),
      await stored('devices', 'devices', things.deviceName),
    ]).toEqual(before);
  });
});
