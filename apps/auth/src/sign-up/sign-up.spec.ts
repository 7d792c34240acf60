import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignUpRequest } from '@telemon/contracts/auth/sign-up';
import { Mongo } from '@telemon/platform/mongo';
import { otherThan } from '@telemon/testing/codes';
import { GivenAuth, PASSWORD, uniqueContact, uniqueEmail } from '../../testing/given-auth.ts';
import { OneTimeCodes } from '../codes/one-time-codes.ts';
import { UsersService } from '../users/users.service.ts';
import { SignUpService } from './sign-up.service.ts';

let auth: GivenAuth;
let signUp: SignUpService;

beforeAll(async () => {
  auth = await GivenAuth.start();
  signUp = auth.get(SignUpService);
});
afterAll(() => auth.stop());

const request = (changes: Partial<SignUpRequest> = {}): SignUpRequest =>
  SignUpRequest.parse({
    name: 'Sam Signer',
    email: uniqueEmail(),
    password: PASSWORD,
    repeatPassword: PASSWORD,
    companyName: 'Cold Cellars',
    contact: uniqueContact(),
    companyAddress: '1 Quay Street',
    locationId: auth.locationId,
    country: 'France',
    ...changes,
  });
let addresses = 0;
const from = () => `198.51.100.${++addresses}`;
const noMatch = {
  failure: {
    kind: 'invalid',
    message: 'OTP Does not match',
    fields: { mobileOtp: 'OTP Does not match' },
  },
};

