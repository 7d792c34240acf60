import { describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiAnswer } from '@telemon/testing/api-client';
import { alertOn, eventOn, uniqueName } from '@telemon/testing/given';
import { mediansInTurns } from '@telemon/testing/medians';
import { missingId, missingName } from '../access/people.ts';
import { useTwoTenants } from './two-tenants.ts';

const tenants = useTwoTenants();

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
      (id) => ['POST', '/device', tenants.newDevice({ sensorId1: id })],
      () => tenants.things.sensorId,
      missingId,
    ],
    [
      'a new device with a foreign sensor beside an own one',
      (id) => ['POST', '/device', tenants.newDevice({ template: 'Multiple', sensorId2: id })],
      () => tenants.things.sensorId,
      missingId,
    ],
    [
      'a new device of a foreign manager',
      (id) => ['POST', '/device', tenants.newDevice({ managerId: id })],
      () => tenants.people.manager.id,
      missingId,
    ],
    [
      'a foreign sensor on an own device',
      (id) => ['PATCH', `/device/${tenants.theirs.deviceName}`, { sensorId2: id }],
      () => tenants.things.sensorId,
      missingId,
    ],
    [
      'an own device given to a foreign manager',
      (id) => ['PATCH', `/device/${tenants.theirs.deviceName}`, { managerId: id, managerChanged: true }],
      () => tenants.people.manager.id,
      missingId,
    ],
    [
      'a sensor type of a foreign manager',
      (id) => ['POST', '/sensorType', { sensorName: 'Foreign', userId: id }],
      () => tenants.people.manager.id,
      missingId,
    ],
    [
      'an alert on a foreign device',
      (id) => ['POST', '/alert', alertOn(id)],
      () => tenants.things.deviceName,
      missingName,
    ],
    [
      'an event on a foreign device',
      (id) => ['POST', '/event', eventOn(id)],
      () => tenants.things.deviceName,
      missingName,
    ],
    [
      'an assistant of a foreign manager',
      (id) => ['POST', '/user', { ...newAssistant({ managerId: id }), email: 'sara@example.com' }],
      () => tenants.people.manager.id,
      missingId,
    ],
    [
      'an acknowledgement of a foreign entry under an own device',
      (id) => ['POST', `/alertLog/acknowledge/${tenants.theirs.deviceName}`, { id }],
      () => tenants.things.entryId,
      missingId,
    ],
    [
      'an acknowledgement of a foreign entry under its own device',
      (id) => ['POST', `/alertLog/acknowledge/${tenants.things.deviceName}`, { id }],
      () => tenants.things.entryId,
      missingId,
    ],
    [
      'a snooze of a foreign alert under an own device',
      (alertId) => ['POST', `/alertLog/snooze/${tenants.theirs.deviceName}`, { alertId, hours: 1 }],
      () => tenants.things.alertId,
      missingId,
    ],
  ];

  it.each(BY_FOREIGN_MANAGER)('like a missing one: %s', async (_, attempt, theirOwn, missing) => {
    const before = await tenants.stored.now();
    const toForeign = await tenants.foreign.send(...attempt(theirOwn()));
    expect(toForeign.status).toBeGreaterThanOrEqual(400);
    expect(toForeign.status).toBeLessThan(500);
    const toMissing = await tenants.foreign.send(...attempt(missing()));
    expect(withoutId(toForeign)).toEqual(withoutId(toMissing));
    expect(await tenants.stored.now()).toEqual(before);
  });

  const BY_ADMIN: [string, () => ['POST' | 'PATCH', string, unknown]][] = [
    [
      'a device whose sensor is another manager’s',
      () => ['POST', '/device', tenants.newDevice({ sensorId1: tenants.things.sensorId })],
    ],
    [
      'a device moved with a sensor of its former manager',
      () => [
        'PATCH',
        `/device/${tenants.theirs.deviceName}`,
        { managerId: tenants.people.manager.id, managerChanged: true, sensorId1: tenants.theirs.sensorId },
      ],
    ],
    [
      'a device of an assistant',
      () => ['POST', '/device', tenants.newDevice({ managerId: tenants.people.assistant.id })],
    ],
    [
      'a device of a missing manager',
      () => ['POST', '/device', tenants.newDevice({ managerId: missingId() })],
    ],
    [
      'an assistant of an assistant',
      () => [
        'PATCH',
        `/user/${tenants.people.assistant.id}`,
        { managerId: tenants.people.assistant.id, managerChanged: true },
      ],
    ],
    [
      'an assistant of a missing manager',
      () => ['PATCH', `/user/${tenants.people.assistant.id}`, { managerId: missingId() }],
    ],
    [
      'a user at a missing location',
      () => ['PATCH', `/user/${tenants.people.assistant.id}`, { locationId: missingId() }],
    ],
    [
      'a manager with a manager',
      () => ['PATCH', `/user/${tenants.people.manager.id}`, { managerId: tenants.theirs.id }],
    ],
    [
      'a sensor type of an assistant',
      () => ['POST', '/sensorType', { sensorName: 'Foreign', userId: tenants.people.assistant.id }],
    ],
  ];

  it.each(BY_ADMIN)('even from an admin: %s', async (_, attempt) => {
    const before = await tenants.stored.now();
    const { status } = await tenants.installation.api.send(...attempt());
    expect([404, 409, 422]).toContain(status);
    expect(await tenants.stored.now()).toEqual(before);
  });
});

