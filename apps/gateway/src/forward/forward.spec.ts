import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { alerts } from '@telemon/contracts/alerts';
import { devices } from '@telemon/contracts/devices';
import { type ErrorKind, STATUS_OF_KIND } from '@telemon/contracts/errors';
import { outbox } from '@telemon/contracts/outbox';
import { ROUTES } from '@telemon/contracts/routes';
import { signIn } from '@telemon/contracts/users';
import { AnsweringService } from '@telemon/testing/answering-service';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { TokenKeys } from '@telemon/testing/tokens';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { refusals } from '../access/refusals.ts';
import { GatewayVariables } from '../config.ts';
import { GatewayModule } from '../gateway.module.ts';
import { Gateway } from '../gateway.ts';
import type { RouteTable } from './route-table.ts';

const keys = new TokenKeys();
const ALERT = {
  deviceName: 'pump01',
  sensorId: 1,
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [8] },
  contact: '15005550006',
  message: '$name is at $data',
};

let service: AnsweringService;
let sessionsThatEnd: SessionsThatEnd;
let gateway: StartedService;
let base: string;
let token: string;
const others: StartedService[] = [];

const start = async (settings: Record<string, string> = {}, table: RouteTable = allRows()) => {
  const config = GatewayVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: servers().natsUrl,
    TOKEN_PUBLIC_KEY: keys.publicVariable,
    ...settings,
  });
  const module = GatewayModule.for({ routes: table, endedSessions: sessionsThatEnd.call });
  return startService({ app: 'gateway', config: { ...config, PORT: 0 }, module });
};
const addressOf = (started: StartedService) => `http://127.0.0.1:${started.get(Gateway).port}`;
/** A gateway with settings of its own, gone at the end. */
const another = async (settings?: Record<string, string>, table?: RouteTable) => {
  const started = await start(settings, table);
  others.push(started);
  return addressOf(started);
};
function allRows(): RouteTable {
  const rows = Object.entries(ROUTES).map(([name, route]) => [
    name,
    { ...route, call: service.withPrefix(route.call) },
  ]);
  return Object.fromEntries(rows) as RouteTable;
}

