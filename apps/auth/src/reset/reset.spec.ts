import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM } from '@telemon/contracts/actor';
import { startOfMonth } from '@telemon/platform/calendar';
import { metricsText } from '@telemon/platform/metrics';
import { otherThan } from '@telemon/testing/codes';
import { mediansInTurns } from '@telemon/testing/medians';
import { GivenAuth, PASSWORD, uniqueContact, uniqueEmail } from '../../testing/given-auth.ts';
import { Sessions } from '../tokens/sessions.ts';
import { UsersService } from '../users/users.service.ts';
import { ResetService } from './reset.service.ts';

const NEW_PASSWORD = 'a new long password';
const noMatch = { failure: { kind: 'invalid', message: 'OTP Does not match' } };

let auth: GivenAuth;
let reset: ResetService;

beforeAll(async () => {
  auth = await GivenAuth.start({ CODE_LIMIT: '10' });
  reset = auth.get(ResetService);
});
afterAll(() => auth.stop());

let addresses = 0;
const from = () => `203.0.113.${++addresses}`;
const isPassword = async (email: string, password: string) =>
  (await auth.get(UsersService).signIn(email, password, async () => true)) !== null;
const resetOnce = async (email: string, password = NEW_PASSWORD) => {
  await reset.sendCode(email, from());
  return reset.reset(email, await auth.codeTo(email), password);
};

