import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signIn } from '@telemon/contracts/auth/users';
import { GivenCalls } from '../../testing/given-calls.ts';

let given: GivenCalls;
beforeAll(async () => {
  given = await GivenCalls.start();
});
beforeEach(() => given.service.forget());
afterAll(() => given.stop());

describe('a session', () => {
  const SESSION = {
    user: { id: 'm1', name: 'Mona', email: 'mona@example.com', userRole: 'manager', mqttAdmin: 'Inactive' },
    token: 'access-token',
    refreshToken: 'the-refresh-token',
    refreshExpiresAt: '2030-01-01T00:00:00.000Z',
  };
  const LOGIN = { email: 'mona@example.com', password: 'a long password' };
  const WHO = { sub: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: false } as const;
  const cookie = { cookie: 'telemon_session=the-refresh-token' };

  it('is answered with user and token, and with the refresh token in a cookie that no script can read', async () => {
    given.service.answer(signIn.login, SESSION);
    const { headers, body } = await given.ask('POST', '/user/login', { body: LOGIN });
    expect(body).toEqual({
      error: false,
      message: 'Signed in',
      data: { user: SESSION.user, token: SESSION.token },
    });
    expect(headers.get('set-cookie')).toBe(
      'telemon_session=the-refresh-token; Path=/v1/user; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Strict',
    );
    expect(given.service.last).toMatchObject({
      request: LOGIN,
      actor: { role: 'none' },
      address: '127.0.0.1',
    });
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
  ])('does not begin with %s as a password, and auth is not asked', async (_, password) => {
    const answer = await given.ask('POST', '/user/login', { body: { ...LOGIN, password } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
    expect(JSON.stringify(answer.body).length).toBeLessThan(500);
    expect(given.service.questions).toEqual([]);
  });

  it.each([
    ['POST', '/user/signupGenerateOtp'],
    ['POST', '/user/signup'],
    ['POST', '/user/resetPassword'],
    ['POST', '/user'],
    ['PATCH', '/user/m1'],
  ])('is not opened with a password of 1 MB, which %s %s refuses too', async (method, path) => {
    const password = 'x'.repeat(1_024 * 1_024);
    const answer = await given.ask(method, path, { body: { password } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
    expect(given.service.questions).toEqual([]);
  });

  it.each([
    ['POST', '/user/login'],
    ['POST', '/user/signup'],
    ['POST', '/user/resetPassword'],
    ['POST', '/user'],
    ['PATCH', '/user/m1'],
  ])('takes no secret from the address of %s %s, which histories and proxies keep', async (method, path) => {
    for (const key of ['password', 'email', 'mobileOtp', 'userOtp']) {
      const answer = await given.ask(method, `${path}?${key}=secret`, { body: LOGIN });
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { [key]: 'Should be in the body, not in the address' } },
      });
      expect(JSON.stringify(answer.body)).not.toContain('secret');
    }
    expect(given.service.questions).toEqual([]);
  });

  it('does not begin with a password of 43 characters, and the answer says why', async () => {
    const answer = await given.ask('POST', '/user/login', { body: { ...LOGIN, password: 'x'.repeat(43) } });
    expect(answer).toMatchObject({ status: 422, body: { fields: { password: 'At most 42 characters' } } });
    expect(given.service.questions).toEqual([]);
  });

  it('has a secure cookie if PUBLIC_URL is https', async () => {
    given.service.answer(signIn.login, SESSION);
    const { url: at } = await given.another({ PUBLIC_URL: 'https://telemon.example.com' });
    const { headers } = await given.ask('POST', '/user/login', { at, body: LOGIN });
    expect(headers.get('set-cookie')).toContain('; Secure');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });

  it('is refreshed with the cookie alone', async () => {
    given.service.answer(signIn.refresh, { ...SESSION, refreshToken: 'the-next' });
    const { headers, body } = await given.ask('POST', '/user/refresh', { headers: cookie });
    expect(given.service.last?.request).toEqual({ refreshToken: 'the-refresh-token' });
    expect(body.data).toEqual({ user: SESSION.user, token: SESSION.token });
    expect(headers.get('set-cookie')).toContain('telemon_session=the-next');
    for (const attack of [{ body: { refreshToken: 'x' } }, {}]) {
      const path = attack.body ? '/user/refresh' : '/user/refresh?refreshToken=x';
      expect((await given.ask('POST', path, { ...attack, headers: cookie })).status).toBe(400);
    }
  });

  it('is refreshed with the attempt that the client names, of enough random characters', async () => {
    given.service.answer(signIn.refresh, SESSION);
    const refresh = (attempt: string) =>
      given.ask('POST', '/user/refresh', { headers: cookie, body: { attempt } });
    expect((await refresh('a'.repeat(22))).status).toBe(200);
    const request = { attempt: 'a'.repeat(22), refreshToken: 'the-refresh-token' };
    expect(given.service.last?.request).toEqual(request);
    for (const bad of ['', 'a'.repeat(21), 'a'.repeat(65), '.'.repeat(22)]) {
      expect(await refresh(bad)).toMatchObject({
        status: 422,
        body: { fields: { attempt: expect.anything() } },
      });
    }
  });

  it('loses its cookie when it has ended', async () => {
    given.service.refuse(signIn.refresh, {
      code: 'SessionEnded',
      kind: 'unauthenticated',
      message: 'Please sign in again',
    });
    const { status, headers } = await given.ask('POST', '/user/refresh', { headers: cookie });
    expect(status).toBe(401);
    expect(headers.get('set-cookie')).toMatch(/^telemon_session=; Max-Age=0; Path=\/v1\/user;/);
  });

  it('keeps its cookie when auth is unavailable', async () => {
    given.service.refuse(signIn.refresh, { code: 'Unavailable', kind: 'unavailable', message: 'Not now' });
    const { status, headers } = await given.ask('POST', '/user/refresh', { headers: cookie });
    expect({ status, cookie: headers.get('set-cookie') }).toEqual({ status: 503, cookie: null });
  });

  it('ends with its cookie, which is removed', async () => {
    given.service.answer(signIn.logout, { sessionIds: ['s1'], isOthers: false });
    const headers = { ...cookie, authorization: '' };
    const answer = await given.ask('POST', '/user/logout', { headers });
    expect(answer).toMatchObject({ status: 200, body: { error: false, message: 'Signed out', data: null } });
    expect(answer.headers.get('set-cookie')).toMatch(/^telemon_session=;/);
    expect(given.service.last).toMatchObject({
      request: { refreshToken: 'the-refresh-token' },
      actor: { role: 'none' },
    });
  });

  it('ends with its access token alone, which is refused at once', async () => {
    const authorization = `Bearer ${await given.keys.sign({ ...WHO, sid: 'ends-with-token' })}`;
    const ask = () => given.ask('GET', '/user/sessions', { headers: { authorization } });
    given.service.answer(signIn.logout, { sessionIds: ['ends-with-token'], isOthers: false });
    expect((await ask()).status).toBe(200);
    const answer = await given.ask('POST', '/user/logout', { headers: { authorization } });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Signed out' } });
    expect(given.service.last).toMatchObject({
      request: { refreshToken: '' },
      actor: { id: 'm1', sessionId: 'ends-with-token' },
    });
    expect((await ask()).status).toBe(401);
  });

  it('leaves the cookie of another person alone', async () => {
    given.service.answer(signIn.logout, { sessionIds: ['s1'], isOthers: true });
    const { status, headers } = await given.ask('POST', '/user/logout', { headers: cookie });
    expect({ status, cookie: headers.get('set-cookie') }).toEqual({ status: 200, cookie: null });
  });

  it.each([
    ['has expired', () => given.keys.sign(WHO, { lastsS: -1 })],
    ['is invalid', async () => 'nonsense'],
  ])('ends with its cookie if the access token %s', async (_, token) => {
    given.service.answer(signIn.logout, { sessionIds: ['s1'], isOthers: false });
    const headers = { ...cookie, authorization: `Bearer ${await token()}` };
    expect((await given.ask('POST', '/user/logout', { headers })).status).toBe(200);
    expect(given.service.last).toMatchObject({
      request: { refreshToken: 'the-refresh-token' },
      actor: { role: 'none' },
    });
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
  ])('is refreshed and ended only from its own site: %j gets a %d', async (headers, status) => {
    given.service.answer(signIn.refresh, SESSION);
    given.service.answer(signIn.logout, { sessionIds: [], isOthers: false });
    for (const path of ['/user/refresh', '/user/logout']) {
      // fetch would set these headers itself.
      const lines = Object.entries({
        host: given.url.slice(7),
        ...cookie,
        ...headers,
        'content-length': '0',
        connection: 'close',
      });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const answer = (await given.raw(`POST /v1${path} HTTP/1.1\r\n${head}\r\n`)).toString();
      expect({ path, status: Number(answer.split(' ')[1]) }).toEqual({ path, status });
    }
    if (status === 403) expect(given.service.questions).toEqual([]);
  });

  it('is refreshed from its own page if the browser sends only an origin', async () => {
    given.service.answer(signIn.refresh, SESSION);
    expect(
      (await given.ask('POST', '/user/refresh', { headers: { ...cookie, origin: given.url } })).status,
    ).toBe(200);
  });
});
