import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, UserRole } from '@telemon/contracts/actor';
import type { Route } from '@telemon/contracts/route';
import { ROUTES, isForRole, mayUse } from '@telemon/contracts/routes';
import { locations } from '@telemon/contracts/auth/locations';
import { sessions } from '@telemon/contracts/auth/sessions';
import { signIn } from '@telemon/contracts/auth/users';
import { AnsweringService } from '@telemon/testing/answering-service';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { SignJWT, UnsecuredJWT } from 'jose';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';

const keys = new TokenKeys();
const SESSION = {
  user: { id: 'u1', name: 'Una', email: 'una@example.com', userRole: 'manager', mqttAdmin: 'Inactive' },
  token: 'access',
  refreshToken: 'refresh',
  refreshExpiresAt: '2030-01-01T00:00:00.000Z',
};
const NEEDS_FLAG = 'This needs the right MQTT Admin, which an admin can give you';
/** Ends the session of the token. */
const SIGN_OUT = 'POST /user/logout';
const claimsOf = (role: UserRole) => ({
  sub: `${role}-1`,
  role,
  managerId: role === 'admin' ? null : 'manager-1',
  mqttAdmin: role === 'admin',
});

let service: AnsweringService;
let sessionsThatEnd: SessionsThatEnd;
let gateway: GivenGateway;
let base: string;
const tokens = new Map<UserRole, string>();

