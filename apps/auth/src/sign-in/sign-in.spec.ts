import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ANONYMOUS, type Actor, SYSTEM } from '@telemon/contracts/actor';
import { TOKEN } from '@telemon/contracts/auth/token';
import { busy } from '@telemon/platform/errors';
import { mediansInTurns } from '@telemon/testing/medians';
import { jwtVerify } from 'jose';
import { createPublicKey } from 'node:crypto';
import { GivenAuth, PASSWORD } from '../../testing/given-auth.ts';
import { LoginLimits } from '../limits/login-limits.ts';
import { Sessions } from '../tokens/sessions.ts';
import { UsersService } from '../users/users.service.ts';
import { SignInService } from './sign-in.service.ts';

let auth: GivenAuth;
let signIn: SignInService;

const usersOf = () => auth.get(UsersService);
const origin = (address: string) => ({ address, userAgent: 'spec' });
const claimsOf = async (token: string) => {
  const key = createPublicKey(auth.keys.publicPem);
  return (await jwtVerify(token, key, { issuer: TOKEN.issuer, audience: TOKEN.audience })).payload;
};

const DAY_MS = 86_400_000;
/** Sets the clock; timers go on as they are. */
const setClock = (to: number) => {
  jest.useFakeTimers({
    doNotFake: [
      'nextTick',
      'setImmediate',
      'setTimeout',
      'setInterval',
      'clearTimeout',
      'clearInterval',
      'queueMicrotask',
      'performance',
      'hrtime',
    ],
  });
  jest.setSystemTime(to);
};

beforeAll(async () => {
  auth = await GivenAuth.start({ ADMIN_EMAIL: 'Admin@telemon.local', ADMIN_PASSWORD: PASSWORD });
  signIn = auth.get(SignInService);
});
afterEach(() => void jest.useRealTimers());
afterAll(() => auth.stop());

describe('signing in', () => {
  it('lets the first admin in, whatever the case of the address', async () => {
    const { user } = await signIn.login('admin@TELEMON.local', PASSWORD, origin('192.0.2.1'));
    expect(user).toEqual({
      id: expect.any(String),
      name: 'Administrator',
      email: 'Admin@telemon.local',
      userRole: 'admin',
      mqttAdmin: 'Active',
    });
  });

  it('hands out a token that says who it is for, for a quarter of an hour', async () => {
    const manager = await auth.user({ mqttAdmin: 'Active' });
    const assistant = await auth.user({ userRole: 'assistant', managerId: manager.id });
    const ofManager = await claimsOf(
      (await signIn.login(manager.email, PASSWORD, origin('192.0.2.1'))).token,
    );
    expect(ofManager).toEqual({
      sub: manager.id,
      role: 'manager',
      managerId: manager.id,
      mqttAdmin: true,
      sid: expect.any(String),
      iss: 'telemon',
      aud: 'telemon',
      iat: expect.any(Number),
      exp: ofManager.iat! + 15 * 60,
    });
    const ofAssistant = await claimsOf(
      (await signIn.login(assistant.email, PASSWORD, origin('192.0.2.1'))).token,
    );
    expect(ofAssistant).toMatchObject({ role: 'assistant', managerId: manager.id, mqttAdmin: false });
  });

  it('opens a session for each who signs in to one account or another at once', async () => {
    const people = [await auth.user(), await auth.user()];
    const opened = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { email, id } = people[n % 2]!;
        const { user, token } = await signIn.login(email, PASSWORD, origin(`192.0.2.${n + 10}`));
        expect(user.id).toBe(id);
        return (await claimsOf(token)).sid;
      }),
    );
    expect(new Set(opened).size).toBe(12);
  });

  it('counts no attempt that could not be judged', async () => {
    const strict = await GivenAuth.start({ LOGIN_LIMIT: '1' });
    const { email } = await strict.user();
    const limits = strict.get(LoginLimits);
    for (let round = 0; round < 3; round++) {
      const attempt = limits.attempt(email, '192.0.2.1', async () => Promise.reject(busy()));
      await expect(attempt).rejects.toMatchObject({ code: 'Busy' });
    }
    const login = (password: string) => strict.get(SignInService).login(email, password, origin('192.0.2.1'));
    await expect(login(PASSWORD)).resolves.toMatchObject({ user: { email } });
    await expect(login('wrong password')).rejects.toMatchObject({ code: 'WrongLogin' });
    await expect(login(PASSWORD)).rejects.toMatchObject({ code: 'TooManyLogins' });
    await strict.stop();
  });

  it('says the same of an unknown address as of a wrong password', async () => {
    const { email } = await auth.user();
    const refusals = await Promise.all(
      [email, 'nobody@example.com'].map((address) =>
        signIn.login(address, 'wrong password', origin('192.0.2.2')).catch((error: unknown) => error),
      ),
    );
    const refusal = {
      code: 'WrongLogin',
      failure: { kind: 'unauthenticated', message: 'The email or the password is wrong' },
    };
    expect(refusals).toMatchObject([refusal, refusal]);
  });

  it('does the same work for an unknown address as for a known one', async () => {
    const { email } = await auth.user();
    let calls = 0;
    const fail = (address: string) => () =>
      signIn
        .login(address, 'wrong password', origin(`10.0.${++calls >> 8}.${calls & 0xff}`))
        .catch(() => null);
    const { one, other } = await mediansInTurns(fail(email), fail('nobody@example.com'), 10);
    expect(Math.abs(one - other)).toBeLessThan(10);
  });

  it('keeps neither the password nor a token that could be used', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.3'));
    const kept = await Promise.all(
      (await auth.database.db.collections()).map((collection) => collection.find().toArray()),
    );
    const text = JSON.stringify(kept);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(refreshToken);
    const hex = Buffer.from(refreshToken, 'base64url').toString('hex');
    expect(text).not.toContain(hex.slice(0, 32));
    expect(text).not.toContain(hex.slice(32));
  });
});