describe('a forgotten password', () => {
  it('is replaced with the code that was sent by SMS and e-mail', async () => {
    const { email, contact } = await auth.user();
    await reset.sendCode(email.toUpperCase(), from());
    expect(await auth.lettersTo(email)).toMatchObject([{ contact }]);
    await expect(reset.reset(email, await auth.codeTo(email), NEW_PASSWORD)).resolves.toBeNull();
    expect(await isPassword(email, NEW_PASSWORD)).toBe(true);
    expect(await isPassword(email, PASSWORD)).toBe(false);
  });

  it('ends every session when it is replaced, and its owner gets a letter', async () => {
    const { id, email } = await auth.user();
    const sessions = auth.get(Sessions);
    const { refreshToken } = await sessions.open(id, { address: '192.0.2.1', userAgent: 'spec' });
    await resetOnce(email);
    await expect(sessions.renew(refreshToken)).resolves.toBeNull();
    expect(await auth.lettersTo(email)).toMatchObject([
      { subject: 'Your Telemon password was changed' },
      { subject: 'Your Telemon code' },
    ]);
  });

  it('of an unknown address stores a letter that is never sent, so that it takes as long', async () => {
    const unknown = uniqueEmail();
    await reset.sendCode(unknown, from());
    const rows = auth.database.db.collection('letter_outbox');
    expect(await rows.find({ 'letter.email': unknown }).toArray()).toMatchObject([
      { letter: { contact: null }, isDecoy: true },
    ]);
    expect(await auth.lettersTo(unknown)).toEqual([]);
  });

  it('of an unknown address gets the same answers, and nothing is sent', async () => {
    const unknown = uniqueEmail();
    await expect(reset.sendCode(unknown, from())).resolves.toBeNull();
    expect(await auth.lettersTo(unknown)).toEqual([]);
    const { email } = await auth.user();
    await reset.sendCode(email, from());
    const refusals = await Promise.all(
      [unknown, email].map((address) =>
        reset.reset(address, '000000x', NEW_PASSWORD).catch((error: { failure: unknown }) => error.failure),
      ),
    );
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject(noMatch.failure);
  });

  it('takes as long for an unknown address as for a known one', async () => {
    const { email } = await auth.user();
    const time = (address: string) => () => reset.reset(address, 'wrong', NEW_PASSWORD).catch(() => null);
    const { one, other } = await mediansInTurns(time(email), time('nobody@example.com'), 10);
    expect(Math.abs(one - other)).toBeLessThan(10);
  });

  it('accepts a code once, and at most five guesses', async () => {
    const { email } = await auth.user();
    await reset.sendCode(email, from());
    const code = await auth.codeTo(email);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => reset.reset(email, code, NEW_PASSWORD)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await reset.sendCode(email, from());
    const next = await auth.codeTo(email);
    for (let guess = 0; guess < 5; guess++) {
      await expect(reset.reset(email, 'wrong', NEW_PASSWORD)).rejects.toMatchObject(noMatch);
    }
    await expect(reset.reset(email, next, NEW_PASSWORD)).rejects.toMatchObject(noMatch);
  });

  it('is not replaced with a code that was sent to the previous owner of the address', async () => {
    const [former, email] = [await auth.user(), uniqueEmail()];
    const move = (to: string) => auth.get(UsersService).update(SYSTEM, former.id, { email: to });
    await move(email);
    await reset.sendCode(email, from());
    const code = await auth.codeTo(email);
    await move(former.email);
    await auth.user({ email });
    await expect(reset.reset(email, code, NEW_PASSWORD)).rejects.toMatchObject(noMatch);
    await expect(reset.reset(former.email, code, NEW_PASSWORD)).rejects.toMatchObject(noMatch);
    expect(await isPassword(email, PASSWORD)).toBe(true);
  });

  it('is replaced at most three times a month, and only a right code reveals the limit', async () => {
    const { email } = await auth.user();
    for (let round = 0; round < 3; round++) await resetOnce(email, `${NEW_PASSWORD} ${round}`);
    await reset.sendCode(email, from());
    await expect(reset.reset(email, 'wrong', NEW_PASSWORD)).rejects.toMatchObject(noMatch);
    await expect(reset.reset(email, await auth.codeTo(email), NEW_PASSWORD)).rejects.toMatchObject({
      failure: { kind: 'forbidden', message: 'Exceeded Maximum Monthly Resets' },
    });
    expect(await isPassword(email, `${NEW_PASSWORD} 2`)).toBe(true);
  });

  it('sends at most ten codes to a number, across accounts; further ones go by e-mail only, without an error', async () => {
    const contact = uniqueContact();
    const contacts: (string | null)[] = [];
    for (let account = 0; account < 12; account++) {
      const { email } = await auth.user({ contact });
      await expect(reset.sendCode(email, from())).resolves.toBeNull();
      contacts.push(...(await auth.lettersTo(email)).map((letter) => letter.contact));
    }
    expect(contacts).toEqual([...Array<string>(10).fill(contact), null, null]);
  });

  it('is limited per month even if other limits are off, and the metrics count the refusals', async () => {
    const refusals = async () => {
      const line = /^auth_limited_total\{.*limit="RESET_LIMIT".*\} (\d+)$/m.exec(await metricsText());
      return Number(line?.[1] ?? 0);
    };
    const free = await GivenAuth.start({ RATE_LIMITS: 'off', RESET_LIMIT: '1' });
    const { email } = await free.user();
    const before = await refusals();
    const statuses: unknown[] = [];
    for (let round = 0; round < 12; round++) {
      await free.get(ResetService).sendCode(email, '203.0.113.250');
      const code = await free.codeTo(email);
      const done = free.get(ResetService).reset(email, code, NEW_PASSWORD);
      statuses.push(
        await done.then(
          () => 'done',
          (error: { failure: { kind: string } }) => error.failure.kind,
        ),
      );
      if (round > 0) continue;
      const resets = free.database.db.collection<{ until: Date }>('resets');
      const { until } = (await resets.findOne())!;
      expect(until.getTime()).toBe(startOfMonth('UTC', Date.now(), 1));
    }
    expect(statuses).toEqual(['done', ...Array<string>(11).fill('forbidden')]);
    expect((await refusals()) - before).toBe(11);
    await free.stop();
  });

  it('limits the codes per address, known or not', async () => {
    const { email } = await auth.user();
    for (const address of [email, uniqueEmail()]) {
      const outcomes = await Promise.all(
        Array.from({ length: 15 }, () =>
          reset.sendCode(address, from()).then(
            () => 'sent',
            (error: { code: string }) => error.code,
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === 'TooManyCodes')).toHaveLength(5);
    }
  });
});

describe('when MongoDB fails', () => {
  it('a new password uses up neither its code nor the limit of the month, and can be tried again', async () => {
    const once = await GivenAuth.start({ RESET_LIMIT: '1' });
    const { email } = await once.user();
    const service = once.get(ResetService);
    await service.sendCode(email, from());
    const code = await once.codeTo(email);
    const attempt = () => service.reset(email, code, NEW_PASSWORD);
    for (let guess = 1; guess <= 4; guess++) {
      const other = otherThan(code, guess);
      await expect(service.reset(email, other, NEW_PASSWORD)).rejects.toMatchObject(noMatch);
    }
    // This would be the last try, if it counted.
    const { status } = await once.whileMongoLeavesAt('insert', 'letter_outbox', attempt);
    expect(status).toBe('rejected');
    await expect(attempt()).resolves.toBeNull();
    await expect(attempt()).rejects.toMatchObject(noMatch);
    await once.stop();
  });

  it('the previous code stays valid if a new one cannot be sent', async () => {
    const { email } = await auth.user();
    await reset.sendCode(email, from());
    const code = await auth.codeTo(email);
    const again = await auth.whileMongoLeavesAt('insert', 'letter_outbox', () =>
      reset.sendCode(email, from()),
    );
    expect(again.status).toBe('rejected');
    await expect(reset.reset(email, code, NEW_PASSWORD)).resolves.toBeNull();
  });
});
