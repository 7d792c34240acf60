import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeBrowser, user } from './fake-browser.ts';

const LOGOUT = '/v1/user/logout';
const LOGIN = '/v1/user/login';
const noAnswer = () => {
  throw new TypeError('Failed to fetch');
};

let page: ReturnType<typeof fakeBrowser>;
let { request, signIn, signOut } = {} as typeof import('./request.ts');
let { tellUntilKnown } = {} as typeof import('./tell-until-known.ts');
let { untoldSignOut } = {} as typeof import('./untold-sign-out.ts');

beforeEach(async () => {
  page = fakeBrowser();
  // As a page that was just loaded: leaving for the sign-in page happens once per page.
  jest.resetModules();
  ({ request, signIn, signOut } = await import('./request.ts'));
  ({ tellUntilKnown } = await import('./tell-until-known.ts'));
  ({ untoldSignOut } = await import('./untold-sign-out.ts'));
  page.signedInWith('t1');
});
afterEach(() => {
  jest.restoreAllMocks();
  page.close();
});

const asked = () => page.calls.map(({ path }) => path);

describe('a sign-out', () => {
  it('says nothing of a session that has ended, whatever the page asks until the server knows', async () => {
    const leaving = signOut();
    await expect(request({ method: 'GET', path: '/a' })).rejects.toMatchObject({ status: 401 });
    await leaving;
    expect(page.left).toEqual(['/auth/login']);
    expect(page.calls).toEqual([{ path: LOGOUT, token: 't1' }]);
  });

  it.each([
    ['says so', 200],
    ['knows of no session', 401],
  ])('is done where the server %s', async (_, status) => {
    page.serving(() => [status, {}]);
    await signOut();
    expect(page.stored.size).toBe(0);
    expect(page.left).toEqual(['/auth/login']);
  });

  it.each<[string, Parameters<typeof page.serving>[0]]>([
    ['answers 503', () => [503, {}]],
    ['does not answer', noAnswer],
    ['is hidden by another one, which answers everything', () => [200, { error: true }]],
  ])('leaves the page, and is noted where the server %s', async (_, server) => {
    page.serving(server);
    await signOut();
    expect(page.token()).toBeUndefined();
    expect(page.left).toEqual(['/auth/login']);
    expect(untoldSignOut()).toBe('failed');
  });

  it('is noted before the server answers, as the tab may be closed, and waits five seconds at most', async () => {
    const clocks = new Map<number, AbortController>();
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      clocks.set(ms, new AbortController());
      return clocks.get(ms)!.signal;
    });
    const { promise: isAsked, resolve: hear } = Promise.withResolvers<void>();
    page.serving(() => {
      hear();
      return new Promise(() => {});
    });
    const leaving = signOut();
    await isAsked;
    expect([untoldSignOut(), page.left]).toEqual(['begun', []]);
    clocks.get(5_000)?.abort();
    await leaving;
    expect([untoldSignOut(), page.left]).toEqual(['failed', ['/auth/login']]);
  });
});

describe('a sign-out that the server does not know of', () => {
  const going = new AbortController().signal;
  const signedOutUntold = async () => {
    page.serving(() => [503, {}]);
    await signOut();
    page.calls.length = 0;
  };
  const atOnce = () => Promise.resolve();
  /** After it, all has been asked that could be asked at once. */
  const aTurn = () => new Promise((done) => setTimeout(done));
  const signsIn = (): [number, object] => [200, { data: { user, token: 't2' } }];

  it.each([200, 401])('is told with the cookie alone, again and again, until it answers %d', async (last) => {
    await signedOutUntold();
    const answers: (() => [number, object])[] = [() => [503, {}], noAnswer, () => [last, {}]];
    page.serving(() => answers.shift()!());
    const waits: number[] = [];
    await tellUntilKnown(going, async (ms) => void waits.push(ms));
    expect(page.calls).toEqual(Array.from({ length: 3 }, () => ({ path: LOGOUT, token: null })));
    expect(waits).toEqual([3_000, 3_000]);
    expect(untoldSignOut()).toBeNull();
  });

  it('is not told by a page that was left', async () => {
    await signedOutUntold();
    await tellUntilKnown(AbortSignal.abort(), atOnce);
    expect([asked(), untoldSignOut()]).toEqual([[], 'failed']);
  });

  it('lets a sign-in wait while it is told, as a late answer would take the new cookie', async () => {
    await signedOutUntold();
    let cookie = 'old';
    const { promise: isTold, resolve: hear } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    page.serving(async (path) => {
      if (path === LOGOUT) {
        hear();
        await answered;
        cookie = '';
        return [200, {}];
      }
      cookie = 'new';
      return signsIn();
    });
    const telling = tellUntilKnown(going, atOnce);
    await isTold;
    const signingIn = signIn('a@b.c', 'password1');
    await aTurn();
    expect(asked()).toEqual([LOGOUT]);
    answer();
    await Promise.all([telling, signingIn]);
    expect(asked()).toEqual([LOGOUT, LOGIN]);
    expect([cookie, page.token(), untoldSignOut()]).toEqual(['new', 't2', null]);
  });

  it('is not told while somebody signs in, nor once they have, in whichever tab', async () => {
    await signedOutUntold();
    const { promise: isAsked, resolve: hear } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    page.serving(async () => {
      hear();
      await answered;
      return signsIn();
    });
    const signingIn = signIn('a@b.c', 'password1');
    await isAsked;
    const telling = tellUntilKnown(going, atOnce);
    await aTurn();
    answer();
    await Promise.all([signingIn, telling]);
    expect([asked(), page.token(), untoldSignOut()]).toEqual([[LOGIN], 't2', null]);
  });

  it('is not told in place of the session of somebody who is signed in', async () => {
    await signedOutUntold();
    page.signedInWith('of another tab');
    let waits = 0;
    const leaving = new AbortController();
    await tellUntilKnown(leaving.signal, async () => {
      waits += 1;
      if (waits === 2) leaving.abort();
    });
    expect([asked(), page.token()]).toEqual([[], 'of another tab']);
  });

  it('is still to be told after a sign-in that failed', async () => {
    await signedOutUntold();
    page.serving(() => [401, { message: 'wrong' }]);
    await expect(signIn('a@b.c', 'password1')).rejects.toThrow('wrong');
    expect(untoldSignOut()).toBe('failed');
  });
});
