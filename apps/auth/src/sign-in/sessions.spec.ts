import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ANONYMOUS, type Actor, SYSTEM } from '@telemon/contracts/actor';
import { DAY_MS } from '@telemon/contracts/durations';
import { Mongo } from '@telemon/platform/mongo';
import { faking } from '@telemon/testing/fake-clocks';
import { GivenAuth, PASSWORD, origin } from '../../testing/given-auth.ts';
import { Sessions } from '../tokens/sessions.ts';
import { UsersService } from '../users/users.service.ts';
import { SignInService } from './sign-in.service.ts';

let auth: GivenAuth;
let signIn: SignInService;

beforeAll(async () => {
  auth = await GivenAuth.start();
  signIn = auth.get(SignInService);
});
afterEach(() => void jest.useRealTimers());
afterAll(() => auth.stop());

const usersOf = () => auth.get(UsersService);

/** Changes `Date` alone; timers stay real. */
const setClock = (to: number) => {
  jest.useFakeTimers(faking('Date'));
  jest.setSystemTime(to);
};

describe('a session', () => {
  it('gets a new refresh token with each renewal', async () => {
    const { email } = await auth.user();
    const first = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const second = await signIn.refresh(first.refreshToken);
    const third = await signIn.refresh(second.refreshToken);
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
    expect(Buffer.from(third.refreshToken, 'base64url').length * 8).toBeGreaterThanOrEqual(256);
    expect((await auth.claimsOf(third.token)).sub).toBe(first.user.id);
    const days = (Date.parse(third.refreshExpiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  it('can be renewed with the same refresh token after MongoDB was lost before the user was read', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const renewed = await auth.whileMongoLeavesAt('find', 'users', () => signIn.refresh(refreshToken));
    expect(renewed.status).toBe('rejected');
    await expect(signIn.refresh(refreshToken)).resolves.toMatchObject({ user: { email } });
  });

  it('ends when a refresh token is used twice, and other sessions do not', async () => {
    const { email } = await auth.user();
    const stolen = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const other = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const thief = await signIn.refresh(stolen.refreshToken);
    await expect(signIn.refresh(stolen.refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.refresh(thief.refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.refresh(other.refreshToken)).resolves.toMatchObject({ user: { email } });
  });

  it('gets the same renewal again if the attempt is repeated, at once or later, and goes on from there', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const attempt = 'a'.repeat(22);
    const renew = () => signIn.refresh(refreshToken, attempt);
    const [first, second] = await Promise.all([renew(), renew()]);
    const third = await renew();
    expect([second.refreshToken, third.refreshToken]).toEqual([first.refreshToken, first.refreshToken]);
    expect(first.refreshToken).not.toBe(refreshToken);
    await expect(signIn.refresh(first.refreshToken, attempt)).resolves.toMatchObject({ user: { email } });
  });

  it.each([
    ['with another attempt', 'b'.repeat(22)],
    ['without an attempt', undefined],
  ])('ends when a refresh token is used again %s', async (_, other) => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const renewed = await signIn.refresh(refreshToken, 'a'.repeat(22));
    await expect(signIn.refresh(refreshToken, other)).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.refresh(renewed.refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
  });

  it('ends when an attempt is repeated after a further renewal', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const attempt = 'a'.repeat(22);
    const renewed = await signIn.refresh(refreshToken, attempt);
    const last = await signIn.refresh(renewed.refreshToken, 'b'.repeat(22));
    await expect(signIn.refresh(refreshToken, attempt)).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.refresh(last.refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
  });

  it('is renewed by one of many uses of a refresh token at the same time, and ends', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn.refresh(refreshToken)));
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await expect(signIn.refresh(winners[0]!.value.refreshToken)).rejects.toMatchObject({
      code: 'SessionEnded',
    });
  });

  it('ends with a sign-out, which may be repeated', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const { sessionIds } = await signIn.logout(ANONYMOUS, refreshToken);
    expect(sessionIds).toHaveLength(1);
    expect(await signIn.logout(ANONYMOUS, refreshToken)).toEqual({ sessionIds, isOthers: false });
    await expect(signIn.refresh(refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
  });

  it('ends after thirty days without use', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    setClock(Date.now() + 30 * DAY_MS + 1_000);
    await expect(signIn.refresh(refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
  });

  it('ends when its user is removed', async () => {
    const manager = await auth.user();
    const { id, email } = await auth.user({ userRole: 'assistant', managerId: manager.id });
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    await auth.get(UsersService).remove(SYSTEM, id);
    await expect(signIn.refresh(refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.login(email, PASSWORD, origin('192.0.2.4'))).rejects.toMatchObject({
      code: 'WrongLogin',
    });
  });

  describe.each([
    [
      'its user’s password is changed',
      (id: string) => usersOf().setPassword(id, 'another long password', async () => true),
    ],
    ['its user is removed', (id: string) => usersOf().remove(SYSTEM, id)],
  ])('that begins while %s', (_what, change) => {
    it('ends as well', async () => {
      const manager = await auth.user();
      const { id, email } = await auth.user({ userRole: 'assistant', managerId: manager.id });
      const logins = Array.from({ length: 30 }, (_, host) =>
        signIn.login(email, PASSWORD, origin(`198.51.100.${host}`)),
      );
      const outcomes = await Promise.allSettled([change(id), ...logins]);
      expect(outcomes[0]!.status).toBe('fulfilled');
      expect(await auth.get(Sessions).openOf(id)).toEqual([]);
    });
  });

  it('is listed with at most 99 others, the newest', async () => {
    const { id } = await auth.user();
    const sessions = auth.get(Sessions);
    const first = await sessions.open(id, origin('192.0.2.4'));
    const later = await Promise.all(
      Array.from({ length: 100 }, () => sessions.open(id, origin('192.0.2.4'))),
    );
    const shown = (await sessions.openOf(id)).map((session) => session.id);
    expect(shown).toHaveLength(100);
    expect(shown).not.toContain(first.id);
    expect(shown.toSorted()).toEqual(later.map((session) => session.id).toSorted());
  });

  it.each(['', 'x', 'a'.repeat(64), 'é'.repeat(64), '../../etc/passwd'])(
    'is not opened by the refresh token %j',
    async (text) => {
      await expect(signIn.refresh(text)).rejects.toMatchObject({ code: 'SessionEnded' });
    },
  );

  it.each(['', 'x', 'abc.def', 'é'.repeat(64), '../../etc/passwd'])(
    'cannot be ended by the refresh token %j, which names none',
    async (text) => {
      await expect(signIn.logout(ANONYMOUS, text)).rejects.toMatchObject({
        code: 'NotSignedIn',
        failure: { kind: 'unauthenticated' },
      });
    },
  );

  it('is looked up on a primary that a majority still follows when it ends', async () => {
    const { db } = auth.get(Mongo);
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    await db.command({ profile: 2 });
    await signIn.logout(ANONYMOUS, refreshToken);
    await db.command({ profile: 0 });
    const reads = await db.collection('system.profile').find({ 'command.find': 'sessions' }).toArray();
    expect(reads.map(({ command }) => command.readConcern)).toEqual([{ level: 'linearizable' }]);
  });
});

describe('signing out with an access token', () => {
  /** A new session, and the actor that the gateway reads from its access token. */
  const signedIn = async (email: string) => {
    const { token, refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const { sub, sid } = await auth.claimsOf(token);
    const actor: Actor = {
      id: sub!,
      role: 'manager',
      managerId: sub!,
      mqttAdmin: false,
      sessionId: sid as string,
    };
    return { actor, refreshToken, id: sid as string };
  };
  const renews = ({ refreshToken }: { refreshToken: string }) =>
    signIn.refresh(refreshToken).then(
      () => true,
      () => false,
    );

  it('ends its session without a refresh token, and no other session', async () => {
    const { email } = await auth.user();
    const [one, other] = [await signedIn(email), await signedIn(email)];
    expect(await signIn.logout(one.actor, '')).toEqual({ sessionIds: [one.id], isOthers: false });
    expect(await auth.get(Sessions).endedSince(new Date(0))).toContain(one.id);
    expect([await renews(one), await renews(other)]).toEqual([false, true]);
  });

  it('also ends the session of the refresh token, if it is of the same user', async () => {
    const { email } = await auth.user();
    const [one, other] = [await signedIn(email), await signedIn(email)];
    const { sessionIds, isOthers } = await signIn.logout(one.actor, other.refreshToken);
    expect({ ended: sessionIds.toSorted(), isOthers }).toEqual({
      ended: [one.id, other.id].toSorted(),
      isOthers: false,
    });
    expect([await renews(one), await renews(other)]).toEqual([false, false]);
  });

  it('does not end the session of another user whose refresh token the browser has', async () => {
    const [one, other] = [
      await signedIn((await auth.user()).email),
      await signedIn((await auth.user()).email),
    ];
    expect(await signIn.logout(one.actor, other.refreshToken)).toEqual({
      sessionIds: [one.id],
      isOthers: true,
    });
    expect([await renews(one), await renews(other)]).toEqual([false, true]);
  });
});