describe('lists', () => {
  it.each([
    ['GET /device', '/device?q=', () => tenants.things.deviceName],
    ['GET /sensorType', '/sensorType?q=', () => 'Sensor'],
    ['GET /user', '/user?q=', () => tenants.people.assistant.email],
    ['GET /alert', '/alert?q=', () => tenants.things.deviceName],
    ['GET /event', '/event?q=', () => tenants.things.deviceName],
    ['GET /alertLog', '/alertLog?q=', () => tenants.things.deviceName],
    ['GET /alertLog, waiting', '/alertLog?status=Pending&q=', () => tenants.things.deviceName],
  ])('count and find only the actor’s own things: %s', async (_, path, words) => {
    const all = await tenants.foreign.get<Record<string, unknown[]> & { pagination: { totalCount: number } }>(
      path.replace(/[?&]q=$/, ''),
    );
    const found = await tenants.foreign.get<typeof all>(`${path}${encodeURIComponent(words())}`);
    const text = JSON.stringify([all, found]);
    for (const own of [
      tenants.things.deviceName,
      tenants.things.sensorId,
      tenants.people.manager.id,
      tenants.people.assistant.id,
      tenants.things.entryId,
    ]) {
      expect(text).not.toContain(own);
    }
    for (const { pagination, ...lists } of [all, found]) {
      const rows = Object.values(lists).flat();
      expect(pagination.totalCount).toBe(rows.length);
    }
    const toAdmin = await tenants.installation.api.get<typeof all>(`${path}${encodeURIComponent(words())}`);
    expect(toAdmin.pagination.totalCount).toBeGreaterThan(found.pagination.totalCount);
  });

  it('of a foreign manager’s sensors are as empty as of a missing manager’s', async () => {
    const ofForeign = await tenants.foreign.send('GET', `/getAllSensorType/${tenants.people.manager.id}`);
    expect(withoutId(ofForeign)).toEqual(
      withoutId(await tenants.foreign.send('GET', `/getAllSensorType/${missingId()}`)),
    );
    expect(JSON.stringify(ofForeign.body)).not.toContain(tenants.things.sensorId);
  });
});

describe('a name that is taken', () => {
  it('is refused without naming its owner', async () => {
    const device = await tenants.foreign.send(
      'POST',
      '/device',
      tenants.newDevice({ deviceName: tenants.things.deviceName }),
    );
    expect(device.status).toBe(409);
    const user = await tenants.foreign.send(
      'POST',
      '/user',
      newAssistant({ email: tenants.people.assistant.email }),
    );
    expect(user.status).toBe(409);
    for (const { body } of [device, user]) {
      const text = JSON.stringify(body);
      for (const own of [
        tenants.people.manager.id,
        tenants.people.manager.name,
        tenants.people.manager.companyName,
        tenants.things.sensorId,
      ]) {
        expect(text).not.toContain(own);
      }
    }
  });
});

describe('the response time', () => {
  it.each([
    ['a device', () => `/device/${tenants.things.deviceName}`, () => `/device/${missingName()}`],
    [
      'a device’s page',
      () => `/deviceDashboard/${tenants.things.deviceName}`,
      () => `/deviceDashboard/${missingName()}`,
    ],
    ['a user', () => `/user/${tenants.people.assistant.id}`, () => `/user/${missingId()}`],
  ])('does not reveal whether %s of another manager exists', async (_, foreignPath, missingPath) => {
    const ask = (pathOf: () => string) => async () =>
      expect((await tenants.foreign.send('GET', pathOf())).status).toBe(404);
    const { one, other } = await mediansInTurns(ask(foreignPath), ask(missingPath), 10);
    expect(Math.abs(one - other)).toBeLessThan(10);
  });
});

describe('an entry in the alert log', () => {
  it('is not acknowledged by a foreign manager, even in lists and patterns', async () => {
    const isAcknowledged = async () => {
      const entries = await alertLogOf(tenants.installation.api, tenants.things.deviceName);
      return entries.find((entry: AlertLogEntry) => entry.id === tenants.things.entryId)!.status;
    };
    for (const body of [
      { id: tenants.things.entryId },
      { id: [tenants.things.entryId] },
      { id: { $ne: '' } },
      { id: `${tenants.things.entryId},${tenants.theirs.entryId}` },
    ]) {
      for (const deviceName of [tenants.theirs.deviceName, tenants.things.deviceName, '*', '.*', '#']) {
        const { status } = await tenants.foreign.send(
          'POST',
          `/alertLog/acknowledge/${encodeURIComponent(deviceName)}`,
          body,
        );
        expect([400, 404, 422]).toContain(status);
      }
    }
    expect(await isAcknowledged()).toBe('Pending');
    await tenants.people.clients['manager, own'].expect(
      'POST',
      `/alertLog/acknowledge/${tenants.things.deviceName}`,
      {
        id: tenants.things.entryId,
      },
    );
    expect(await isAcknowledged()).toBe('Acknowledged');
  });
});