describe('a session', () => {
  it('goes on with a new refresh token each time', async () => {
    const { email } = await auth.user();
    const first = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const second = await signIn.refresh(first.refreshToken);
    const third = await signIn.refresh(second.refreshToken);
    expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3);
    expect(Buffer.from(third.refreshToken, 'base64url').length * 8).toBeGreaterThanOrEqual(256);
    expect((await claimsOf(third.token)).sub).toBe(first.user.id);
    const days = (Date.parse(third.refreshExpiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  it('goes on with the same refresh token where MongoDB went away before its user was found', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const renewed = await auth.whileMongoLeavesAt('find', 'users', () => signIn.refresh(refreshToken));
    expect(renewed.status).toBe('rejected');
    await expect(signIn.refresh(refreshToken)).resolves.toMatchObject({ user: { email } });
  });

  it('ends for everyone when a refresh token is used twice', async () => {
    const { email } = await auth.user();
    const stolen = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const other = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const thief = await signIn.refresh(stolen.refreshToken);
    await expect(signIn.refresh(stolen.refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.refresh(thief.refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.refresh(other.refreshToken)).resolves.toMatchObject({ user: { email } });
  });

  it('goes to one of many who use the same refresh token at once, and ends', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signIn.refresh(refreshToken)));
    const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await expect(signIn.refresh(winners[0]!.value.refreshToken)).rejects.toMatchObject({
      code: 'SessionEnded',
    });
  });

  it('is over after a sign-out, which may be repeated', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const { sessionIds } = await signIn.logout(ANONYMOUS, refreshToken);
    expect(sessionIds).toHaveLength(1);
    expect(await signIn.logout(ANONYMOUS, refreshToken)).toEqual({ sessionIds, isOthers: false });
    await expect(signIn.refresh(refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
  });

  it('is over after thirty days without use', async () => {
    const { email } = await auth.user();
    const { refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    setClock(Date.now() + 30 * DAY_MS + 1_000);
    await expect(signIn.refresh(refreshToken)).rejects.toMatchObject({ code: 'SessionEnded' });
  });

  it('is over when its user is removed', async () => {
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
    it('is over as well', async () => {
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

  it('is listed with at most 99 others, those that were used last', async () => {
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

  it.each(['x', 'a'.repeat(64), 'é'.repeat(64), '../../etc/passwd'])(
    'does not begin with %j',
    async (text) => {
      await expect(signIn.refresh(text)).rejects.toMatchObject({ code: 'SessionEnded' });
      expect(await signIn.logout(ANONYMOUS, text)).toEqual({ sessionIds: [], isOthers: false });
    },
  );

  it('does not begin, nor is one ended, with nothing', async () => {
    await expect(signIn.refresh('')).rejects.toMatchObject({ code: 'SessionEnded' });
    await expect(signIn.logout(ANONYMOUS, '')).rejects.toMatchObject({
      code: 'NotSignedIn',
      failure: { kind: 'unauthenticated' },
    });
  });
});

describe('signing out with an access token', () => {
  /** A session, and its owner as a gateway tells of them from the access token. */
  const signedIn = async (email: string) => {
    const { token, refreshToken } = await signIn.login(email, PASSWORD, origin('192.0.2.4'));
    const { sub, sid } = await claimsOf(token);
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

  it('ends its session, without a refresh token too, and no other', async () => {
    const { email } = await auth.user();
    const [one, other] = [await signedIn(email), await signedIn(email)];
    expect(await signIn.logout(one.actor, '')).toEqual({ sessionIds: [one.id], isOthers: false });
    expect(await auth.get(Sessions).endedSince(new Date(0))).toContain(one.id);
    expect([await renews(one), await renews(other)]).toEqual([false, true]);
  });

  it('ends the session of the refresh token as well where it is the same person’s', async () => {
    const { email } = await auth.user();
    const [one, other] = [await signedIn(email), await signedIn(email)];
    const { sessionIds, isOthers } = await signIn.logout(one.actor, other.refreshToken);
    expect({ ended: sessionIds.toSorted(), isOthers }).toEqual({
      ended: [one.id, other.id].toSorted(),
      isOthers: false,
    });
    expect([await renews(one), await renews(other)]).toEqual([false, false]);
  });

  it('leaves alone the session of somebody else who signed in with the same browser', async () => {
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

describe('the limit on failed sign-ins', () => {
  const fail = (email: string, address: string) =>
    signIn.login(email, 'wrong password', origin(address)).then(
      () => 'in',
      (error: { code: string }) => error.code,
    );

  it('refuses the eleventh of an account and address, and says when to come back', async () => {
    const { email } = await auth.user();
    const tries: string[] = [];
    for (let attempt = 0; attempt < 10; attempt++) tries.push(await fail(email, '203.0.113.1'));
    expect(new Set(tries)).toEqual(new Set(['WrongLogin']));
    const refusal: unknown = await signIn
      .login(email, PASSWORD, origin('203.0.113.1'))
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'TooManyLogins', failure: { kind: 'limited' } });
    const { retryAfterS } = (refusal as { failure: { retryAfterS: number } }).failure;
    expect(retryAfterS).toBeGreaterThan(14 * 60);
    expect(retryAfterS).toBeLessThanOrEqual(15 * 60);
  });

  it('lets no more than ten through when they come at once', async () => {
    const { email } = await auth.user();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => fail(email, '203.0.113.2')));
    expect(outcomes.filter((code) => code === 'WrongLogin')).toHaveLength(10);
    expect(outcomes.filter((code) => code === 'TooManyLogins')).toHaveLength(20);
  });

  it('keeps nobody out for longer than its period where the clock was a day ahead', async () => {
    const { email } = await auth.user();
    const today = Date.now();
    setClock(today + DAY_MS);
    for (let attempt = 0; attempt < 10; attempt++) await fail(email, '203.0.113.7');
    await expect(fail(email, '203.0.113.7')).resolves.toBe('TooManyLogins');
    setClock(today);
    await expect(fail(email, '203.0.113.7')).resolves.toBe('WrongLogin');
  });

  it('counts together what replicas count whose clocks differ a little', async () => {
    const { email } = await auth.user();
    const today = Date.now();
    setClock(today + 1_000);
    for (let attempt = 0; attempt < 10; attempt++) await fail(email, '203.0.113.8');
    setClock(today);
    await expect(fail(email, '203.0.113.8')).resolves.toBe('TooManyLogins');
  });

  it('does not keep the owner out, who comes from elsewhere', async () => {
    const { email } = await auth.user();
    await Promise.all(Array.from({ length: 30 }, () => fail(email, '203.0.113.3')));
    await expect(signIn.login(email, PASSWORD, origin('203.0.113.4'))).resolves.toMatchObject({
      user: { email },
    });
  });

  it('takes the addresses that one customer of a provider has for one', async () => {
    const { email } = await auth.user();
    const outcomes: string[] = [];
    for (let host = 1; host <= 12; host++) outcomes.push(await fail(email, `2001:db8:1:2::${host}`));
    expect(outcomes.slice(0, 10).every((code) => code === 'WrongLogin')).toBe(true);
    expect(outcomes.slice(10)).toEqual(['TooManyLogins', 'TooManyLogins']);
    await expect(fail(email, '2001:db8:1:3::1')).resolves.toBe('WrongLogin');
  });

  it('counts failures only', async () => {
    const { email } = await auth.user();
    for (let round = 0; round < 12; round++) await signIn.login(email, PASSWORD, origin('203.0.113.5'));
    await expect(fail(email, '203.0.113.5')).resolves.toBe('WrongLogin');
  });

  it('refuses one password tried on many accounts from one address', async () => {
    const outcomes: string[] = [];
    for (let batch = 0; batch < 5; batch++) {
      const accounts = Array.from({ length: 25 }, (_, index) => `user-${batch}-${index}@example.com`);
      outcomes.push(...(await Promise.all(accounts.map((email) => fail(email, '203.0.113.6')))));
    }
    expect(outcomes.filter((code) => code === 'WrongLogin')).toHaveLength(100);
    expect(outcomes.filter((code) => code === 'TooManyLogins')).toHaveLength(25);
  });
});