/** The URL of a row, with a value for each path parameter. */
const addressOf = (name: string): { method: string; url: string } => {
  const [method, path] = name.split(' ') as [string, string];
  return { method, url: `${base}/v1${path.replace(/:\w+/g, 'pump01')}` };
};
const request = async (name: string, token?: string, path = '') => {
  const { method, url } = addressOf(name);
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** A row with a flag, whose call needs no input. */
const FLAGGED = 'GET /flagged';
const rows = [
  ...Object.entries(ROUTES),
  [FLAGGED, { who: 'AMS', flag: 'mqttAdmin', call: locations.all }],
] as [string, Route][];
const guarded = rows.filter(([, { who }]) => who !== 'public');

beforeAll(async () => {
  service = await AnsweringService.start();
  sessionsThatEnd = await SessionsThatEnd.start();
  // The answering service has no stream of a file: it answers a streamed call as any other.
  const table = Object.fromEntries(
    rows.map(([name, route]) => [
      name,
      { ...route, call: { ...service.withPrefix(route.call), isStreamed: false } },
    ]),
  );
  gateway = await givenGateway({
    keys,
    settings: { OUTBOX_URL: 'http://127.0.0.1:1', RATE_LIMITS: 'off' },
    routes: table,
    endedSessions: sessionsThatEnd.call,
  });
  base = gateway.url;
  for (const role of UserRole.options) tokens.set(role, await keys.sign(claimsOf(role)));
});
beforeEach(() => {
  service.forget();
  for (const [name, { call }] of rows) if (name.startsWith('POST /user/')) service.answer(call, SESSION);
  service.answer(signIn.logout, { sessionIds: [], isOthers: false });
});
afterAll(async () => {
  await gateway.stop();
  await sessionsThatEnd.stop();
  await service.stop();
});

describe.each(guarded)('%s', (name, route) => {
  it.each(UserRole.options)('lets in the roles of its row alone: %s', async (role) => {
    const { status, body } = await request(name, tokens.get(role));
    if (!mayUse(claimsOf(role), route)) {
      expect({ status, body }).toEqual({
        status: 403,
        body: {
          error: true,
          message: isForRole(role, route) ? NEEDS_FLAG : 'Your role does not allow this',
          data: null,
          requestId: expect.any(String),
        },
      });
      expect(service.questions).toEqual([]);
      return;
    }
    // The request has no body: 422, or 400 for a missing file, also means that it was let in.
    expect([200, route.upload ? 400 : 422]).toContain(status);
    if (status === 200) {
      const actor: Actor = { ...claimsOf(role), id: `${role}-1` };
      expect(service.last).toMatchObject({ subject: route.call.subject, actor: { id: actor.id, role } });
    }
  });

  it('answers 401 without a token', async () => {
    const { status, body } = await request(name);
    expect({ status, body }).toEqual({
      status: 401,
      body: { error: true, message: 'Please sign in', data: null, requestId: expect.any(String) },
    });
    expect(service.questions).toEqual([]);
  });

  it('answers 401 to every forged, malformed or expired token', async () => {
    for (const [what, token] of await badTokens()) {
      const { status } = await request(name, token);
      expect({ what, status }).toEqual({ what, status: 401 });
    }
    expect(service.questions).toEqual([]);
  });
});

describe('a row that needs the flag mqttAdmin', () => {
  it.each([
    ['admin', false, 200],
    ['manager', true, 200],
    ['assistant', true, 200],
    ['manager', false, 403],
    ['assistant', false, 403],
  ] as const)('answers a call of the %s with mqttAdmin %s: %d', async (role, mqttAdmin, expected) => {
    const token = await keys.sign({ ...claimsOf(role), mqttAdmin });
    expect((await request(FLAGGED, token)).status).toBe(expected);
    expect(service.questions.map(({ subject }) => subject)).toEqual(
      expected === 200 ? [locations.all.subject] : [],
    );
  });
});

// A route of a file has its own token in the path, and answers with the file.
describe.each(rows.filter(([, { who, file }]) => who === 'public' && !file))('%s', (name) => {
  it(`needs no token, and ${name === SIGN_OUT ? 'uses a valid one' : 'ignores any'}`, async () => {
    for (const token of [undefined, 'nonsense', tokens.get('admin')]) {
      const { status } = await request(name, token);
      expect([200, 422]).toContain(status);
      const role = name === SIGN_OUT && token === tokens.get('admin') ? 'admin' : 'none';
      if (status === 200) expect(service.last).toMatchObject({ actor: { role } });
    }
  });
});

describe('a token of a session that ended', () => {
  it('is refused, while tokens of other sessions are accepted', async () => {
    const row = 'GET /device';
    const token = await keys.sign({ ...claimsOf('manager'), sid: 'ends' });
    expect((await request(row, token)).status).toBe(200);
    sessionsThatEnd.end('ends');
    await until(async () => (await request(row, token)).status === 401);
    expect((await request(row, tokens.get('manager'))).status).toBe(200);
  });

  it('gets a 503, like any token, while the gateway does not know the ended sessions', async () => {
    const silent = await givenGateway({ keys, endedSessions: service.withoutAnswer(sessions.ended) });
    const response = await fetch(`${silent.url}/v1/stream`, {
      headers: { authorization: `Bearer ${tokens.get('admin')}` },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    await silent.stop();
  });
});

describe('variants of a path', () => {
  const device = 'GET /device/:deviceName';
  it.each([
    ['in upper case', '/V1/device', 404],
    ['with two slashes', '/v1//device', 404],
    ['with a semicolon', '/v1/device;x=1', 404],
    ['with a dot segment', '/v1/x/../getAllManagers', 401],
    ['with an encoded slash', '/v1%2fdevice', 404],
    ['with an encoded letter', '/v1/%64evice', 401],
    ['with a slash at its end', '/v1/device/', 401],
    ['that cannot be decoded', '/v1/device/%zz', 400],
  ])('%s: %s → %d without a token', async (_, path, status) => {
    const response = await fetch(`${base}${path}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: true, data: null });
    expect(service.questions).toEqual([]);
  });

  it('other methods do not exist', async () => {
    for (const method of ['PUT', 'OPTIONS', 'TRACE_', 'PROPFIND']) {
      const response = await fetch(`${base}/v1/device`, { method });
      expect([400, 404]).toContain(response.status);
    }
  });

  it('HEAD asks for the same rights as GET', async () => {
    const { url } = addressOf(device);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(401);
    const allowed = await fetch(url, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tokens.get('manager')}` },
    });
    expect({ status: allowed.status, text: await allowed.text() }).toEqual({ status: 200, text: '' });
  });
});

async function badTokens(): Promise<[string, string][]> {
  const claims = claimsOf('admin');
  const good = tokens.get('admin')!;
  const [header, payload, signature] = good.split('.') as [string, string, string];
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const withKey = (key: string) =>
    new SignJWT({ ...decoded, exp: undefined })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('15m')
      .sign(Buffer.from(key));
  const asAdmin = { role: 'admin', managerId: null, mqttAdmin: true };
  const unsigned = new UnsecuredJWT(asAdmin)
    .setSubject('admin-1')
    .setIssuer('telemon')
    .setAudience('telemon')
    .setIssuedAt()
    .setExpirationTime('15m')
    .encode();
  return [
    ['empty', ''],
    ['no token', 'abc'],
    ['alg none', unsigned],
    ['alg None with a signature', `${encoded({ alg: 'None' })}.${payload}.${signature}`],
    ['HS256 with the public key', await withKey(keys.publicPem)],
    ['HS256 with the public key as it is configured', await withKey(keys.publicVariable)],
    ['another key', await new TokenKeys().sign(claims)],
    [
      'a key in its header',
      await new TokenKeys().sign(claims, { header: { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'x' } } }),
    ],
    [
      'another key, with a path to it',
      await new TokenKeys().sign(claims, { header: { kid: '../../dev/null', jku: `${base}/x` } }),
    ],
    ['an edited payload', `${header}.${encoded({ ...decoded, sub: 'admin-2' })}.${signature}`],
    ['no signature', `${header}.${payload}.`],
    ['another audience', await keys.sign(claims, { audience: 'other' })],
    ['another issuer', await keys.sign(claims, { issuer: 'other' })],
    ['expired a second ago', await keys.sign(claims, { lastsS: -1 })],
    ['expired this second', await keys.sign(claims, { lastsS: 0 })],
    ['an unknown role', await keys.sign({ ...claims, role: 'root' as never })],
    ['a refresh token', Buffer.alloc(48, 7).toString('base64url')],
  ];
}
