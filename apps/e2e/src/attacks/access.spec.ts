import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import { PLANNED } from '@telemon/testing/access-table';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { ApiAnswer } from '@telemon/testing/api-client';
import { alertOn, uniqueName } from '@telemon/testing/given';
import { mediansInTurns } from '@telemon/testing/medians';
import type { MqttLogin } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { connect } from 'node:net';
import { missingId, missingName } from '../access/people.ts';
import { SAMPLES } from '../access/samples.ts';
import { type TwoTenants, fire, givenTwoTenants } from './two-tenants.ts';

let tenants: TwoTenants;
let installation: TwoTenants['installation'];
let people: TwoTenants['people'];
let things: TwoTenants['things'];
let foreign: TwoTenants['foreign'];
let theirs: TwoTenants['theirs'];
let stored: TwoTenants['stored'];

beforeAll(async () => {
  tenants = await givenTwoTenants();
  ({ installation, people, things, foreign, theirs, stored } = tenants);
}, 240_000);
afterAll(() => tenants?.stop());

const withoutId = ({ status, body }: ApiAnswer<unknown>) => ({ status, body: { ...body, requestId: '' } });
const newDevice = (extras: Record<string, unknown>) => ({
  deviceName: uniqueName('dev'),
  deviceAlias: 'A new one',
  managerId: theirs.id,
  template: 'Single',
  sensorId1: theirs.sensorId,
  locationMode: 'Gps',
  lat: 1,
  lng: 1,
  ...extras,
});
const newAssistant = (extras: Record<string, unknown>) => ({
  name: 'Sara Newcomer',
  email: `${uniqueName('sara')}@example.com`,
  password: 'a password of hers',
  contact: '+15005550006',
  ...extras,
});

type Attempt = (id: string) => ['POST' | 'PATCH', string, unknown];

