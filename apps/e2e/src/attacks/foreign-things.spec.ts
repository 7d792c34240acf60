import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiAnswer } from '@telemon/testing/api-client';
import { alertOn, uniqueName } from '@telemon/testing/given';
import { mediansInTurns } from '@telemon/testing/medians';
import { missingId, missingName } from '../access/people.ts';
import { type TwoTenants, givenTwoTenants } from './two-tenants.ts';

let tenants: TwoTenants;
let installation: TwoTenants['installation'];
let people: TwoTenants['people'];
let things: TwoTenants['things'];
let foreign: TwoTenants['foreign'];
let theirs: TwoTenants['theirs'];
let stored: TwoTenants['stored'];
let newDevice: TwoTenants['newDevice'];

beforeAll(async () => {
  tenants = await givenTwoTenants();
  ({ installation, people, things, foreign, theirs, stored, newDevice } = tenants);
}, 240_000);
afterAll(() => tenants?.stop());

const withoutId = ({ status, body }: ApiAnswer<unknown>) => ({ status, body: { ...body, requestId: '' } });

const newAssistant = (extras: Record<string, unknown>) => ({
  name: 'Sara Newcomer',
  email: `${uniqueName('sara')}@example.com`,
  password: 'a password of hers',
  contact: '+15005550006',
  ...extras,
});

type Attempt = (id: string) => ['POST' | 'PATCH', string, unknown];

describe('a reference to a thing of another manager is rejected without a write', () => {
  const BY_FOREIGN_MANAGER: [string, Attempt, () => string, () => string][] = [
    [
      'a new device with a foreign sensor',
      (id) => ['POST', '/device', newDevice({ sensorId1: id })],
      () => things.sensorId,
      missingId,
    ],
    [
      'a new device with a foreign sensor beside an own one',
      (id) => ['POST', '/device', newDevice({ template: 'Multiple', sensorId2: id })],
      () => things.sensorId,
      missingId,
    ],
    [
      'a new device of a foreign manager',
      (id) => ['POST', '/device', newDevice({ managerId: id })],
      () => people.manager.id,
      missingId,
    ],
    [
      'a foreign sensor on an own device',
      (id) => ['PATCH', `/device/${theirs.deviceName}`, { sensorId2: id }],
      () => things.sensorId,
      missingId,
    ],
    [
      'an own device given to a foreign manager',
      (id) => ['PATCH', `/device/${theirs.deviceName}`, { managerId: id, managerChanged: true }],
      () => people.manager.id,
      missingId,
    ],
    [
      'a sensor type of a foreign manager',
      (id) => ['POST', '/sensorType', { sensorName: 'Foreign', userId: id }],
      () => people.manager.id,
      missingId,
    ],
    [
      'an alert on a foreign device',
      (id) => ['POST', '/alert', alertOn(id)],
      () => things.deviceName,
      missingName,
    ],
    [
      'an assistant of a foreign manager',
      (id) => ['POST', '/user', { ...newAssistant({ managerId: id }), email: 'sara@example.com' }],
      () => people.manager.id,
      missingId,
    ],
    [
      'an acknowledgement of a foreign entry under an own device',
      (id) => ['POST', `/alertLog/acknowledge/${theirs.deviceName}`, { id }],
      () => things.entryId,
      missingId,
    ],
    [
      'an acknowledgement of a foreign entry under its own device',
      (id) => ['POST', `/alertLog/acknowledge/${things.deviceName}`, { id }],
      () => things.entryId,
      missingId,
    ],
  ];

  it.each(BY_FOREIGN_MANAGER)('like a missing one: %s', async (_, attempt, theirOwn, missing) => {
    const before = await stored.now();
    const toForeign = await foreign.send(...attempt(theirOwn()));
    expect(toForeign.status).toBeGreaterThanOrEqual(400);
    expect(toForeign.status).toBeLessThan(500);
    const toMissing = await foreign.send(...attempt(missing()));
    expect(withoutId(toForeign)).toEqual(withoutId(toMissing));
    expect(await stored.now()).toEqual(before);
  });

  const BY_ADMIN: [string, () => ['POST' | 'PATCH', string, unknown]][] = [
    [
      'a device whose sensor is another manager’s',
      () => ['POST', '/device', newDevice({ sensorId1: things.sensorId })],
    ],
    [
      'a device moved with a sensor of its former manager',
      () => [
        'PATCH',
        `/device/${theirs.deviceName}`,
        { managerId: people.manager.id, managerChanged: true, sensorId1: theirs.sensorId },
      ],
    ],
    ['a device of an assistant', () => ['POST', '/device', newDevice({ managerId: people.assistant.id })]],
    ['a device of a missing manager', () => ['POST', '/device', newDevice({ managerId: missingId() })]],
    [
      'an assistant of an assistant',
      () => [
        'PATCH',
        `/user/${people.assistant.id}`,
        { managerId: people.assistant.id, managerChanged: true },
      ],
    ],
    [
      'an assistant of a missing manager',
      () => ['PATCH', `/user/${people.assistant.id}`, { managerId: missingId() }],
    ],
    [
      'a user at a missing location',
      () => ['PATCH', `/user/${people.assistant.id}`, { locationId: missingId() }],
    ],
    ['a manager with a manager', () => ['PATCH', `/user/${people.manager.id}`, { managerId: theirs.id }]],
    [
      'a sensor type of an assistant',
      () => ['POST', '/sensorType', { sensorName: 'Foreign', userId: people.assistant.id }],
    ],
  ];

  it.each(BY_ADMIN)('even from an admin: %s', async (_, attempt) => {
    const before = await stored.now();
    const { status } = await installation.api.send(...attempt());
    expect([404, 409, 422]).toContain(status);
    expect(await stored.now()).toEqual(before);
  });
});