describe('signing up', () => {
  it('sends one code by SMS and e-mail, and creates a manager with it', async () => {
    const form = request();
    await expect(signUp.sendCode(form, from())).resolves.toBeNull();
    expect(await auth.lettersTo(form.email)).toMatchObject([{ contact: form.contact, email: form.email }]);
    const user = await signUp.signUp(form, await auth.codeTo(form.email));
    expect(user).toMatchObject({
      name: 'Sam Signer',
      userRole: 'manager',
      managerId: null,
      mqttAdmin: 'Inactive',
      companyName: 'Cold Cellars',
      companyAddress: '1 Quay Street',
      country: 'France',
      locationName: 'Lyon',
    });
    const signedIn = auth.get(UsersService).signIn(form.email, PASSWORD, async ({ id }) => id);
    await expect(signedIn).resolves.toBe(user.id);
  });

  it('accepts a code once, even in concurrent requests', async () => {
    const form = request();
    await signUp.sendCode(form, from());
    const code = await auth.codeTo(form.email);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => signUp.signUp(form, code)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signUp.signUp(form, code)).rejects.toMatchObject(noMatch);
  });

  it('allows five guesses, even in concurrent requests', async () => {
    const form = request();
    await signUp.sendCode(form, from());
    const code = await auth.codeTo(form.email);
    const guesses = Array.from({ length: 200 }, () => signUp.signUp(form, otherThan(code)));
    const outcomes = await Promise.allSettled(guesses);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(signUp.signUp(form, code)).rejects.toMatchObject(noMatch);
  });

  it('accepts only the newest code, for the address and number that it was sent to', async () => {
    const form = request();
    await signUp.sendCode(form, from());
    const first = await auth.codeTo(form.email);
    await signUp.sendCode(form, from());
    const code = await auth.codeTo(form.email);
    if (first !== code) await expect(signUp.signUp(form, first)).rejects.toMatchObject(noMatch);
    for (const other of [{ email: uniqueEmail() }, { contact: uniqueContact() }]) {
      await expect(signUp.signUp({ ...form, ...other }, code)).rejects.toMatchObject(noMatch);
    }
    await expect(signUp.signUp(form, code)).resolves.toMatchObject({ email: form.email });
  });

  it('rejects a code of another purpose', async () => {
    const form = request();
    const person = `${form.email} ${form.contact}`;
    const code = await auth
      .get(Mongo)
      .transaction((session) => auth.get(OneTimeCodes).issue('reset', person, session));
    await expect(signUp.signUp(form, code)).rejects.toMatchObject(noMatch);
  });

  it('rejects a code after ten minutes', async () => {
    const form = request();
    await signUp.sendCode(form, from());
    const code = await auth.codeTo(form.email);
    const codes = auth.database.db.collection<{ _id: string; expiresAt: Date }>('codes');
    const _id = `sign-up ${form.email} ${form.contact}`;
    const { expiresAt } = (await codes.findOne({ _id }))!;
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(10);
    await codes.updateOne({ _id }, { $set: { expiresAt: new Date() } });
    await expect(signUp.signUp(form, code)).rejects.toMatchObject(noMatch);
  });

  it('answers the same for a known address, and sends its owner a letter', async () => {
    const { email } = await auth.user();
    const form = request({ email });
    await expect(signUp.sendCode(form, from())).resolves.toBeNull();
    const [letter] = await auth.lettersTo(email);
    expect(letter).toMatchObject({ contact: null, subject: 'A sign-up with your e-mail address' });
    expect(letter!.text).not.toMatch(/\d{6}/);
    await expect(signUp.signUp(form, '123456')).rejects.toMatchObject(noMatch);
  });

  it('needs a location that exists', async () => {
    await expect(signUp.sendCode(request({ locationId: 'nowhere' }), from())).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { locationId: expect.any(String) } },
    });
  });

  it('sends no more than five codes in ten minutes to a number or e-mail, and thirty for a network address', async () => {
    const limited = { code: 'TooManyCodes', failure: { kind: 'limited', retryAfterS: expect.any(Number) } };
    for (const same of [{ contact: uniqueContact() }, { email: uniqueEmail() }]) {
      for (let round = 0; round < 5; round++) await signUp.sendCode(request(same), from());
      await expect(signUp.sendCode(request(same), from())).rejects.toMatchObject(limited);
    }
    for (const one of [() => '198.51.100.250', (round: number) => `2001:db8::${round + 1}`]) {
      for (let round = 0; round < 30; round++) await signUp.sendCode(request(), one(round));
      await expect(signUp.sendCode(request(), one(30))).rejects.toMatchObject(limited);
    }
  });

  it('uses up no code if MongoDB fails before the account is created', async () => {
    const form = request();
    await signUp.sendCode(form, from());
    const code = await auth.codeTo(form.email);
    const attempt = () => signUp.signUp(form, code);
    for (let guess = 1; guess <= 4; guess++) {
      await expect(signUp.signUp(form, otherThan(code, guess))).rejects.toMatchObject(noMatch);
    }
    // This would be the last try, if it counted.
    const { status } = await auth.whileMongoLeavesAt('insert', 'users', attempt);
    expect(status).toBe('rejected');
    await expect(attempt()).resolves.toMatchObject({ email: form.email });
    await expect(attempt()).rejects.toMatchObject(noMatch);
  });

  it('keeps the previous code valid if MongoDB fails while a new one is made', async () => {
    const form = request();
    await signUp.sendCode(form, from());
    const code = await auth.codeTo(form.email);
    const again = await auth.whileMongoLeavesAt('insert', 'letter_outbox', () =>
      signUp.sendCode(form, from()),
    );
    expect(again.status).toBe('rejected');
    await expect(signUp.signUp(form, code)).resolves.toMatchObject({ email: form.email });
  });

  it('stores no code in clear text', async () => {
    const form = request();
    await signUp.sendCode(form, from());
    const code = await auth.codeTo(form.email);
    const kept = JSON.stringify(await auth.database.db.collection('codes').find().toArray());
    expect(kept).not.toContain(code);
  });
});

describe('while sign-up is off', () => {
  it('refuses to send a code and to create an account', async () => {
    const closed = await GivenAuth.start({ SIGNUP: 'off' });
    const refusal = { failure: { kind: 'forbidden', message: 'Sign-up is switched off' } };
    await expect(closed.get(SignUpService).sendCode(request(), from())).rejects.toMatchObject(refusal);
    await expect(closed.get(SignUpService).signUp(request(), '123456')).rejects.toMatchObject(refusal);
    await closed.stop();
  });
});