interface Told {
  status: number;
  headers: Headers;
  body: {
    error: boolean;
    message: string;
    data: unknown;
    requestId?: string;
    fields?: Record<string, string>;
  };
}
const ask = async (
  method: string,
  path: string,
  { body, headers = {}, at = base }: { body?: unknown; headers?: Record<string, string>; at?: string } = {},
): Promise<Told> => {
  const response = await fetch(`${at}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Told['body'],
  };
};

beforeAll(async () => {
  service = await AnsweringService.start();
  sessionsThatEnd = await SessionsThatEnd.start();
  gateway = await start({ OUTBOX_URL: 'http://127.0.0.1:1' });
  base = addressOf(gateway);
  token = await keys.sign({ sub: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: true });
});
beforeEach(() => service.forget());
afterAll(async () => {
  await Promise.all([gateway, ...others].map((started) => started.stop()));
  await service.stop();
  await sessionsThatEnd.stop();
});

describe('an answer', () => {
  it('stands in the envelope as it is', async () => {
    service.answer(devices.list, { devices: [], pagination: { totalCount: 0 } });
    const { status, body, headers } = await ask('GET', '/device');
    expect({ status, body }).toEqual({
      status: 200,
      body: { error: false, message: 'OK', data: { devices: [], pagination: { totalCount: 0 } } },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('stands under the name that the table gives it, with what the table says', async () => {
    service.answer(alerts.create, { id: 'a1' });
    const { body } = await ask('POST', '/alert', { body: ALERT });
    expect(body).toEqual({ error: false, message: 'Alert created', data: { alert: { id: 'a1' } } });
  });

  it('is null where there is nothing to tell', async () => {
    service.answer(alerts.remove, null);
    expect((await ask('DELETE', '/alert/a1')).body).toEqual({
      error: false,
      message: 'Deleted!',
      data: null,
    });
  });

  it('is compressed where it is large and the caller takes it so', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ deviceName: `device-${index}`, status: 0 }));
    service.answer(devices.list, { devices: rows, pagination: { totalCount: 200 } });
    const plain = await ask('GET', '/device', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('accept-encoding');
    const refused = await ask('GET', '/device', { headers: { 'accept-encoding': 'gzip;q=0, br' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
    const packed = await rawRequest(
      `GET /v1/device HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    );
    const head = packed.subarray(0, packed.indexOf('\r\n\r\n')).toString();
    expect(head).toContain('content-encoding: gzip');
    const text = gunzipSync(packed.subarray(packed.indexOf('\r\n\r\n') + 4)).toString();
    expect(JSON.parse(text)).toEqual(plain.body);
  });

  it('says nothing of what Telemon is made of', async () => {
    service.refuse(devices.list, {
      code: 'Internal',
      kind: 'internal',
      message: 'Something went wrong on our side',
    });
    const { headers, body } = await ask('GET', '/device');
    expect([...headers.keys()]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/powered|server|version/)]),
    );
    expect(JSON.stringify(body)).not.toMatch(/stack|at \w+ \(|fastify|nest|node/i);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a failure', () => {
  it.each(Object.entries(STATUS_OF_KIND) as [ErrorKind, number][])(
    'of kind %s has status %d',
    async (kind, status) => {
      service.refuse(devices.get, {
        code: 'Some',
        kind,
        message: 'Said by the service',
        fields: { a: 'wrong' },
      });
      const told = await ask('GET', '/device/pump01');
      expect({ status: told.status, body: told.body }).toEqual({
        status,
        body: {
          error: true,
          message: 'Said by the service',
          data: null,
          requestId: told.headers.get('x-request-id'),
          fields: { a: 'wrong' },
        },
      });
      expect(service.last?.requestId).toBe(told.body.requestId);
      expect(told.headers.get('retry-after')).toBe(status === 429 || status === 503 ? '3' : null);
    },
  );

  it('says when to come back where the service says so', async () => {
    service.refuse(devices.get, { code: 'Some', kind: 'limited', message: 'Too many', retryAfterS: 41.2 });
    expect((await ask('GET', '/device/pump01')).headers.get('retry-after')).toBe('42');
  });

  it('is 503 at once where nobody answers', async () => {
    const nobody = { ...ROUTES['GET /device'], call: service.withoutAnswer(devices.list) };
    const at = await another({}, { 'GET /device': nobody });
    const begun = performance.now();
    const { status, headers, body } = await ask('GET', '/device', { at });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect({ status, error: body.error, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      error: true,
      retryAfter: '3',
    });
  });

  it('is 503 within five seconds where a service hangs', async () => {
    service.keepSilent(devices.list);
    const begun = performance.now();
    const { status } = await ask('GET', '/device');
    expect(status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('is 404 for a call that does not exist', async () => {
    for (const path of ['/nothing', '', '/device/a/b', '/users']) {
      const { status, body } = await ask('GET', path);
      expect({ path, status, body }).toMatchObject({ status: 404, body: { error: true, data: null } });
      expect(body.requestId).toBeDefined();
    }
  });

  it('is 404 for the outbox where there is none', async () => {
    const at = await another();
    const admin = await keys.sign({ sub: 'a1', role: 'admin', managerId: null, mqttAdmin: true });
    const headers = { authorization: `Bearer ${admin}` };
    expect((await ask('GET', '/outbox', { at, headers })).status).toBe(404);
    expect((await fetch(`${at}/outbox`)).status).toBe(404);
    service.answer(outbox.list, { messages: [], pagination: { totalCount: 0 } });
    expect((await ask('GET', '/outbox', { headers })).status).toBe(200);
  });
});

describe('what a call is asked with', () => {
  it('is the path, the query and the body together', async () => {
    await ask(
      'GET',
      '/deviceDashboard/getSensorLog/pump%2001?limit=20&offset=5&sensor=2&fromDate=2026-01-01',
    );
    expect(service.last).toMatchObject({
      subject: 'devices.dashboards.sensor-log',
      actor: { id: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: true },
      address: '127.0.0.1',
      request: { deviceName: 'pump 01', limit: '20', offset: '5', sensor: '2', fromDate: '2026-01-01' },
    });
    await ask('POST', '/alertLog/acknowledge/pump01', { body: { id: 'e1' } });
    expect(service.last?.request).toEqual({ deviceName: 'pump01', id: 'e1' });
  });

  it('may name in the body what the path names, if it is the same', async () => {
    const body = { deviceName: 'pump01', deviceAlias: 'Pump' };
    expect((await ask('PATCH', '/device/pump01', { body })).status).toBe(200);
    expect(service.last?.request).toEqual(body);
  });

  it('leaves out a userRole in the query', async () => {
    expect((await ask('DELETE', '/alert/a1?userRole=admin')).status).toBe(200);
    expect(service.last).toMatchObject({ request: { id: 'a1' }, actor: { role: 'manager' } });
  });

  it('may be nothing at all', async () => {
    for (const init of [{}, { headers: { 'content-type': 'application/json' } }, { body: {} }]) {
      expect((await ask('POST', '/alertLog/acknowledge/pump01', init)).status).toBe(200);
    }
  });

  it.each([
    ['an unknown field in the query', 'GET', '/device?owner=m2', undefined, 'owner'],
    ['an unknown field in the body', 'POST', '/alert', { ...ALERT, managerId: 'm2' }, 'managerId'],
    ['an operator', 'POST', '/alert', { ...ALERT, $set: { a: 1 } }, '$set'],
    ['a dotted field', 'POST', '/alert', { ...ALERT, 'criteria.values': [1] }, 'criteria.values'],
    ['a value of the wrong type', 'POST', '/alert', { ...ALERT, message: { $gt: '' } }, 'message'],
    ['a prototype', 'POST', '/alert', '{"__proto__":{"role":"admin"}}', undefined],
    ['a prototype further in', 'POST', '/alert', '{"criteria":{"__proto__":{"values":[1]}}}', undefined],
    ['a prototype in the query', 'GET', '/device?__proto__=1', undefined, undefined],
    ['another device in the body', 'PATCH', '/device/pump01', { deviceName: 'pump02' }, 'deviceName'],
    ['another device in the query', 'GET', '/device/pump01?deviceName=pump02', undefined, 'deviceName'],
    ['no device in the body', 'PATCH', '/device/pump01', { deviceName: null }, 'deviceName'],
    ['_id in a change', 'PATCH', '/device/pump01', { deviceAlias: 'Pump', _id: 'pump02' }, '_id'],
    ['__v in a change', 'PATCH', '/device/pump01', { deviceAlias: 'Pump', __v: 1 }, '__v'],
    ['$set in a change', 'PATCH', '/device/pump01', { $set: { managerId: 'm2' } }, '$set'],
    [
      'a dotted field in a change',
      'PATCH',
      '/device/pump01',
      { 'deviceMetaData.valueType': 'First' },
      'deviceMetaData.valueType',
    ],
    ['a field that nobody sets', 'PATCH', '/device/pump01', { passwordSha256: 'a' }, 'passwordSha256'],
    ['an unknown column to sort by', 'GET', '/device?sort=password', undefined, 'sort'],
    ['an unknown column of a log', 'GET', '/alertLog?sort=$where&order=asc', undefined, 'sort'],
    ['a key twice in the query', 'GET', '/device?limit=1&limit=2', undefined, 'limit'],
    ['brackets in the query', 'GET', '/device?q[$ne]=1', undefined, 'q[$ne]'],
    ['NUL in the query', 'GET', '/device?q=a%00b', undefined, 'q'],
    ['NUL in the path', 'GET', '/device/pump%0001', undefined, 'deviceName'],
    ['NUL in the body', 'POST', '/alert', { ...ALERT, message: 'a\0b' }, 'message'],
    ['NUL in a key', 'POST', '/alert', { ...ALERT, 'a\0b': 1 }, 'ab'],
    ['a list', 'POST', '/alert', [ALERT], undefined],
    ['a text', 'POST', '/alert', '"text"', undefined],
    ['a number', 'POST', '/alert', '1', undefined],
    ['broken JSON', 'POST', '/alert', '{"deviceName":', undefined],
    ['JSON with a tail', 'POST', '/alert', '{} {}', undefined],
    ['endless depth', 'POST', '/alert', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, undefined],
  ])('is 400 for %s', async (_, method, path, body, field) => {
    const told = await ask(method, path, { body });
    expect(told).toMatchObject({ status: 400, body: { error: true, data: null } });
    if (field !== undefined) expect(Object.keys(told.body.fields ?? {})).toEqual([field]);
    expect(service.asked).toEqual([]);
  });

  it('is 422 for what is missing or out of bounds, by field', async () => {
    const { message: _, ...withoutMessage } = ALERT;
    const told = await ask('POST', '/alert', { body: { ...withoutMessage, criteria: { values: [-1] } } });
    expect(told).toMatchObject({
      status: 422,
      body: {
        fields: {
          message: 'This field is required',
          'criteria.values.0': 'This field should be valid number',
        },
      },
    });
  });

  it('is 400 for a body that is not JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
    ]) {
      const told = await ask('POST', '/alert', { body: ALERT, headers: { 'content-type': type } });
      expect({ type, status: told.status, message: told.body.message }).toEqual({
        type,
        status: 400,
        message: 'The body should be JSON',
      });
    }
  });

  it('is 413 for more than 1 MB', async () => {
    const told = await ask('POST', '/alert', { body: { ...ALERT, message: 'x'.repeat(1_100_000) } });
    expect(told).toMatchObject({
      status: 413,
      body: { error: true, message: 'The request is larger than 1 MB' },
    });
  });

  it('may break off, and the next is answered', async () => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/alert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    expect((await ask('GET', '/device')).status).toBe(200);
  });

  it('answers what is no HTTP in the envelope too', async () => {
    for (const [text, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = (await rawRequest(text)).toString();
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: true, data: null });
    }
  });
});

