export const user = {
  id: 'u1',
  name: 'Ada',
  email: 'ada@example.com',
  userRole: 'admin',
  mqttAdmin: 'Active',
};

type Answer = [status: number, body: object];

/** The parts of a browser that a session uses: storage, a location to navigate, and a server behind `fetch`. */
export const fakeBrowser = () => {
  const before = {
    localStorage: globalThis.localStorage,
    window: globalThis.window,
    fetch: globalThis.fetch,
  };
  const stored = new Map<string, string>();
  const left: string[] = [];
  const calls: { path: string; token: string | null }[] = [];
  let serve: (path: string, token: string | null, body: unknown) => Answer | Promise<Answer> = () => [
    200,
    {},
  ];
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    window: {
      location: { pathname: '/dashboard/device', search: '', replace: (to: string) => void left.push(to) },
    },
    fetch: async (
      path: string,
      { headers, signal, body: sent }: { headers: Headers; signal: AbortSignal; body?: string },
    ) => {
      const token = headers.get('Authorization')?.slice('Bearer '.length) ?? null;
      calls.push({ path, token });
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      const answer = (async () => serve(path, token, sent === undefined ? null : JSON.parse(sent)))();
      const [status, body] = await Promise.race([answer, aborted]);
      return new Response(JSON.stringify({ error: status >= 400, message: 'said', data: null, ...body }), {
        status,
      });
    },
  });
  return {
    calls,
    left,
    stored,
    close: () => void Object.assign(globalThis, before),
    serving: (server: typeof serve) => {
      serve = server;
    },
    signedInWith: (token: string) => stored.set('DASHBOARD_USER', JSON.stringify({ user, token })),
    token: () => (JSON.parse(stored.get('DASHBOARD_USER') ?? '{}') as { token?: string }).token,
  };
};
