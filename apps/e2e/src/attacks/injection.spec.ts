import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Device } from '@telemon/contracts/devices/devices';
import { alertOn, eventOn, type GivenDevice, uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { connectAsync } from 'mqtt';
import { createSocket } from 'node:dgram';
import { type Installation, useInstallation, storedAbout } from '../installation.ts';
import { newDevice, newUdpRule, newUser } from './request-bodies.ts';

let installation: Installation;
let processes: Map<string, number>;
let target: GivenDevice;
let name: string;
let device: MqttDevice;

beforeAll(async () => {
  installation = await useInstallation();
  processes = installation.product.pids();
  const { make, managerId, product } = installation;
  const sensor = await make.sensorType(managerId);
  target = await make.device(managerId, [sensor.id]);
  name = target.device.deviceName;
  device = await MqttDevice.connect(product.addresses.mqttPort, target.mqtt);
  // A connection is shown up to a second later, and no test is to see that as a change of the device.
  await until(async () => (await presence())?.connected, { what: 'the connection' });
}, 300_000);
afterAll(async () => {
  device?.end();
  await installation?.stop();
});

/** Parses JSON, because an object literal would lose some of the names. */
const parsed = (json: string) => JSON.parse(json) as Record<string, unknown>;

const LONGEST_ID = 64;

/** Operators that MongoDB would execute if the value became part of a query. */
const OPERATORS = [
  '{"$gt":""}',
  '{"$ne":null}',
  '{"$regex":".*"}',
  '{"$in":["a"]}',
  '{"$where":"sleep(2000)"}',
  '{"$expr":{"$function":{"body":"function(){return true}","args":[],"lang":"js"}}}',
  '["a",{"$gt":""}]',
];

describe('operators of MongoDB in the place of a value', () => {
  const bodies: [string, 'POST' | 'PATCH', () => string, () => Record<string, unknown>][] = [
    ['a sign-in', 'POST', () => '/user/login', () => ({ email: 'a@example.com', password: 'a password' })],
    ['the request of a reset', 'POST', () => '/user/resetRequest', () => ({ email: 'a@example.com' })],
    [
      'a reset',
      'POST',
      () => '/user/resetPassword',
      () => ({
        email: 'a@example.com',
        userOtp: '123456',
        password: 'a password',
        confirmpassword: 'a password',
      }),
    ],
    ['a sign-up', 'POST', () => '/user/signup', () => ({ email: 'a@example.com', mobileOtp: '123456' })],
    ['a new user', 'POST', () => '/user', newUser],
    ['a user', 'PATCH', () => `/user/${installation.managerId}`, newUser],
    ['a new location', 'POST', () => '/location', () => ({ locationName: uniqueName('City') })],
    [
      'a new blocked topic',
      'POST',
      () => '/mqttLog/blockTopic',
      () => ({ topicName: `devices/${uniqueName('none')}/#` }),
    ],
    ['a new sensor type', 'POST', () => '/sensorType', () => ({ sensorName: 'Heat', userId: 'x' })],
    ['a new device', 'POST', () => '/device', () => newDevice(target.device)],
    ['a device', 'PATCH', () => `/device/${name}`, () => ({ deviceAlias: 'Alias', managerId: 'x' })],
    ['a new alert', 'POST', () => '/alert', () => alertOn(name)],
    ['a new event', 'POST', () => '/event', () => eventOn(name)],
    ['a new UDP rule', 'POST', () => '/udp', () => newUdpRule(name)],
    ['an acknowledgement', 'POST', () => `/alertLog/acknowledge/${name}`, () => ({ id: 'x' })],
    ['a snooze', 'POST', () => `/alertLog/snooze/${name}`, () => ({ alertId: 'x', hours: 1 })],
  ];

  it.each(bodies)('are refused in each field of the body of %s', async (_what, method, pathOf, bodyOf) => {
    const { api } = installation;
    for (const field of Object.keys(bodyOf())) {
      for (const operator of OPERATORS) {
        const body = { ...bodyOf(), [field]: parsed(operator) };
        const { status, body: answer } = await api.send(method, pathOf(), body);
        expect({ field, operator, status }).toEqual({ field, operator, status: 400 });
        expect(Object.keys(answer.fields ?? {}).join()).toContain(field);
      }
    }
  });

  it('are refused in nested fields and in dotted names', async () => {
    const { api } = installation;
    const change = (deviceMetaData: unknown) => api.send('PATCH', `/device/${name}`, { deviceMetaData });
    const before = await api.get(`/device/${name}`);
    for (const inner of [
      { $set: { managerId: 'x' } },
      { 'deviceMetaData.maximumDepth': 1 },
      { maximumDepth: { $inc: 1 } },
      { applicationType: { $ne: 'Fill' } },
    ]) {
      expect((await change(inner)).status).toBe(400);
    }
    for (const criteria of [
      { values: [{ $gt: 0 }] },
      { values: { $gt: 0 } },
      { 'values.0': 1, values: [1] },
    ]) {
      expect((await api.send('POST', '/alert', { ...alertOn(name), criteria })).status).toBe(400);
    }
    expect(await api.get(`/device/${name}`)).toEqual(before);
  });

  it.each(['q', 'limit', 'offset', 'sort', 'order'])(
    'are refused as %s in the query of a list',
    async (key) => {
      const { api } = installation;
      for (const query of [
        `${key}[$gt]=`,
        `${key}[$where]=1`,
        `${key}.$gt=1`,
        `${key}=a&${key}=b`,
        '$where=1',
      ]) {
        const { status } = await api.send('GET', `/user?${query}`);
        expect({ query, status }).toEqual({ query, status: 400 });
      }
    },
  );

  it('are refused as sort columns', async () => {
    for (const sort of ['$where', 'passwordHash', 'name.$', '__proto__', 'constructor', '_id', '$natural']) {
      const { status } = await installation.api.send('GET', `/user?sort=${encodeURIComponent(sort)}`);
      expect({ sort, status }).toEqual({ sort, status: 400 });
    }
  });

  it('find nothing in a path', async () => {
    const { api } = installation;
    for (const part of [...OPERATORS, '$where', '[object Object]', '.*', '__proto__', 'constructor', '*']) {
      const inPath = encodeURIComponent(part);
      const expected = part.length > LONGEST_ID ? 422 : 404;
      for (const path of [`/user/${inPath}`, `/device/${inPath}`, `/deviceDashboard/${inPath}`]) {
        const { status } = await api.send('GET', path);
        expect({ path, status }).toEqual({ path, status: expected });
      }
      const { status } = await api.send('DELETE', `/alert/${inPath}`);
      expect({ part, status }).toEqual({ part, status: expected });
    }
  });

  it('sign no device in, neither as its name nor as its password', async () => {
    const { mqttPort } = installation.product.addresses;
    const { password } = target.mqtt;
    const logins = [...OPERATORS, '$where', '__proto__', '#', '+'].flatMap((text) => [
      { username: text, password },
      { username: name, password: text },
    ]);
    for (const login of logins) {
      const signedIn = connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { ...login, reconnectPeriod: 0 }, false);
      await expect(signedIn).rejects.toThrow(/Not authorized|Bad username or password/i);
    }
  });

  it('are refused in the topic of a publication', async () => {
    const { mqttPort } = installation.product.addresses;
    const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      ...target.mqtt,
      clientId: 'topics',
      protocolVersion: 5,
    });
    for (const part of [...OPERATORS, '$where', '__proto__', '..', '.*', `${name}/..`]) {
      const published = client.publishAsync(`devices/${part}/telemetry`, '{"TC1":99}', { qos: 1 });
      await expect(published).rejects.toMatchObject({ code: 0x87 });
    }
    await client.endAsync();
  });

  it('are rejected in a reading, and logged as text', async () => {
    for (const operator of OPERATORS) {
      await device.send(`{"TC1":${operator}}`);
      await device.send(`{"deviceId":${operator},"TC1":1}`);
      await device.send(`{"timestamp":${operator},"TC1":1}`);
      await device.send(`{"seq":${operator},"TC1":1}`);
    }
    const rows = await until(
      async () => {
        const found = await storedAbout<{ data: unknown; reasons: string[] }>(installation.product, {
          database: 'logs',
          collection: 'mqtt_log_rows',
          deviceName: name,
        });
        const refused = found.filter(({ reasons }) => reasons.length > 0);
        return refused.length >= 4 * OPERATORS.length && found;
      },
      { what: 'the rows of the log' },
    );
    for (const { reasons, ...row } of rows)
      for (const value of [...Object.values(row), ...reasons]) expect(isPlain(value)).toBe(true);
  });

  it('are neither a device nor a value in a datagram, and the next datagram is stored', async () => {
    const socket = createSocket('udp4');
    const send = (text: string) =>
      new Promise<void>((resolve) => {
        socket.send(text, installation.product.addresses.udpPort, '127.0.0.1', () => resolve());
      });
    for (const operator of OPERATORS) {
      await send(`{"deviceId":${operator},"TC1":99}`);
      await send(`{"deviceId":"${name}","TC1":${operator}}`);
      await send(`${operator},TC1=99`);
      await send(`${name},TC1=${operator}`);
    }
    await send('$where,TC1=99');
    await send('__proto__,TC1=99');
    await send(`${name},TC1=41`);
    await until(async () => (await latest()).TC1 === 41, { what: 'the good datagram' });
    socket.close();
  });
});