describe('a session', () => {
  const SESSION = {
    user: { id: 'm1', name: 'Mona', email: 'mona@example.com', userRole: 'manager', mqttAdmin: 'Inactive' },
    token: 'access-token',
    refreshToken: 'the-refresh-token',
    refreshExpiresAt: '2030-01-01T00:00:00.000Z',
  };
  const LOGIN = { email: 'mona@example.com', password: 'a long password' };
  const cookie = { cookie: 'telemon_session=the-refresh-token' };

  it('is answered with user and token, and its refresh token in a cookie that no script reads', async () => {
    service.answer(signIn.login, SESSION);
    const { headers, body } = await ask('POST', '/user/login', { body: LOGIN });
    expect(body).toEqual({
      error: false,
      message: 'Signed in',
      data: { user: SESSION.user, token: SESSION.token },
    });
    expect(headers.get('set-cookie')).toBe(
      'telemon_session=the-refresh-token; Path=/v1/user; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Strict',
    );
    expect(service.last).toMatchObject({ request: LOGIN, actor: { role: 'none' }, address: '127.0.0.1' });
  });

  it.each([
    ['an object', { $gt: '' }],
    ['a list', ['a long password']],
    ['a number', 12_345_678],
    ['a flag', true],
    ['NUL in it', 'a long\0password'],
    ['900 KB', 'x'.repeat(900 * 1_024)],
    ['1 MB', 'x'.repeat(1_024 * 1_024)],
    ['1 MB of other letters', 'é'.repeat(512 * 1_024)],
  ])('does not begin with %s as a password, and nothing is hashed', async (_, password) => {
    const told = await ask('POST', '/user/login', { body: { ...LOGIN, password } });
    expect(told).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
    expect(JSON.stringify(told.body).length).toBeLessThan(500);
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['POST', '/user/signupGenerateOtp'],
    ['POST', '/user/signup'],
    ['POST', '/user/resetPassword'],
    ['POST', '/user'],
    ['PATCH', '/user/m1'],
  ])('is refused as one in %s %s too, with a megabyte in its place', async (method, path) => {
    const password = 'x'.repeat(1_024 * 1_024);
    const told = await ask(method, path, { body: { password } });
    expect(told).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
    expect(service.asked).toEqual([]);
  });

  it('does not begin with a password that is too long by a letter, which can be read', async () => {
    const told = await ask('POST', '/user/login', { body: { ...LOGIN, password: 'x'.repeat(43) } });
    expect(told).toMatchObject({ status: 422, body: { fields: { password: 'At most 42 characters' } } });
    expect(service.asked).toEqual([]);
  });

  it('has a secure cookie where people come by https', async () => {
    service.answer(signIn.login, SESSION);
    const at = await another({ PUBLIC_URL: 'https://telemon.example.com' });
    const { headers } = await ask('POST', '/user/login', { at, body: LOGIN });
    expect(headers.get('set-cookie')).toContain('; Secure');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });

  it('goes on with the cookie alone', async () => {
    service.answer(signIn.refresh, { ...SESSION, refreshToken: 'the-next' });
    const { headers, body } = await ask('POST', '/user/refresh', { headers: cookie });
    expect(service.last?.request).toEqual({ refreshToken: 'the-refresh-token' });
    expect(body.data).toEqual({ user: SESSION.user, token: SESSION.token });
    expect(headers.get('set-cookie')).toContain('telemon_session=the-next');
    for (const attempt of [{ body: { refreshToken: 'x' } }, {}]) {
      const path = attempt.body ? '/user/refresh' : '/user/refresh?refreshToken=x';
      expect((await ask('POST', path, { ...attempt, headers: cookie })).status).toBe(400);
    }
  });

  it('loses its cookie when it is over', async () => {
    service.refuse(signIn.refresh, {
      code: 'SessionEnded',
      kind: 'unauthenticated',
      message: 'Please sign in again',
    });
    const { status, headers } = await ask('POST', '/user/refresh', { headers: cookie });
    expect(status).toBe(401);
    expect(headers.get('set-cookie')).toMatch(/^telemon_session=; Max-Age=0; Path=\/v1\/user;/);
  });

  it('keeps its cookie when auth is away', async () => {
    service.refuse(signIn.refresh, { code: 'Unavailable', kind: 'unavailable', message: 'Not now' });
    const { status, headers } = await ask('POST', '/user/refresh', { headers: cookie });
    expect({ status, cookie: headers.get('set-cookie') }).toEqual({ status: 503, cookie: null });
  });

  it('ends, and its cookie with it', async () => {
    service.answer(signIn.logout, null);
    const { status, headers, body } = await ask('POST', '/user/logout', { headers: cookie });
    expect({ status, body }).toEqual({
      status: 200,
      body: { error: false, message: 'Signed out', data: null },
    });
    expect(headers.get('set-cookie')).toMatch(/^telemon_session=;/);
    expect(service.last?.request).toEqual({ refreshToken: 'the-refresh-token' });
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://127.0.0.1:1' }, 403],
    [{}, 200],
  ])('asked for with %j is answered %d', async (headers, status) => {
    service.answer(signIn.refresh, SESSION);
    for (const path of ['/user/refresh', '/user/logout']) {
      // fetch sets these itself, so they go by hand.
      const lines = Object.entries({
        host: base.slice(7),
        ...cookie,
        ...headers,
        'content-length': '0',
        connection: 'close',
      });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const answer = (await rawRequest(`POST /v1${path} HTTP/1.1\r\n${head}\r\n`)).toString();
      expect({ path, status: Number(answer.split(' ')[1]) }).toEqual({ path, status });
    }
    if (status === 403) expect(service.asked).toEqual([]);
  });

  it('is also asked for from its own page where the browser sends only an origin', async () => {
    service.answer(signIn.refresh, SESSION);
    expect((await ask('POST', '/user/refresh', { headers: { ...cookie, origin: base } })).status).toBe(200);
  });
});

