import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeBrowser, user } from '../../testing/fake-browser.ts';

const LOGOUT = '/v1/user/logout';
const LOGIN = '/v1/user/login';
const offline = () => {
  throw new TypeError('Failed to fetch');
};

let page: ReturnType<typeof fakeBrowser>;
let { request, signIn, signOut } = {} as typeof import('./request.ts');
let { retrySignOut } = {} as typeof import('./retry-sign-out.ts');
let { pendingSignOut } = {} as typeof import('./pending-sign-out.ts');

beforeEach(async () => {
  page = fakeBrowser();
  // Simulates a page load: a page navigates to the sign-in page only once.
  jest.resetModules();
  ({ request, signIn, signOut } = await import('./request.ts'));
  ({ retrySignOut } = await import('./retry-sign-out.ts'));
  ({ pendingSignOut } = await import('./pending-sign-out.ts'));
  page.signedInWith('t1');
});
afterEach(() => {
  jest.restoreAllMocks();
  page.close();
});

const paths = () => page.calls.map(({ path }) => path);

describe('a sign-out', () => {
  it('shows no ended session when calls fail before the server responds', async () => {
    const leaving = signOut();
    await expect(request({ method: 'GET', path: '/a' })).rejects.toMatchObject({ status: 401 });
    await leaving;
    expect(page.left).toEqual(['/auth/login']);
    expect(page.calls).toEqual([{ path: LOGOUT, token: 't1' }]);
  });

  it.each([
    ['confirms it', 200],
    ['has no session', 401],
  ])('is done if the server %s', async (_, status) => {
    page.serving(() => [status, {}]);
    await signOut();
    expect(page.stored.size).toBe(0);
    expect(page.left).toEqual(['/auth/login']);
  });

  it.each<[string, Parameters<typeof page.serving>[0]]>([
    ['responds 503', () => [503, {}]],
    ['does not respond', offline],
    ['is hidden by a proxy that responds to everything', () => [200, { error: true }]],
  ])('leaves the page and is stored as failed if the server %s', async (_, server) => {
    page.serving(server);
    await signOut();
    expect(page.token()).toBeUndefined();
    expect(page.left).toEqual(['/auth/login']);
    expect(pendingSignOut()).toBe('failed');
  });

  it('is stored before the response, as the tab may close, and waits at most five seconds', async () => {
    const clocks = new Map<number, AbortController>();
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      clocks.set(ms, new AbortController());
      return clocks.get(ms)!.signal;
    });
    const { promise: isSent, resolve: markSent } = Promise.withResolvers<void>();
    page.serving(() => {
      markSent();
      return new Promise(() => {});
    });
    const leaving = signOut();
    await isSent;
    expect([pendingSignOut(), page.left]).toEqual(['begun', []]);
    clocks.get(5_000)?.abort();
    await leaving;
    expect([pendingSignOut(), page.left]).toEqual(['failed', ['/auth/login']]);
  });
});

describe('a pending sign-out', () => {
  const going = new AbortController().signal;
  const signOutWithError = async () => {
    page.serving(() => [503, {}]);
    await signOut();
    page.calls.length = 0;
  };
  const atOnce = () => Promise.resolve();
  /** Resolves after all calls that start immediately. */
  const aTurn = () => new Promise((done) => setTimeout(done));
  const signsIn = (): [number, object] => [200, { data: { user, token: 't2' } }];

  it.each([200, 401])('is sent with only the cookie, and retried until the response is %d', async (last) => {
    await signOutWithError();
    const answers: (() => [number, object])[] = [() => [503, {}], offline, () => [last, {}]];
    page.serving(() => answers.shift()!());
    const waits: number[] = [];
    await retrySignOut(going, async (ms) => void waits.push(ms));
    expect(page.calls).toEqual(Array.from({ length: 3 }, () => ({ path: LOGOUT, token: null })));
    expect(waits).toEqual([3_000, 3_000]);
    expect(pendingSignOut()).toBeNull();
  });

  it('is not sent by a page that was left', async () => {
    await signOutWithError();
    await retrySignOut(AbortSignal.abort(), atOnce);
    expect([paths(), pendingSignOut()]).toEqual([[], 'failed']);
  });

  it('delays a sign-in while it is sent, as a late response would clear the new cookie', async () => {
    await signOutWithError();
    let cookie = 'old';
    const { promise: isSent, resolve: markSent } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    page.serving(async (path) => {
      if (path === LOGOUT) {
        markSent();
        await answered;
        cookie = '';
        return [200, {}];
      }
      cookie = 'new';
      return signsIn();
    });
    const retrying = retrySignOut(going, atOnce);
    await isSent;
    const signingIn = signIn('a@b.c', 'password1');
    await aTurn();
    expect(paths()).toEqual([LOGOUT]);
    answer();
    await Promise.all([retrying, signingIn]);
    expect(paths()).toEqual([LOGOUT, LOGIN]);
    expect([cookie, page.token(), pendingSignOut()]).toEqual(['new', 't2', null]);
  });

  it('is not sent during or after a sign-in in any tab', async () => {
    await signOutWithError();
    const { promise: isSent, resolve: markSent } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    page.serving(async () => {
      markSent();
      await answered;
      return signsIn();
    });
    const signingIn = signIn('a@b.c', 'password1');
    await isSent;
    const retrying = retrySignOut(going, atOnce);
    await aTurn();
    answer();
    await Promise.all([signingIn, retrying]);
    expect([paths(), page.token(), pendingSignOut()]).toEqual([[LOGIN], 't2', null]);
  });

  it('is not sent while a user is signed in', async () => {
    await signOutWithError();
    page.signedInWith('of another tab');
    let waits = 0;
    const leaving = new AbortController();
    await retrySignOut(leaving.signal, async () => {
      waits += 1;
      if (waits === 2) leaving.abort();
    });
    expect([paths(), page.token()]).toEqual([[], 'of another tab']);
  });

  it('stays pending after a failed sign-in', async () => {
    await signOutWithError();
    page.serving(() => [401, { message: 'wrong' }]);
    await expect(signIn('a@b.c', 'password1')).rejects.toThrow('wrong');
    expect(pendingSignOut()).toBe('failed');
  });
});