const isPlain = (value: unknown) =>
  value === null || typeof value !== 'object' || value instanceof Date || '_bsontype' in value;

const presence = async () =>
  (await installation.api.get<{ deviceData: Device }>(`/device/${name}`)).deviceData.presence;

const latest = async () =>
  (await installation.api.get<{ latestData: Record<string, unknown> }>(`/deviceDashboard/${name}`))
    .latestData;

describe('a prototype in the place of a field', () => {
  const POLLUTED = [
    '{"__proto__":{"polluted":"yes","userRole":"admin","limit":1}}',
    '{"constructor":{"prototype":{"polluted":"yes"}}}',
    '{"prototype":{"polluted":"yes"}}',
  ];
  const nested = POLLUTED.map((json) => `{"deviceMetaData":${json}}`);

  it.each([...POLLUTED, ...nested])('is refused in a body: %s', async (json) => {
    const { api } = installation;
    expect((await api.send('PATCH', `/device/${name}`, parsed(json))).status).toBe(400);
    expect((await api.send('POST', '/user/login', parsed(json))).status).toBe(400);
    expect((await api.send('POST', '/user', { ...newUser(), ...parsed(json) })).status).toBe(400);
  });

  it.each(['__proto__[limit]=1', '__proto__.limit=1', '__proto__=1', 'constructor[prototype][limit]=1'])(
    'is refused in a query: %s',
    async (query) => {
      for (const path of ['/device', '/user', '/outbox']) {
        expect((await installation.api.send('GET', `${path}?${query}`)).status).toBe(400);
      }
    },
  );

  it('sets no value in its reading or in others', async () => {
    for (const json of POLLUTED)
      await device.send(json.replace('"polluted"', '"TC1":99,"TN1":99,"polluted"'));
    await device.send('{"TC2":7,"__proto__":{"TC1":99,"TN1":99}}');
    await device.send('{"TC1":42}');
    await until(async () => (await latest()).TC1 === 42, { what: 'the good reading' });
    const { sensorLog } = await installation.api.get<{ sensorLog: Record<string, unknown>[] }>(
      `/deviceDashboard/getSensorLog/${name}?limit=100`,
    );
    for (const row of sensorLog) expect([row.TC1, row.TN1]).not.toContain(99);
  });

  it('has no effect on later requests', async () => {
    const { api } = installation;
    const { users, pagination } = await api.get<{ users: object[]; pagination: { totalCount: number } }>(
      '/user',
    );
    expect(users).toHaveLength(Math.min(10, pagination.totalCount));
    for (const path of ['/user', '/device', '/alert', '/dashboard/']) {
      expect(JSON.stringify(await api.get(path))).not.toContain('polluted');
    }
    expect(installation.product.pids()).toEqual(processes);
  });
});
