import { beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { outboxOf } from '@telemon/testing/alert-log';
import { uniqueName } from '@telemon/testing/given';
import { mediansInTurns } from '@telemon/testing/medians';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import type { Installation } from '../installation.ts';
import { endPeriods } from './limit-periods.ts';
import { type Limited, PUBLIC_URL } from './limited.ts';
import { counted } from './metrics.ts';
import { type Outsider, type OutsiderAnswer, type Sending, countByStatus, manyTimes } from './outsider.ts';

const PASSWORD = 'a password of theirs';
const WRONG = 'not the password';
const MOST_APART_MS = 10;

export const attacksOnSignIn = (limited: Limited): void =>
  describe('signing in', () => {
    let installation: Installation;
    let outsider: Outsider;

    beforeAll(() => void ({ installation, outsider } = limited));

    const owner = (): Promise<User> => installation.make.manager({ password: PASSWORD });
    const logIn = (email: string, password: unknown, sending?: Sending) =>
      outsider.post('/user/login', { email, password }, sending);
    const signedIn = async (email: string, sending?: Sending) => {
      const { status, body } = await logIn(email, PASSWORD, sending);
      expect(status).toBe(200);
      const { token } = body.data as { token: string };
      return { authorization: `Bearer ${token}` };
    };
    /** The network address of the current session, as its owner sees it. */
    const addressOf = async (headers: Record<string, string>) => {
      const { body } = await outsider.send('GET', '/v1/user/sessions', undefined, { headers });
      const { sessions } = body.data as { sessions: { address: string; isCurrent: boolean }[] };
      return sessions.find(({ isCurrent }) => isCurrent)?.address;
    };

    describe('1,000 wrong passwords on one account', () => {
      it('from one address: ten are checked, and the owner can sign in from elsewhere throughout', async () => {
        const { email, id } = await owner();
        const headers = await signedIn(email);
        const from = outsider.newAddress();
        const attack = manyTimes(1_000, 8, () => logIn(email, WRONG, { from }));
        await signedIn(email);
        expect(countByStatus(await attack)).toEqual({ 401: 10, 429: 990 });
        await signedIn(email);
        expect((await logIn(email, PASSWORD, { from })).status).toBe(429);
        expect((await outsider.send('GET', `/v1/user/${id}`, undefined, { headers })).status).toBe(200);
      });

      it('from 50 addresses: ten from each are checked, and the owner can sign in from elsewhere throughout', async () => {
        const { email } = await owner();
        const from = Array.from({ length: 50 }, () => outsider.newAddress());
        const attack = manyTimes(1_000, 8, (index) => logIn(email, WRONG, { from: from[index % 50]! }));
        await signedIn(email);
        expect(countByStatus(await attack)).toEqual({ 401: 500, 429: 500 });
        await signedIn(email);
      }, 240_000);
    });

    describe('one password on 5,000 accounts', () => {
      it('is checked for the first hundred from one address, and for no more', async () => {
        const { email } = await owner();
        const from = outsider.newAddress();
        const answers = await manyTimes(5_000, 8, (index) =>
          logIn(index === 4_000 ? email : `${uniqueName('user')}-${index}@example.com`, PASSWORD, { from }),
        );
        expect(countByStatus(answers)).toEqual({ 401: 100, 429: 4_900 });
        await signedIn(email);
      }, 240_000);
    });

    describe('an e-mail address', () => {
      let known: User;
      beforeAll(async () => {
        known = await owner();
      });

      const signUpOf = (email: string) => ({
        name: 'Sam Signer',
        email,
        password: PASSWORD,
        repeatPassword: PASSWORD,
        companyName: 'Cold Cellars',
        contact: '+15005550199',
        companyAddress: '1 Quay Street',
        locationId: known.locationId,
        country: 'France',
      });
      const CALLS: [string, string, number, (email: string) => unknown][] = [
        ['signing in', '/user/login', 401, (email) => ({ email, password: WRONG })],
        ['asking for a reset', '/user/resetRequest', 200, (email) => ({ email })],
        [
          'a reset',
          '/user/resetPassword',
          422,
          (email) => ({ email, userOtp: 'wrong', password: PASSWORD, confirmpassword: PASSWORD }),
        ],
        ['asking to sign up', '/user/signupGenerateOtp', 200, signUpOf],
        ['signing up', '/user/signup', 422, (email) => ({ ...signUpOf(email), mobileOtp: 'wrong' })],
      ];
      /** The parts of an answer that an outsider can compare, without parts that differ in every answer. */
      const looksOf = ({ status, headers, text, body }: OutsiderAnswer) => ({
        status,
        length: text.length,
        body: { ...body, requestId: '' },
        headers: Object.keys(headers).sort(),
        cookies: headers['set-cookie'],
      });

      it.each(CALLS)(
        'gets the same answer from %s whether it is known or not',
        async (_, path, status, bodyOf) => {
          const unknown = `${uniqueName('none')}@example.com`.padStart(known.email.length, 'x');
          const toKnown = looksOf(await outsider.post(path, bodyOf(known.email)));
          expect(toKnown.status).toBe(status);
          expect(looksOf(await outsider.post(path, bodyOf(unknown)))).toEqual(toKnown);
        },
      );

      it.each(CALLS)(
        'gets the answer from %s after the same time, known or not',
        async (what, path, _, bodyOf) => {
          const unknown = `${uniqueName('none')}@example.com`;
          const ask = (email: string) => () => outsider.post(path, bodyOf(email));
          // Each call is measured as the first one within the limits.
          const { redisUrl } = installation.product.addresses;
          const before = async () => {
            for (const limit of ['CODE_LIMIT', 'CODE_DAY_LIMIT']) await endPeriods(redisUrl, limit);
          };
          const medians = await mediansInTurns(ask(known.email), ask(unknown), MOST_APART_MS, before);
          process.stderr.write(
            `${what}, known and unknown e-mail, medians in ms: ${JSON.stringify(medians)}\n`,
          );
          expect(Math.abs(medians.one - medians.other)).toBeLessThan(MOST_APART_MS);
        },
        240_000,
      );
    });

    describe('instead of a password', () => {
      const megabyte = 'x'.repeat(1_024 * 1_024);
      const fields = { email: 'nobody@example.com', userOtp: '123456', mobileOtp: '123456' };

      it.each([
        ['an object', { $ne: null }],
        ['a list', [PASSWORD]],
        ['a number', 12_345_678],
        ['NUL', `a password\0of theirs`],
        ['1 MB', megabyte],
      ])('%s is refused by every call as malformed, before anything is hashed', async (_, password) => {
        const { product, api, managerId } = installation;
        const hashed = () => counted(product, 'auth', 'auth_password_hash_seconds_count');
        const before = await hashed();
        const { email, userOtp, mobileOtp } = fields;
        const calls: [string, string, unknown][] = [
          ['POST', '/user/login', { email, password }],
          ['POST', '/user/signupGenerateOtp', { email, password }],
          ['POST', '/user/signup', { email, password, mobileOtp }],
          ['POST', '/user/resetPassword', { email, userOtp, password, confirmpassword: 'x' }],
          ['POST', '/user', { email, password }],
          ['PATCH', `/user/${managerId}`, { password }],
        ];
        for (const [method, path, body] of calls) {
          const headers = { authorization: `Bearer ${api.token}` };
          const answer = await outsider.send(method, `/v1${path}`, body, { headers });
          expect({ path, status: answer.status }).toEqual({ path, status: 400 });
          expect(Object.keys(answer.body.fields ?? {})).toContain('password');
          expect(answer.text.length).toBeLessThan(2_000);
        }
        expect(await hashed()).toBe(before);
      });
    });

    describe('a forged address', () => {
      it('before the entry of the trusted proxy is ignored', async () => {
        const { email } = await owner();
        const proxied = outsider.newAddress();
        const forged = () => ({ from: `${outsider.newAddress()}, ${proxied}` });
        const answers = await manyTimes(15, 1, () => logIn(email, WRONG, forged()));
        expect(countByStatus(answers)).toEqual({ 401: 10, 429: 5 });
        const other = await owner();
        expect(await addressOf(await signedIn(other.email, forged()))).toBe(proxied);
      });

      it('from a client that is no trusted proxy is ignored', async () => {
        const { email } = await owner();
        const localAddress = '127.0.0.2';
        const answers = await manyTimes(15, 1, () => logIn(email, WRONG, { localAddress }));
        expect(countByStatus(answers)).toEqual({ 401: 10, 429: 5 });
        const other = await owner();
        expect(await addressOf(await signedIn(other.email, { localAddress }))).toBe(localAddress);
      });

      it.each(['forwarded', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'])(
        'in %s is ignored',
        async (header) => {
          const { email } = await owner();
          const from = outsider.newAddress();
          const value = header === 'forwarded' ? 'for=203.0.113.66' : '203.0.113.66';
          const headers = await signedIn(email, { from, headers: { [header]: value } });
          expect(await addressOf(headers)).toBe(from);
        },
      );
    });

    describe('a forged host', () => {
      const EVIL = 'evil.example';
      const headers = {
        host: EVIL,
        'x-forwarded-host': EVIL,
        'x-forwarded-proto': 'http',
        'x-forwarded-port': '81',
        'x-original-host': EVIL,
        forwarded: `host=${EVIL};proto=http`,
      };

      it('is in no answer', async () => {
        const { email } = await owner();
        const answers = [
          await logIn(email, PASSWORD, { headers }),
          await outsider.post('/user/resetRequest', { email }, { headers }),
        ];
        for (const path of [
          '/',
          '/auth/login',
          '/auth/login/',
          '/dashboard',
          '/docs',
          '/outbox',
          '/none.js',
        ]) {
          answers.push(await outsider.send('GET', path, undefined, { headers }));
        }
        for (const path of ['/v1/openapi.json', '/v1/none', '/v1/location/all/']) {
          answers.push(await outsider.send('GET', path, undefined, { headers }));
        }
        const found = answers.filter((answer) =>
          `${JSON.stringify(answer.headers)}${answer.text}`.includes(EVIL),
        );
        expect(found).toEqual([]);
        // The scheme of PUBLIC_URL decides about the Secure attribute, not the headers of the request.
        expect(String(answers[0]!.headers['set-cookie'])).toContain('Secure');
      });

      it('is in no message: all links start with PUBLIC_URL', async () => {
        const { api, make, managerId, product } = installation;
        const { email } = await owner();
        await outsider.post('/user/resetRequest', { email }, { headers });
        const sensor = await make.sensorType(managerId);
        const { device, mqtt } = await make.device(managerId, [sensor.id]);
        const alert = {
          deviceName: device.deviceName,
          sensorId: 1,
          valueType: 'Current',
          alertType: 'Above',
          criteria: { values: [10] },
          email: `${uniqueName('watch')}@example.com`,
          message: 'too warm',
        };
        const authorization = `Bearer ${api.token}`;
        const made = await outsider.post('/alert', alert, { headers: { ...headers, authorization } });
        expect(made.status).toBe(200);
        const sender = await MqttDevice.connect(product.addresses.mqttPort, mqtt);
        await sender.send({ TC1: 20 });
        sender.end();
        const link = `${PUBLIC_URL}/dashboard/info/${device.deviceName}`;
        const acknowledge = expect.stringMatching(new RegExp(`^${PUBLIC_URL}/acknowledge#[\\w-]+$`));
        const [message] = await until(
          async () => {
            const messages = await outboxOf(api, { to: alert.email });
            return messages.length > 0 && messages;
          },
          { what: 'the e-mail of the alert' },
        );
        expect(message!.text).toContain(link);
        expect([...message!.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
          acknowledge,
          link,
        ]);
        await until(async () => (await outboxOf(api, { to: email })).length > 0, { what: 'the code' });
        expect(JSON.stringify(await outboxOf(api, {}))).not.toContain(EVIL);
      });
    });
  });
