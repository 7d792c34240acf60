import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { busy } from '@telemon/platform/errors';
import { mediansInTurns } from '@telemon/testing/medians';
import { MongoError } from 'mongodb';
import { GivenAuth, PASSWORD, origin } from '../../testing/given-auth.ts';
import { LoginLimits } from '../limits/login-limits.ts';
import { SignInService } from './sign-in.service.ts';

let auth: GivenAuth;
let signIn: SignInService;

beforeAll(async () => {
  auth = await GivenAuth.start({ ADMIN_EMAIL: 'Admin@telemon.local', ADMIN_PASSWORD: PASSWORD });
  signIn = auth.get(SignInService);
});
afterAll(() => auth.stop());

describe('signing in', () => {
  it('accepts the address of the first admin in upper or lower case', async () => {
    const { user } = await signIn.login('admin@TELEMON.local', PASSWORD, origin('192.0.2.1'));
    expect(user).toEqual({
      id: expect.any(String),
      name: 'Administrator',
      email: 'Admin@telemon.local',
      userRole: 'admin',
      mqttAdmin: 'Active',
    });
  });

  it('returns an access token with the role and manager of the user, valid for 15 minutes', async () => {
    const manager = await auth.user({ mqttAdmin: 'Active' });
    const assistant = await auth.user({ userRole: 'assistant', managerId: manager.id });
    const ofManager = await auth.claimsOf(
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
    const ofAssistant = await auth.claimsOf(
      (await signIn.login(assistant.email, PASSWORD, origin('192.0.2.1'))).token,
    );
    expect(ofAssistant).toMatchObject({ role: 'assistant', managerId: manager.id, mqttAdmin: false });
  });

  it('opens a session for each of many sign-ins to two accounts at the same time', async () => {
    const people = [await auth.user(), await auth.user()];
    const opened = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { email, id } = people[n % 2]!;
        const { user, token } = await signIn.login(email, PASSWORD, origin(`192.0.2.${n + 10}`));
        expect(user.id).toBe(id);
        return (await auth.claimsOf(token)).sid;
      }),
    );
    expect(new Set(opened).size).toBe(12);
  });

  it('does not count attempts that end without a verdict', async () => {
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

  it('gives the same answer for an unknown address as for a wrong password', async () => {
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

  it('takes as long for an unknown address as for a known one', async () => {
    const { email } = await auth.user();
    let calls = 0;
    const fail = (address: string) => () =>
      signIn
        .login(address, 'wrong password', origin(`10.0.${++calls >> 8}.${calls & 0xff}`))
        .catch(() => null);
    const { one, other } = await mediansInTurns(fail(email), fail('nobody@example.com'), 10);
    expect(Math.abs(one - other)).toBeLessThan(10);
  });

  it('stores neither the password nor a usable token', async () => {
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

describe('the limit on failed sign-ins', () => {
  /** The code of the refusal. An attempt that the database did not answer in time is not counted, and is made again. */
  const fail = async (email: string, address: string): Promise<string> => {
    for (;;) {
      try {
        await signIn.login(email, 'wrong password', origin(address));
        return 'in';
      } catch (error) {
        if (!(error instanceof MongoError)) return (error as { code: string }).code;
      }
    }
  };
  const countsOf = (outcomes: readonly string[]) =>
    Object.fromEntries(
      [...new Set(outcomes)].map((code) => [code, outcomes.filter((other) => other === code).length]),
    );

  it('refuses the eleventh of an account and address, with the time to wait', async () => {
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

  it('checks no more than ten of many attempts at the same time', async () => {
    const { email } = await auth.user();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => fail(email, '203.0.113.2')));
    expect(countsOf(outcomes)).toEqual({ WrongLogin: 10, TooManyLogins: 20 });
  });

  it('does not lock out the owner at another address', async () => {
    const { email } = await auth.user();
    await Promise.all(Array.from({ length: 30 }, () => fail(email, '203.0.113.3')));
    await expect(signIn.login(email, PASSWORD, origin('203.0.113.4'))).resolves.toMatchObject({
      user: { email },
    });
  });

  it('counts the IPv6 addresses of one network as one', async () => {
    const { email } = await auth.user();
    const outcomes: string[] = [];
    for (let host = 1; host <= 12; host++) outcomes.push(await fail(email, `2001:db8:1:2::${host}`));
    expect(outcomes.slice(0, 10).every((code) => code === 'WrongLogin')).toBe(true);
    expect(outcomes.slice(10)).toEqual(['TooManyLogins', 'TooManyLogins']);
    await expect(fail(email, '2001:db8:1:3::1')).resolves.toBe('WrongLogin');
  });

  it('does not count successful sign-ins', async () => {
    const { email } = await auth.user();
    for (let round = 0; round < 12; round++) await signIn.login(email, PASSWORD, origin('203.0.113.5'));
    await expect(fail(email, '203.0.113.5')).resolves.toBe('WrongLogin');
  });

  it('refuses attempts on many accounts from one address', async () => {
    const outcomes: string[] = [];
    for (let batch = 0; batch < 5; batch++) {
      const accounts = Array.from({ length: 25 }, (_, index) => `user-${batch}-${index}@example.com`);
      outcomes.push(...(await Promise.all(accounts.map((email) => fail(email, '203.0.113.6')))));
    }
    expect(countsOf(outcomes)).toEqual({ WrongLogin: 100, TooManyLogins: 25 });
  });
});