describe('lists', () => {
  it.each([
    ['GET /device', '/device?q=', () => things.deviceName],
    ['GET /sensorType', '/sensorType?q=', () => 'Sensor'],
    ['GET /user', '/user?q=', () => people.assistant.email],
    ['GET /alert', '/alert?q=', () => things.deviceName],
    ['GET /alertLog', '/alertLog?q=', () => things.deviceName],
    ['GET /alertLog, waiting', '/alertLog?status=Pending&q=', () => things.deviceName],
  ])('count and find only the actor’s own things: %s', async (_, path, words) => {
    const all = await foreign.get<Record<string, unknown[]> & { pagination: { totalCount: number } }>(
      path.replace(/[?&]q=$/, ''),
    );
    const found = await foreign.get<typeof all>(`${path}${encodeURIComponent(words())}`);
    const text = JSON.stringify([all, found]);
    for (const own of [
      things.deviceName,
      things.sensorId,
      people.manager.id,
      people.assistant.id,
      things.entryId,
    ]) {
      expect(text).not.toContain(own);
    }
    for (const { pagination, ...lists } of [all, found]) {
      const rows = Object.values(lists).flat();
      expect(pagination.totalCount).toBe(rows.length);
    }
    const toAdmin = await installation.api.get<typeof all>(`${path}${encodeURIComponent(words())}`);
    expect(toAdmin.pagination.totalCount).toBeGreaterThan(found.pagination.totalCount);
  });

  it('of a foreign manager’s sensors are as empty as those of a missing manager', async () => {
    const ofForeign = await foreign.send('GET', `/getAllSensorType/${people.manager.id}`);
    expect(withoutId(ofForeign)).toEqual(
      withoutId(await foreign.send('GET', `/getAllSensorType/${missingId()}`)),
    );
    expect(JSON.stringify(ofForeign.body)).not.toContain(things.sensorId);
  });
});

describe('a name that is taken', () => {
  it('is refused without naming its owner', async () => {
    const device = await foreign.send('POST', '/device', newDevice({ deviceName: things.deviceName }));
    expect(device.status).toBe(409);
    const user = await foreign.send('POST', '/user', newAssistant({ email: people.assistant.email }));
    expect(user.status).toBe(409);
    for (const { body } of [device, user]) {
      const text = JSON.stringify(body);
      for (const own of [
        people.manager.id,
        people.manager.name,
        people.manager.companyName,
        things.sensorId,
      ]) {
        expect(text).not.toContain(own);
      }
    }
  });
});

describe('the response time', () => {
  it.each([
    ['a device', () => `/device/${things.deviceName}`, () => `/device/${missingName()}`],
    [
      'a device’s page',
      () => `/deviceDashboard/${things.deviceName}`,
      () => `/deviceDashboard/${missingName()}`,
    ],
    ['a user', () => `/user/${people.assistant.id}`, () => `/user/${missingId()}`],
  ])('does not reveal whether %s of another manager exists', async (_, foreignPath, missingPath) => {
    const ask = (pathOf: () => string) => async () =>
      expect((await foreign.send('GET', pathOf())).status).toBe(404);
    const { one, other } = await mediansInTurns(ask(foreignPath), ask(missingPath), 10);
    expect(Math.abs(one - other)).toBeLessThan(10);
  });
});

describe('an entry in the alert log', () => {
  it('is not acknowledged by a foreign manager, even in lists and patterns', async () => {
    const isAcknowledged = async () => {
      const entries = await alertLogOf(installation.api, things.deviceName);
      return entries.find((entry: AlertLogEntry) => entry.id === things.entryId)!.status;
    };
    for (const body of [
      { id: things.entryId },
      { id: [things.entryId] },
      { id: { $ne: '' } },
      { id: `${things.entryId},${theirs.entryId}` },
    ]) {
      for (const deviceName of [theirs.deviceName, things.deviceName, '*', '.*', '#']) {
        const { status } = await foreign.send(
          'POST',
          `/alertLog/acknowledge/${encodeURIComponent(deviceName)}`,
          body,
        );
        expect([400, 404, 422]).toContain(status);
      }
    }
    expect(await isAcknowledged()).toBe('Pending');
    await people.clients['manager, own'].expect('POST', `/alertLog/acknowledge/${things.deviceName}`, {
      id: things.entryId,
    });
    expect(await isAcknowledged()).toBe('Acknowledged');
  });
});
