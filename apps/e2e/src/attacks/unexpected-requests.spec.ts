import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { until } from '@telemon/testing/waiting';
import { connect } from 'node:net';
import { SAMPLES } from '../access/samples.ts';
import { tracedOf } from '../access/traced.ts';
import { fire, useTwoTenants } from './two-tenants.ts';

const tenants = useTwoTenants();

describe('an unknown field', () => {
  // The device's readings would make the alerts of other samples fire while a test compares the stored data.
  beforeAll(async () => void (await tracedOf(tenants.things)));

  const UNKNOWN_FIELDS: Readonly<Record<string, string>> = {
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

  it.each(rows)('is rejected in the query and in the body of %s', async (name) => {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string];
    const sample = await SAMPLES[name]!(tenants.things, 'admin');
    const before = await tenants.stored.now();
    for (const [field, value] of Object.entries(UNKNOWN_FIELDS)) {
      const separator = sample.path.includes('?') ? '&' : '?';
      const query = `${separator}${encodeURIComponent(field)}=${value}`;
      const inQuery = await tenants.people.clients.admin.send(method, `${sample.path}${query}`, sample.body);
      expect({ path, field, status: inQuery.status }).toEqual({ path, field, status: 400 });
      if (method === 'GET') continue;
      const body = { ...(sample.body as object | undefined), [field]: { $gt: '' } };
      const inBody = await tenants.people.clients.admin.send(method, sample.path, body);
      expect({ path, field, status: inBody.status }).toEqual({ path, field, status: 400 });
    }
    expect(await tenants.stored.now()).toEqual(before);
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
  ])('cannot be %j', async (deviceName) => {
    const before = await tenants.stored.now();
    const { status, body } = await tenants.installation.api.send(
      'POST',
      '/device',
      tenants.newDevice({ deviceName }),
    );
    expect([400, 422]).toContain(status);
    expect(Object.keys(body.fields ?? {})).toEqual(['deviceName']);
    expect(await tenants.stored.now()).toEqual(before);
    for (const path of ['/device/', '/deviceDashboard/', '/getDeviceSensor/']) {
      if (deviceName === '' || /^\.+$/.test(deviceName)) continue;
      const read = await tenants.foreign.send('GET', `${path}${encodeURIComponent(deviceName)}`);
      expect({ path, isRefused: [400, 404].includes(read.status) }).toEqual({ path, isRefused: true });
    }
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'null', 'undefined', '000', '-_-'])(
    'may be %s, without side effects',
    async (deviceName) => {
      const created = await tenants.installation.api.send<{ mqtt: MqttLogin }>(
        'POST',
        '/device',
        tenants.newDevice({ deviceName }),
      );
      expect(created.status).toBe(200);
      const { entryId } = await fire(tenants.installation, deviceName, created.body.data!.mqtt);
      const entries = await alertLogOf(tenants.foreign, deviceName);
      expect(entries.map(({ id }) => id)).toEqual([entryId]);
      const { sensorLog } = await tenants.foreign.get<{ sensorLog: { TC1: number }[] }>(
        `/deviceDashboard/getSensorLog/${deviceName}`,
      );
      expect(sensorLog[0]).toMatchObject({ TC1: 50 });
      const { deviceData } = await tenants.foreign.get<{
        deviceData: { deviceName: string; present: { current: number[] } }[];
      }>('/dashboard/');
      const onHome = deviceData.filter((device) => device.deviceName === deviceName);
      expect(onHome).toMatchObject([{ present: { current: [50, null, null, null] } }]);
      expect((await tenants.people.clients['manager, own'].send('GET', `/device/${deviceName}`)).status).toBe(
        404,
      );
      await tenants.foreign.expect('DELETE', `/device/${deviceName}`);
      expect((await tenants.foreign.send('GET', `/device/${deviceName}`)).status).toBe(404);
      // Alerting consumes the fact a moment later, and deletes the logs after the rules.
      const alerting = tenants.stored.mongo.db('alerting');
      for (const collection of ['alerts', 'alert_log', 'events', 'event_log']) {
        await until(async () => (await alerting.collection(collection).countDocuments({ deviceName })) === 0);
      }
    },
  );
});

describe('a crafted path, method or header', () => {
  /** Sends a request without normalising its target; returns the status. */
  const raw = (method: string, target: string, extra = ''): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(tenants.installation.product.addresses.url);
      let text = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tenants.foreign.token}\r\nConnection: close\r\n${extra}\r\n`,
        ),
      );
      socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      socket.on('error', reject).on('close', () => resolve(Number(text.split(' ')[1])));
    });

  it('neither reads nor changes a foreign thing', async () => {
    const before = await tenants.stored.now();
    const { deviceName } = tenants.things;
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
      `/v1/device/${tenants.theirs.deviceName}/../${deviceName}`,
      `/v1/device/${tenants.theirs.deviceName}%2f..%2f${deviceName}`,
      `/v1/device%2f${deviceName}`,
      `/v1\\device\\${deviceName}`,
      `/V1/DEVICE/${deviceName}`,
      `/v1/device/${deviceName}%00`,
      `/v1/device/${deviceName}%20`,
      `/v1/device/${deviceName}.json`,
      `/v1/device/${deviceName};a=b`,
      `/v1/device/${deviceName}?userRole=admin`,
      `/v1/device/${tenants.theirs.deviceName}?deviceName=${deviceName}`,
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
    expect(await tenants.stored.now()).toEqual(before);
  });

  it('does not override the method', async () => {
    const before = await tenants.stored.now();
    const { deviceName } = tenants.theirs;
    for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      expect(await raw('GET', `/v1/device/${deviceName}`, `${header}: DELETE\r\n`)).toBe(200);
      expect(
        await raw('POST', `/v1/device/${deviceName}`, `${header}: DELETE\r\nContent-Length: 0\r\n`),
      ).toBe(404);
    }
    for (const field of ['_method', 'method', 'X-HTTP-Method-Override']) {
      expect(await raw('GET', `/v1/device/${deviceName}?${field}=DELETE`)).toBe(400);
    }
    expect(await tenants.stored.now()).toEqual(before);
  });

  it('does not change the user or the path', async () => {
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
      expect(await raw('GET', `/v1/device/${tenants.things.deviceName}`, `${header}: ${value}\r\n`)).toBe(
        404,
      );
    }
  });
});
