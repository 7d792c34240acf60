import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Refusal } from './refusal.ts';

const user = { id: 'u1', name: 'Ada', email: 'ada@example.com', userRole: 'admin', mqttAdmin: 'Active' };

/** A browser as far as a session needs one: storage, a window to leave by, and a server behind `fetch`. */
const browser = () => {
  const stored = new Map<string, string>();
  const left: string[] = [];
  const calls: { path: string; token: string | null }[] = [];
  let serve: (path: string, token: string | null) => [status: number, body: object] = () => [200, {}];
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    window: {
      location: { pathname: '/dashboard/device', search: '', replace: (to: string) => void left.push(to) },
    },
    fetch: async (path: string, { headers }: { headers: Headers }) => {
      const token = headers.get('Authorization')?.slice('Bearer '.length) ?? null;
      calls.push({ path, token });
      const [status, body] = serve(path, token);
      return new Response(JSON.stringify({ error: status >= 400, message: 'said', data: null, ...body }), {
        status,
      });
    },
  });
  return {
    calls,
    left,
    stored,
    serving: (server: typeof serve) => {
      serve = server;
    },
    signedInWith: (token: string) => stored.set('DASHBOARD_USER', JSON.stringify({ user, token })),
    token: () => (JSON.parse(stored.get('DASHBOARD_USER') ?? '{}') as { token?: string }).token,
  };
};

describe('a call of /v1', () => {
  const before = {
    localStorage: globalThis.localStorage,
    window: globalThis.window,
    fetch: globalThis.fetch,
  };
  let page: ReturnType<typeof browser>;
  let copies = 0;
  /** Each test gets modules of its own: leaving for the sign-in page happens once per page. */
  const load = async () => {
    copies += 1;
    return (await import(`./request.ts?copy=${copies}`)) as typeof import('./request.ts');
  };

  beforeEach(() => {
    page = browser();
  });
  afterEach(() => void Object.assign(globalThis, before));

  it('carries the token that is kept', async () => {
    page.signedInWith('t1');
    const { request } = await load();
    await request({ method: 'GET', path: '/device' });
    expect(page.calls).toEqual([{ path: '/v1/device', token: 't1' }]);
  });

  it('renews a token that has run out once for all that wait, and asks again', async () => {
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

  it('ends the session and leaves for the sign-in page once when it can not be renewed', async () => {
    page.signedInWith('old');
    page.serving(() => [401, {}]);
    const { request } = await load();
    const answers = await Promise.allSettled(['/a', '/b'].map((path) => request({ method: 'GET', path })));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(page.stored.has('DASHBOARD_USER')).toBe(false);
    expect(page.left).toEqual(['/auth/login?next=%2Fdashboard%2Fdevice&ended=yes']);
  });

  it('keeps the session when only the way to the renewal is broken', async () => {
    page.signedInWith('old');
    page.serving((path) => (path === '/v1/user/refresh' ? [503, {}] : [401, {}]));
    const { request } = await load();
    await expect(request({ method: 'GET', path: '/a' })).rejects.toMatchObject({ status: 503 });
    expect(page.token()).toBe('old');
  });

  it('makes a failure of the message, the fields and the request id', async () => {
    page.signedInWith('t1');
    page.serving(() => [422, { message: 'email: no', requestId: 'r1', fields: { email: 'no' } }]);
    const { request } = await load();
    const refusal = (await request({ method: 'POST', path: '/alert', body: {} }).catch(
      (error: unknown) => error,
    )) as Refusal;
    expect(refusal).toMatchObject({ message: 'email: no', status: 422, requestId: 'r1' });
    expect(refusal.body.errors).toEqual({ email: 'no' });
  });

  it('of a visitor carries no token, and ends no session when it is refused', async () => {
    page.signedInWith('t1');
    page.serving(() => [401, { message: 'no' }]);
    const { requestAsVisitor } = await load();
    const question = { method: 'POST', path: '/user/resetPassword', body: {} };
    await expect(requestAsVisitor(question)).rejects.toThrow('no');
    expect(page.calls).toEqual([{ path: '/v1/user/resetPassword', token: null }]);
    expect([page.token(), page.left]).toEqual(['t1', []]);
  });

  it('leaves no session behind after a failed sign-in', async () => {
    page.signedInWith('t1');
    page.serving(() => [401, { message: 'wrong' }]);
    const { signIn } = await load();
    await expect(signIn('a@b.c', 'password1')).rejects.toThrow('wrong');
    expect(page.stored.size).toBe(0);
  });
});
