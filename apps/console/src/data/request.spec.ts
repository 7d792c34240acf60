import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fakeBrowser, user } from '../../testing/fake-browser.ts';
import { Refusal } from './refusal.ts';

describe('a call of /v1', () => {
  let page: ReturnType<typeof fakeBrowser>;
  let copies = 0;
  /** Each test gets its own modules: a page navigates to the sign-in page only once. */
  const load = async () => {
    copies += 1;
    return (await import(`./request.ts?copy=${copies}`)) as typeof import('./request.ts');
  };

  beforeEach(() => {
    page = fakeBrowser();
  });
  afterEach(() => page.close());

  it('sends the stored token', async () => {
    page.signedInWith('t1');
    const { request } = await load();
    await request({ method: 'GET', path: '/device' });
    expect(page.calls).toEqual([{ path: '/v1/device', token: 't1' }]);
  });

  it('renews an expired token once for all pending calls, and repeats them', async () => {
    page.signedInWith('old');
    page.serving((path, token) => {
      if (path === '/v1/user/refresh') return [200, { data: { user, token: 'new' } }];
      return token === 'new' ? [200, { data: { ok: true } }] : [401, {}];
    });
    const { request } = await load();
    const answers = await Promise.all(['/a', '/b', '/c'].map((path) => request({ method: 'GET', path })));
    expect(answers.map(({ data }) => data)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(page.calls.filter(({ path }) => path === '/v1/user/refresh')).toHaveLength(1);
    expect(page.token()).toBe('new');
    expect(page.left).toEqual([]);
  });

  it('ends the session and opens the sign-in page once when the token cannot be renewed', async () => {
    page.signedInWith('old');
    page.serving(() => [401, {}]);
    const { request } = await load();
    const answers = await Promise.allSettled(['/a', '/b'].map((path) => request({ method: 'GET', path })));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(page.stored.has('DASHBOARD_USER')).toBe(false);
    expect(page.left).toEqual(['/auth/login?next=%2Fdashboard%2Fdevice&ended=yes']);
  });

  it('keeps the session when the renewal fails with a server error', async () => {
    page.signedInWith('old');
    page.serving((path) => (path === '/v1/user/refresh' ? [503, {}] : [401, {}]));
    const { request } = await load();
    await expect(request({ method: 'GET', path: '/a' })).rejects.toMatchObject({ status: 503 });
    expect(page.token()).toBe('old');
  });

  it('repeats the attempt to renew whose response was lost, also after a reload, and then begins another', async () => {
    page.signedInWith('old');
    const attempts: unknown[] = [];
    let renewals = 0;
    page.serving((path, token, body) => {
      if (path !== '/v1/user/refresh') return [token === `new ${renewals}` ? 200 : 401, {}];
      attempts.push((body as { attempt: string }).attempt);
      renewals += 1;
      if (renewals === 1) throw new TypeError('network error');
      return [200, { data: { user, token: `new ${renewals}` } }];
    });
    const ask = async () => (await load()).request({ method: 'GET', path: '/a' });
    await expect(ask()).rejects.toMatchObject({ status: 0 });
    await ask();
    page.signedInWith('old again');
    await ask();
    expect(attempts[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(attempts[1]).toBe(attempts[0]);
    expect(attempts[2]).not.toBe(attempts[0]);
  });

  it('does not restore a session after a sign-out during its renewal', async () => {
    page.signedInWith('old');
    page.serving((path, token) => {
      if (path !== '/v1/user/refresh') return [token === 'new' ? 200 : 401, {}];
      page.stored.delete('DASHBOARD_USER');
      return [200, { data: { user, token: 'new' } }];
    });
    const { request } = await load();
    await expect(request({ method: 'GET', path: '/a' })).rejects.toMatchObject({ status: 401 });
    expect(page.stored.has('DASHBOARD_USER')).toBe(false);
  });

  it('fails with the message, the fields and the request id of the response', async () => {
    page.signedInWith('t1');
    page.serving(() => [422, { message: 'email: no', requestId: 'r1', fields: { email: 'no' } }]);
    const { request } = await load();
    const refusal = (await request({ method: 'POST', path: '/alert', body: {} }).catch(
      (error: unknown) => error,
    )) as Refusal;
    expect(refusal).toMatchObject({ message: 'email: no', status: 422, requestId: 'r1' });
    expect(refusal.body.errors).toEqual({ email: 'no' });
  });

  it('of a visitor sends no token, and keeps the session after an error response', async () => {
    page.signedInWith('t1');
    page.serving(() => [401, { message: 'no' }]);
    const { requestAsVisitor } = await load();
    const call = { method: 'POST', path: '/user/resetPassword', body: {} };
    await expect(requestAsVisitor(call)).rejects.toThrow('no');
    expect(page.calls).toEqual([{ path: '/v1/user/resetPassword', token: null }]);
    expect([page.token(), page.left]).toEqual(['t1', []]);
  });

  it('stores no session after a failed sign-in', async () => {
    page.signedInWith('t1');
    page.serving(() => [401, { message: 'wrong' }]);
    const { signIn } = await load();
    await expect(signIn('a@b.c', 'password1')).rejects.toThrow('wrong');
    expect(page.stored.size).toBe(0);
  });
});