describe('a reference to what belongs to somebody else writes nothing', () => {
  const BY_FOREIGN_MANAGER: [string, Attempt, () => string, () => string][] = [
    [
      'a new device with a foreign sensor',
      (id) => ['POST', '/device', newDevice({ sensorId1: id })],
      () => things.sensorId,
      missingId,
    ],
    [
      'a new device with a foreign sensor among own ones',
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

  it.each(BY_FOREIGN_MANAGER)(
    '%s, which is answered as a missing one',
    async (_, attempt, theirOwn, missing) => {
      const before = await stored.now();
      const toForeign = await foreign.send(...attempt(theirOwn()));
      expect(toForeign.status).toBeGreaterThanOrEqual(400);
      expect(toForeign.status).toBeLessThan(500);
      const toMissing = await foreign.send(...attempt(missing()));
      expect(withoutId(toForeign)).toEqual(withoutId(toMissing));
      expect(await stored.now()).toEqual(before);
    },
  );

  const BY_ADMIN: [string, () => ['POST' | 'PATCH', string, unknown]][] = [
    [
      'a device whose sensor is another manager’s',
      () => ['POST', '/device', newDevice({ sensorId1: things.sensorId })],
    ],
    [
      'a device moved along with a sensor of the manager before',
      () => [
        'PATCH',
        `/device/${theirs.deviceName}`,
        { managerId: people.manager.id, managerChanged: true, sensorId1: theirs.sensorId },
      ],
    ],
    ['a device of an assistant', () => ['POST', '/device', newDevice({ managerId: people.assistant.id })]],
    ['a device of nobody', () => ['POST', '/device', newDevice({ managerId: missingId() })]],
    [
      'an assistant of an assistant',
      () => [
        'PATCH',
        `/user/${people.assistant.id}`,
        { managerId: people.assistant.id, managerChanged: true },
      ],
    ],
    ['an assistant of nobody', () => ['PATCH', `/user/${people.assistant.id}`, { managerId: missingId() }]],
    ['a user at no location', () => ['PATCH', `/user/${people.assistant.id}`, { locationId: missingId() }]],
    ['a manager with a manager', () => ['PATCH', `/user/${people.manager.id}`, { managerId: theirs.id }]],
    [
      'a sensor type of an assistant',
      () => ['POST', '/sensorType', { sensorName: 'Foreign', userId: people.assistant.id }],
    ],
  ];

  it.each(BY_ADMIN)('not even an admin’s: %s', async (_, attempt) => {
    const before = await stored.now();
    const { status } = await installation.api.send(...attempt());
    expect([404, 409, 422]).toContain(status);
    expect(await stored.now()).toEqual(before);
  });
});

describe('what is not asked for by the table', () => {
  const NOBODYS: Readonly<Record<string, string>> = {
    _id: 'x',
    __v: '1',
    $set: 'x',
    $where: '1',
    'managerId.x': 'x',
    'a[$ne]': 'x',
    constructor: 'x',
    actor: 'x',
    scope: 'all',
  };
  const rows = (Object.keys(SAMPLES) as RouteName[]).filter((name) => ROUTES[name].who !== 'public');

  it.each(rows)('%s takes no field that nobody named, from the query or the body', async (name) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
    const sample = await SAMPLES[name]!(things, 'admin');
    const before = await stored.now();
    for (const [field, value] of Object.entries(NOBODYS)) {
      const separator = sample.path.includes('?') ? '&' : '?';
      const query = `${separator}${encodeURIComponent(field)}=${value}`;
      const inQuery = await people.clients.admin.send(method, `${sample.path}${query}`, sample.body);
      expect({ path, field, status: inQuery.status }).toEqual({ path, field, status: 400 });
      if (method === 'GET') continue;
      const body = { ...(sample.body as object | undefined), [field]: { $gt: '' } };
      const inBody = await people.clients.admin.send(method, sample.path, body);
      expect({ path, field, status: inBody.status }).toEqual({ path, field, status: 400 });
    }
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
  ])('count and find only one’s own: %s', async (_, path, words) => {
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

  it('of a foreign manager’s sensors are as empty as of a manager that does not exist', async () => {
    const ofForeign = await foreign.send('GET', `/getAllSensorType/${people.manager.id}`);
    expect(withoutId(ofForeign)).toEqual(
      withoutId(await foreign.send('GET', `/getAllSensorType/${missingId()}`)),
    );
    expect(JSON.stringify(ofForeign.body)).not.toContain(things.sensorId);
  });
});

describe('a name that is taken', () => {
  it('says so, and not by whom', async () => {
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

describe('how long an answer takes', () => {
  it.each([
    ['a device', () => `/device/${things.deviceName}`, () => `/device/${missingName()}`],
    [
      'a device’s page',
      () => `/deviceDashboard/${things.deviceName}`,
      () => `/deviceDashboard/${missingName()}`,
    ],
    ['a user', () => `/user/${people.assistant.id}`, () => `/user/${missingId()}`],
  ])('tells nobody whether %s of somebody else exists', async (_, foreignPath, missingPath) => {
    const ask = (pathOf: () => string) => async () =>
      expect((await foreign.send('GET', pathOf())).status).toBe(404);
    const { one, other } = await mediansInTurns(ask(foreignPath), ask(missingPath), 10);
    expect(Math.abs(one - other)).toBeLessThan(10);
  });
});

describe('a device’s name', () => {
  it.each([
    '..',
    '.',
    '...',
    'a/b',
    'a/../b',
    'a\\b',
    '#',
    '+',
    'dev/#',
    'dev+1',
    '$SYS',
    '$share',
    'a b',
    ' dev',
    'dev\n',
    'dev\u0000',
    'dev\u202e',
    'dév',
    '％２ｅ',
    '%2e%2e',
    'dev;x=1',
    'dev?x',
    'ab',
    'sixteen-letters-',
    '',
  ])('is never %j', async (deviceName) => {
    const before = await stored.now();
    const { status, body } = await installation.api.send('POST', '/device', newDevice({ deviceName }));
    expect([400, 422]).toContain(status);
    expect(Object.keys(body.fields ?? {})).toEqual(['deviceName']);
    expect(await stored.now()).toEqual(before);
    for (const path of ['/device/', '/deviceDashboard/', '/getDeviceSensor/']) {
      if (deviceName === '' || /^\.+$/.test(deviceName)) continue;
      const read = await foreign.send('GET', `${path}${encodeURIComponent(deviceName)}`);
      expect({ path, isRefused: [400, 404].includes(read.status) }).toEqual({ path, isRefused: true });
    }
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'null', 'undefined', '000', '-_-'])(
    'may be %s, and means nothing else',
    async (deviceName) => {
      const created = await installation.api.send<{ mqtt: MqttLogin }>(
        'POST',
        '/device',
        newDevice({ deviceName }),
      );
      expect(created.status).toBe(200);
      const id = await fire(installation, deviceName, created.body.data!.mqtt);
      const entries = await alertLogOf(foreign, deviceName);
      expect(entries.map((entry) => entry.id)).toEqual([id]);
      const { sensorLog } = await foreign.get<{ sensorLog: { TC1: number }[] }>(
        `/deviceDashboard/getSensorLog/${deviceName}`,
      );
      expect(sensorLog[0]).toMatchObject({ TC1: 50 });
      const { deviceData } = await foreign.get<{
        deviceData: { deviceName: string; present: { current: number[] } }[];
      }>('/dashboard/');
      const onHome = deviceData.filter((device) => device.deviceName === deviceName);
      expect(onHome).toMatchObject([{ present: { current: [50, null, null, null] } }]);
      expect((await people.clients['manager, own'].send('GET', `/device/${deviceName}`)).status).toBe(404);
      await foreign.expect('DELETE', `/device/${deviceName}`);
      expect((await foreign.send('GET', `/device/${deviceName}`)).status).toBe(404);
      // Alerting hears of it a moment later, and clears the log after the alerts.
      const alerting = stored.mongo.db('alerting');
      for (const collection of ['alerts', 'alert_log']) {
        await until(async () => (await alerting.collection(collection).countDocuments({ deviceName })) === 0);
      }
    },
  );
});

describe('however the path or the method of a foreign thing is written', () => {
  /** The status of a request that is sent as it stands. */
  const raw = (method: string, target: string, extra = ''): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(installation.product.addresses.url);
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${foreign.token}\r\nConnection: close\r\n${extra}\r\n`,
        ),
      );
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      socket.on('error', reject).on('close', () => resolve(Number(text.split(' ')[1])));
    });

  it('nobody foreign gets or changes it', async () => {
    const before = await stored.now();
    const { deviceName } = things;
    const targets = [
      `/v1/device/${deviceName}`,
      `/v1/device/${deviceName}/`,
      `/v1/device/${deviceName}//`,
      `/v1//device/${deviceName}`,
      `//v1/device/${deviceName}`,
      `/v1/./device/${deviceName}`,
      `/v1/user/../device/${deviceName}`,
      `/v1/user/%2e%2e/device/${deviceName}`,
      `/v1/user/%252e%252e/device/${deviceName}`,
      `/v1/device/${theirs.deviceName}/../${deviceName}`,
      `/v1/device/${theirs.deviceName}%2f..%2f${deviceName}`,
      `/v1/device%2f${deviceName}`,
      `/v1\\device\\${deviceName}`,
      `/V1/DEVICE/${deviceName}`,
      `/v1/device/${deviceName}%00`,
      `/v1/device/${deviceName}%20`,
      `/v1/device/${deviceName}.json`,
      `/v1/device/${deviceName};a=b`,
      `/v1/device/${deviceName}?userRole=admin`,
      `/v1/device/${theirs.deviceName}?deviceName=${deviceName}`,
      `/v1/device/${deviceName}#`,
      `http://localhost/v1/device/${deviceName}`,
      `http://evil.example/v1/device/${deviceName}`,
    ];
    for (const target of targets) {
      for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'POST', 'PATCH', 'delete', 'OPTIONS']) {
        const status = await raw(method, target);
        expect({ method, target, isRefused: status >= 400 && status < 500 }).toEqual({
          method,
          target,
          isRefused: true,
        });
      }
    }
    expect(await stored.now()).toEqual(before);
  });

  it('no header or field makes a method another', async () => {
    const before = await stored.now();
    const { deviceName } = theirs;
    for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      expect(await raw('GET', `/v1/device/${deviceName}`, `${header}: DELETE\r\n`)).toBe(200);
      expect(
        await raw('POST', `/v1/device/${deviceName}`, `${header}: DELETE\r\nContent-Length: 0\r\n`),
      ).toBe(404);
    }
    for (const field of ['_method', 'method', 'X-HTTP-Method-Override']) {
      expect(await raw('GET', `/v1/device/${deviceName}?${field}=DELETE`)).toBe(400);
    }
    expect(await stored.now()).toEqual(before);
  });

  it('no header makes anybody somebody else', async () => {
    for (const header of [
      'X-User-Id',
      'X-Forwarded-User',
      'X-Role',
      'X-Original-URL',
      'X-Rewrite-URL',
      'Forwarded',
    ]) {
      const value = header.endsWith('URL') ? '/v1/getAllManagers' : 'admin';
      expect(await raw('GET', '/v1/getAllManagers', `${header}: ${value}\r\n`)).toBe(403);
      expect(await raw('GET', `/v1/device/${things.deviceName}`, `${header}: ${value}\r\n`)).toBe(404);
    }
  });
});

describe('an entry in the alert log', () => {
  it('is acknowledged by nobody foreign, in whatever company', async () => {
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

describe('what is planned', () => {
  it('is no way around what is there', async () => {
    const before = await stored.now();
    for (const name of Object.keys(PLANNED)) {
      const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
      const { status } = await foreign.send(method, path.replace(/:\w+/g, things.deviceName));
      expect({ name, status }).toEqual({ name, status: 404 });
    }
    expect(await stored.now()).toEqual(before);
  });
});
