import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { outboxOf } from '@telemon/testing/alert-log';
import { otherThan } from '@telemon/testing/codes';
import { uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import { MongoClient } from 'mongodb';
import type { Installation } from '../installation.ts';
import { codeSentTo } from '../stories/sent-codes.ts';
import { endPeriods } from './limit-periods.ts';
import type { Limited } from './limited.ts';
import { type Outsider, type Sending, countByStatus, manyTimes } from './outsider.ts';

const PASSWORD = 'a password of theirs';
const ANOTHER = 'another password';
const NO_MATCH = { status: 422, body: { message: 'OTP Does not match' } };

export const attacksOnCodes = (limited: Limited): void =>
  describe('one-time codes', () => {
    let installation: Installation;
    let outsider: Outsider;
    let mongo: MongoClient;
    let numbers = 0;

    beforeAll(async () => {
      ({ installation, outsider } = limited);
      mongo = await MongoClient.connect(installation.product.addresses.mongoUrl);
    });
    afterAll(() => mongo?.close());

    const newNumber = () => `+1500556${String(++numbers).padStart(4, '0')}`;
    const newEmail = () => `${uniqueName('sam')}@example.com`;
    const owner = (extras: Record<string, unknown> = {}): Promise<User> =>
      installation.make.manager({ password: PASSWORD, contact: newNumber(), ...extras });
    const askForReset = (email: string, sending?: Sending) =>
      outsider.post('/user/resetRequest', { email }, sending);
    const reset = (email: string, userOtp: string) =>
      outsider.post('/user/resetPassword', { email, userOtp, password: ANOTHER, confirmpassword: ANOTHER });
    const signUpOf = (email: string, contact: string) => ({
      name: 'Sam Signer',
      email,
      password: PASSWORD,
      repeatPassword: PASSWORD,
      companyName: 'Cold Cellars',
      contact,
      companyAddress: '1 Quay Street',
      locationId,
      country: 'France',
    });
    let locationId: string;
    const askToSignUp = (email: string, contact: string, sending?: Sending) =>
      outsider.post('/user/signupGenerateOtp', signUpOf(email, contact), sending);
    const signUp = (email: string, contact: string, mobileOtp: string) =>
      outsider.post('/user/signup', { ...signUpOf(email, contact), mobileOtp });
    const codeTo = (to: string, after?: number) => codeSentTo(installation.api, to, after);
    const sentTo = async (to: string) => (await outboxOf(installation.api, { to })).length;
    /** Expects `count` messages to the recipient. Waits for a later letter first, so that all earlier ones are under way. */
    const expectSentTo = async (to: string, count: number) => {
      const { email } = await owner();
      await askForReset(email);
      await codeTo(email);
      await until(async () => (await sentTo(to)) >= count, { what: `${count} messages` });
      expect(await sentTo(to)).toBe(count);
    };

    beforeAll(async () => {
      locationId = (await owner()).locationId!;
    });

    describe('a code with 200 concurrent guesses', () => {
      it('for a reset is checked five times, then even the right one is rejected', async () => {
        const { id, email } = await owner();
        await askForReset(email);
        const code = await codeTo(email);
        const guesses = await Promise.all(
          Array.from({ length: 200 }, (_, index) => reset(email, otherThan(code, index + 1))),
        );
        expect(countByStatus(guesses)).toEqual({ 422: 200 });
        const codes = mongo.db('auth').collection<{ _id: string }>('codes');
        expect(await codes.findOne({ _id: `reset ${email} ${id}` })).toMatchObject({ triesLeft: 0 });
        expect(await reset(email, code)).toMatchObject(NO_MATCH);
      });

      it('for a sign-up is checked five times, then even the right one is rejected', async () => {
        const [email, contact] = [newEmail(), newNumber()];
        await askToSignUp(email, contact);
        const code = await codeTo(contact);
        const guesses = await Promise.all(
          Array.from({ length: 200 }, (_, index) => signUp(email, contact, otherThan(code, index + 1))),
        );
        expect(countByStatus(guesses)).toEqual({ 422: 200 });
        expect(await signUp(email, contact, code)).toMatchObject(NO_MATCH);
      });

      it('is still accepted after four wrong guesses', async () => {
        const { email } = await owner();
        await askForReset(email);
        const code = await codeTo(email);
        for (let guess = 1; guess <= 4; guess++)
          expect(await reset(email, otherThan(code, guess))).toMatchObject(NO_MATCH);
        expect((await reset(email, code)).status).toBe(200);
      });
    });

    describe('a code', () => {
      it('in twenty concurrent requests is accepted once, and never again', async () => {
        const { email } = await owner();
        await askForReset(email);
        const code = await codeTo(email);
        const uses = await Promise.all(Array.from({ length: 20 }, () => reset(email, code)));
        expect(countByStatus(uses)).toEqual({ 200: 1, 422: 19 });
        expect(await reset(email, code)).toMatchObject(NO_MATCH);
      });

      it('of another person is rejected, and stays valid for its owner', async () => {
        const [mine, theirs] = [await owner(), await owner()];
        await askForReset(mine.email);
        await askForReset(theirs.email);
        const [code, other] = [await codeTo(mine.email), await codeTo(theirs.email)];
        if (code !== other) expect(await reset(theirs.email, code)).toMatchObject(NO_MATCH);
        expect((await reset(mine.email, code)).status).toBe(200);
        expect((await reset(theirs.email, other)).status).toBe(200);
      });

      it('of another number is rejected for a sign-up', async () => {
        const [email, contact] = [newEmail(), newNumber()];
        await askToSignUp(email, contact);
        const code = await codeTo(contact);
        expect(await signUp(email, newNumber(), code)).toMatchObject(NO_MATCH);
        expect((await signUp(email, contact, code)).status).toBe(200);
      });

      it('of another purpose is rejected, in both directions', async () => {
        const { email, contact } = await owner();
        await askForReset(email);
        expect(await signUp(email, contact, await codeTo(email))).toMatchObject(NO_MATCH);
        const [newcomer, number] = [newEmail(), newNumber()];
        await askToSignUp(newcomer, number);
        const code = await codeTo(number);
        expect(await reset(newcomer, code)).toMatchObject(NO_MATCH);
        expect((await signUp(newcomer, number, code)).status).toBe(200);
      });
    });

    describe('of many requests for codes', () => {
      it('five for one e-mail succeed, from any number of network addresses', async () => {
        const { email, contact } = await owner();
        const answers = await manyTimes(100, 20, () => askForReset(email));
        expect(countByStatus(answers)).toEqual({ 200: 5, 429: 95 });
        await expectSentTo(contact, 5);
        await expectSentTo(email, 5);
      });

      it('five for one number succeed, for any number of e-mails', async () => {
        const contact = newNumber();
        const answers = await manyTimes(100, 20, () => askToSignUp(newEmail(), contact));
        expect(countByStatus(answers)).toEqual({ 200: 5, 429: 95 });
        await expectSentTo(contact, 5);
      });

      it('five for one number send an SMS, across its accounts, and the answers do not reveal the limit', async () => {
        const contact = newNumber();
        const accounts: User[] = [];
        for (let account = 0; account < 8; account++) accounts.push(await owner({ contact }));
        const answers = await manyTimes(8, 1, (index) => askForReset(accounts[index]!.email));
        expect(countByStatus(answers)).toEqual({ 200: 8 });
        await until(async () => (await sentTo(accounts.at(-1)!.email)) === 1, { what: 'the last e-mail' });
        await expectSentTo(contact, 5);
      });

      it('thirty from one network address succeed, for any number of people', async () => {
        const from = outsider.newAddress();
        const answers = await manyTimes(100, 20, () => askForReset(newEmail(), { from }));
        expect(countByStatus(answers)).toEqual({ 200: 30, 429: 70 });
      });

      it('twenty a day for one e-mail succeed, however they are spread', async () => {
        const { email } = await owner();
        const tenMinutesPass = () => endPeriods(installation.product.addresses.redisUrl, 'CODE_LIMIT');
        const counts: Record<string, number>[] = [];
        for (let burst = 0; burst < 5; burst++) {
          counts.push(countByStatus(await manyTimes(20, 5, () => askForReset(email))));
          await tenMinutesPass();
        }
        expect(counts).toEqual([...Array<object>(4).fill({ 200: 5, 429: 15 }), { 429: 20 }]);
        const { status, headers } = await askForReset(email);
        expect(status).toBe(429);
        expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 3_600);
      });
    });
  });