describe('limits', () => {
  const refusedBy = async (limit: string) => {
    const { values } = await refusals.get();
    return values.find(({ labels }) => labels['limit'] === limit)?.value;
  };

  it('hold per user, whatever the call', async () => {
    const at = await another({ USER_LIMIT: '20' });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => ask('GET', index % 2 ? '/device' : '/alert', { at })),
    );
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refusedBy('USER_LIMIT')).toBe(10);
    const other = await keys.sign({ sub: 'm2', role: 'manager', managerId: 'm2', mqttAdmin: false });
    expect((await ask('GET', '/device', { at, headers: { authorization: `Bearer ${other}` } })).status).toBe(
      200,
    );
  });

  it('hold per address without a valid token, also for forged forwarding', async () => {
    const at = await another({ ADDRESS_LIMIT: '10' });
    const statuses = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        ask('GET', '/device', {
          at,
          headers: { authorization: 'Bearer nonsense', 'x-forwarded-for': `203.0.113.${index}` },
        }),
      ),
    );
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(await refusedBy('ADDRESS_LIMIT')).toBe(5);
    expect((await ask('GET', '/device', { at })).status).toBe(200);
  });

  it('believe the proxies that are trusted', async () => {
    const at = await another({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' });
    await ask('GET', '/device', { at, headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.1.1.1' } });
    expect(service.last?.address).toBe('203.0.113.9');
  });

  it('can be switched off', async () => {
    const at = await another({ RATE_LIMITS: 'off', USER_LIMIT: '1' });
    for (let call = 0; call < 5; call++) expect((await ask('GET', '/device', { at })).status).toBe(200);
  });
});

describe('stopping', () => {
  it('answers what is under way', async () => {
    const started = await start();
    const at = addressOf(started);
    service.keepSilent(devices.list);
    const waiting = ask('GET', '/device', { at });
    while (service.asked.length === 0) await new Promise(setImmediate);
    const stopped = started.stop();
    expect((await waiting).status).toBe(503);
    await stopped;
    await expect(ask('GET', '/device', { at })).rejects.toThrow();
  });
});

const rawRequest = (text: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
