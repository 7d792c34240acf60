import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { uniqueName } from '@telemon/testing/given';
import { TokenKeys } from '@telemon/testing/tokens';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { SignJWT, UnsecuredJWT, exportJWK } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Installation, useInstallation } from '../installation.ts';
import { BrowserSession } from './browser-session.ts';

/** Time after the end of a session within which its tokens and streams end, ms. */
const ENDED_WITHIN_MS = 5_000;
const PASSWORD = 'a password of theirs';

interface Claims {
  sub: string;
  role: 'admin';
  managerId: null;
  mqttAdmin: boolean;
  sid: string;
}

let installation: Installation;
let url: string;
let keys: TokenKeys;
let admin: BrowserSession;
let claims: Claims;
/** A server that forged tokens name as the source of their key. */
let keyServer: Server;
let keyServerUrl: string;
let keysAskedFor = 0;

beforeAll(async () => {
  installation = await useInstallation();
  const { product } = installation;
  ({ url } = product.addresses);
  const { tokenPrivateKey } = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8')) as {
    tokenPrivateKey: string;
  };
  keys = TokenKeys.of(tokenPrivateKey);
  const { adminEmail, adminPassword } = product.addresses;
  admin = await BrowserSession.signIn(url, adminEmail, adminPassword);
  claims = JSON.parse(Buffer.from(admin.token.split('.')[1]!, 'base64url').toString()) as Claims;
  keyServer = createServer((_request, response) => {
    keysAskedFor++;
    response.end('{"keys":[]}');
  });
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
  keyServerUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys.json`;
});
afterAll(async () => {
  keyServer?.close();
  await installation?.stop();
});

/** A token with the admin's claims and a forged signature. */
const forged = (header: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0]) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .setIssuer('telemon')
    .setAudience('telemon')
    .setExpirationTime('15m')
    .sign(key);
const withAnotherKey = async (headerOf: (jwk: object) => Record<string, unknown>) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return forged({ alg: 'EdDSA', ...headerOf(await exportJWK(publicKey)) }, privateKey);
};
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const edited = (change: Record<string, unknown>) => {
  const [header, , signature] = admin.token.split('.');
  return `${header}.${encoded({ ...claims, ...change })}.${signature}`;
};
const unsigned = () =>
  new UnsecuredJWT({ ...claims })
    .setIssuer('telemon')
    .setAudience('telemon')
    .setExpirationTime('15m')
    .encode();

const FORGERIES: [string, () => string | Promise<string>][] = [
  ['alg none', unsigned],
  ['alg none with the signature of a valid token', () => `${unsigned()}${admin.token.split('.')[2]}`],
  ['alg None, in capitals', () => `${encoded({ alg: 'NONE' })}.${encoded(claims)}.`],
  ['HS256 with the public key', () => forged({}, Buffer.from(keys.publicPem))],
  ['HS256 with the public key as it is configured', () => forged({}, Buffer.from(keys.publicVariable))],
  ['HS256 with nothing', () => forged({}, Buffer.alloc(32))],
  ['a kid that is a path', () => forged({ kid: '../../../../dev/null' }, Buffer.alloc(32))],
  ['a kid that is a query', () => forged({ kid: "' UNION SELECT 'key" }, Buffer.from('key'.repeat(11)))],
  ['a kid that is a path, and another key', () => withAnotherKey(() => ({ kid: '/etc/passwd' }))],
  ['its own key in jwk', () => withAnotherKey((jwk) => ({ jwk }))],
  ['the address of its key in jku', () => withAnotherKey(() => ({ jku: keyServerUrl, kid: '1' }))],
  ['the address of its certificate in x5u', () => withAnotherKey(() => ({ x5u: keyServerUrl }))],
  ['another key', () => withAnotherKey(() => ({}))],
  ['another user in the payload', () => edited({ sub: 'somebody' })],
  ['a later end in the payload', () => edited({ exp: 4_000_000_000 })],
  ['no signature', () => admin.token.replace(/[^.]+$/, '')],
  ['half a signature', () => admin.token.slice(0, -40)],
  ['another audience', () => keys.sign(claims, { audience: 'another' })],
  ['another issuer', () => keys.sign(claims, { issuer: 'another' })],
  ['expired a second ago', () => keys.sign(claims, { lastsS: -1 })],
  ['an unknown role', () => keys.sign({ ...claims, role: 'root' as never })],
  ['the refresh token', () => admin.refreshToken],
];

describe('an access token', () => {
  it('is accepted with the same claims and a valid signature', async () => {
    const own = admin.stolen();
    own.token = await keys.sign(claims);
    expect(await own.ask('GET', '/user')).toBe(200);
  });

  it.each(FORGERIES)('is refused: %s', async (_, make) => {
    const attacker = admin.stolen();
    attacker.token = await make();
    const statuses = {
      list: await attacker.ask('GET', '/device'),
      admins: await attacker.ask('GET', '/getAllManagers'),
      delete: await attacker.ask('DELETE', '/outbox'),
      stream: await attacker.ask('GET', '/stream'),
    };
    expect(statuses).toEqual({ list: 401, admins: 401, delete: 401, stream: 401 });
  });

  it('never makes the gateway fetch the key that it names', () => {
    expect(keysAskedFor).toBe(0);
  });

  it('is refused in place of a refresh token', async () => {
    const attacker = admin.stolen();
    attacker.refreshToken = admin.token;
    expect(await attacker.refresh()).toBe(401);
    expect(await admin.ask()).toBe(200);
  });
});

describe('a session is over everywhere within five seconds', () => {
  interface Case {
    user: User;
    email: string;
    session: BrowserSession;
  }
  const given = async (extras: Record<string, unknown>): Promise<Case> => {
    const email = `${uniqueName('sid')}@example.com`;
    const user = await installation.make.manager({ email, password: PASSWORD, ...extras });
    return { user, email, session: await BrowserSession.signIn(url, email, PASSWORD) };
  };
  const change = async ({ user }: Case, body: Record<string, unknown>) => {
    await installation.api.expect('PATCH', `/user/${user.id}`, body);
  };
  const asAssistant = () => ({ userRole: 'assistant', managerId: installation.managerId });

  const ENDS: [string, () => Record<string, unknown>, (who: Case) => Promise<void>][] = [
    [
      'mqttAdmin is taken away',
      () => ({ mqttAdmin: 'Active' }),
      (who) => change(who, { mqttAdmin: 'Inactive' }),
    ],
    ['mqttAdmin is given', () => ({}), (who) => change(who, { mqttAdmin: 'Active' })],
    [
      'they are moved to another manager',
      asAssistant,
      async (who) => change(who, { managerId: (await installation.make.manager()).id, managerChanged: true }),
    ],
    ['an admin sets another password', () => ({}), (who) => change(who, { password: 'another password' })],
    [
      'they are deleted',
      () => ({}),
      async ({ user }) => {
        await installation.api.expect('DELETE', `/user/${user.id}?userRole=manager`);
      },
    ],
    [
      'they sign out, and a thief has copies of both tokens',
      () => ({}),
      async ({ session }) => {
        expect(await session.stolen().signOut()).toBe(200);
      },
    ],
    [
      'they sign out with the access token alone, like a program without cookies',
      () => ({}),
      async ({ session }) => {
        expect(await session.ask('POST', '/user/logout')).toBe(200);
        expect(await session.ask()).toBe(401);
        expect(await session.ask('POST', '/user/logout')).toBe(401);
      },
    ],
    [
      'they sign out everywhere, from another browser',
      () => ({}),
      async ({ email }) => {
        const other = await BrowserSession.signIn(url, email, PASSWORD);
        expect(await other.ask('DELETE', '/user/sessions')).toBe(200);
      },
    ],
    [
      'a stolen refresh token is used by the thief, then by its owner',
      () => ({}),
      async ({ session }) => {
        const thief = session.stolen();
        expect(await thief.refresh()).toBe(200);
        expect(await session.refresh()).toBe(401);
        // The thief's successor token is invalid, too.
        expect(await thief.refresh()).toBe(401);
        await until(async () => (await thief.ask()) === 401);
      },
    ],
    [
      'a stolen refresh token is used by its owner, then by the thief',
      () => ({}),
      async ({ session }) => {
        const thief = session.stolen();
        expect(await session.refresh()).toBe(200);
        expect(await thief.refresh()).toBe(401);
      },
    ],
  ];

  it.each(ENDS)('when %s', async (_, extras, end) => {
    const ends = async () => {
      const person = await given(extras());
      const { session } = person;
      expect(await session.ask()).toBe(200);
      const { over } = await session.stream();
      let isStreamOver = false;
      void over.then(() => (isStreamOver = true));

      await end(person);
      const afterMs = await timeOf(() =>
        until(async () => isStreamOver && (await session.ask()) === 401, {
          what: 'the end of the stream and of the access token',
        }),
      );
      expect(await session.refresh()).toBe(401);
      return afterMs;
    };
    expect(await quickest(ends, ENDED_WITHIN_MS)).toBeLessThan(ENDED_WITHIN_MS);
  });

  it('but not after a change of role, which is refused', async () => {
    const { user, session } = await given(asAssistant());
    const { status } = await installation.api.send('PATCH', `/user/${user.id}`, { userRole: 'manager' });
    expect(status).toBe(403);
    expect((await installation.api.get<{ user: User }>(`/user/${user.id}`)).user.userRole).toBe('assistant');
    expect(await session.ask('GET', '/sensorType')).toBe(403);
  });
});

describe('a page of another site', () => {
  it.each([
    ['reports cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['reports same-site', { 'sec-fetch-site': 'same-site' }],
    ['names the foreign origin', { origin: 'https://evil.example' }],
    ['names no origin', { origin: 'null' }],
    [
      'names the foreign origin, with the same X-Forwarded-Host',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
  ])('neither renews nor ends a session if the browser %s', async (_, headers) => {
    const { refreshToken } = admin;
    expect(await admin.refresh(headers)).toBe(403);
    expect(await admin.signOut(headers)).toBe(403);
    // The refresh token was not used, and is still valid.
    expect(admin.refreshToken).toBe(refreshToken);
    expect(await admin.refresh({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await admin.ask()).toBe(200);
  });

  it('gets no CORS header', async () => {
    for (const [method, path] of [
      ['OPTIONS', '/v1/user/login'],
      ['OPTIONS', '/v1/device'],
      ['GET', '/v1/location/all'],
    ] as const) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      const allowing = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect({ path, allowing }).toEqual({ path, allowing: [] });
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });
});
