import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenSession } from '@telemon/contracts/auth/sessions';
import type { User } from '@telemon/contracts/auth/users';
import { outboxOf } from '@telemon/testing/alert-log';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { until } from '@telemon/testing/waiting';
import { type Installation, useInstallation } from '../installation.ts';
import { codeSentTo } from './sent-codes.ts';

const PASSWORD = 'a password of theirs';
const ENDED_WITHIN_MS = 5_000;

let installation: Installation;
let anonymous: ApiClient;

beforeAll(async () => {
  installation = await useInstallation();
  anonymous = ApiClient.anonymous(installation.product.addresses.url);
});
afterAll(() => installation.stop());

const codeTo = (to: string) => codeSentTo(installation.api, to);
const signIn = (email: string, password = PASSWORD) =>
  ApiClient.signIn(installation.product.addresses.url, email, password);
/** Waits until a token is refused. */
const endOf = (client: ApiClient) => until(async () => (await client.send('GET', '/device')).status === 401);

describe('an account', () => {
  it('is created with the code that was sent by SMS and, the same code, by e-mail', async () => {
    const { locations } = await anonymous.get<{ locations: { id: string }[] }>('/location/all');
    const request = {
      name: 'Sam Signer',
      email: `${uniqueName('sam')}@example.com`,
      password: PASSWORD,
      repeatPassword: PASSWORD,
      companyName: 'Cold Cellars',
      contact: '+15005550123',
      companyAddress: '1 Quay Street',
      locationId: locations[0]!.id,
      country: 'France',
    };
    const sent = await anonymous.send('POST', '/user/signupGenerateOtp', request);
    expect(sent).toMatchObject({ status: 200, body: { error: false, data: null } });
    const code = await codeTo(request.contact);
    expect(await codeTo(request.email)).toBe(code);
    const made = await anonymous.send<{ user: User }>('POST', '/user/signup', {
      ...request,
      mobileOtp: code,
    });
    expect(made).toMatchObject({
      status: 200,
      body: { message: 'Signup Success!', data: { user: { userRole: 'manager', email: request.email } } },
    });
    const client = await signIn(request.email);
    expect((await client.get<{ devices: unknown[] }>('/device')).devices).toEqual([]);
  });

  it('gets a new password with a code, and all its sessions end', async () => {
    const { email, contact } = await installation.make.manager({
      password: PASSWORD,
      contact: '+15005550124',
    });
    const before = await signIn(email);
    const answer = await anonymous.send('POST', '/user/resetRequest', { email });
    const unknown = await anonymous.send('POST', '/user/resetRequest', { email: 'nobody@example.com' });
    expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    const userOtp = await codeTo(contact);
    const password = 'another password';
    const wrong = { email, userOtp: '000000x', password, confirmpassword: password };
    expect(await anonymous.send('POST', '/user/resetPassword', wrong)).toMatchObject({
      status: 422,
      body: { message: 'OTP Does not match' },
    });
    expect(await anonymous.send('POST', '/user/resetPassword', { ...wrong, userOtp })).toMatchObject({
      status: 200,
      body: { message: 'Password Changed Successfully!' },
    });
    await endOf(before);
    await signIn(email, password);
    await until(async () =>
      (await outboxOf(installation.api, { to: email })).some(
        ({ subject }) => subject === 'Your Telemon password was changed',
      ),
    );
  });
});

describe('within five seconds a session ends everywhere', () => {
  const streamOf = async ({ baseUrl, token }: ApiClient): Promise<{ isOver: boolean }> => {
    const response = await fetch(`${baseUrl}/v1/stream`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    const stream = { isOver: false };
    void response.text().then(() => (stream.isOver = true));
    return stream;
  };

  it.each([
    ['whose owner is deleted', (id: string) => installation.api.expect('DELETE', `/user/${id}`)],
    [
      'whose owner gets other rights',
      (id: string) => installation.api.expect('PATCH', `/user/${id}`, { mqttAdmin: 'Active' }),
    ],
    [
      'whose owner gets another password',
      (id: string) => installation.api.expect('PATCH', `/user/${id}`, { password: 'one of the admin' }),
    ],
  ])('%s', async (_what, change) => {
    const ends = async () => {
      const { id, email } = await installation.make.manager({ password: PASSWORD });
      const client = await signIn(email);
      const stream = await streamOf(client);
      await client.get('/device');
      await change(id);
      return timeOf(async () => {
        await endOf(client);
        await until(() => stream.isOver, { what: 'the end of the stream' });
      });
    };
    expect(await quickest(ends, ENDED_WITHIN_MS)).toBeLessThan(ENDED_WITHIN_MS);
  });

  it('of an assistant who gets another manager', async () => {
    const [one, other] = [await installation.make.manager(), await installation.make.manager()];
    const { id, email } = await installation.make.manager({
      password: PASSWORD,
      userRole: 'assistant',
      managerId: one.id,
    });
    const client = await signIn(email);
    await installation.api.expect('PATCH', `/user/${id}`, { managerId: other.id, managerChanged: true });
    await endOf(client);
  });

  it('that is signed out everywhere', async () => {
    const { email } = await installation.make.manager({ password: PASSWORD });
    const [here, there] = [await signIn(email), await signIn(email)];
    const { sessions } = await here.get<{ sessions: OpenSession[] }>('/user/sessions');
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    await here.expect('DELETE', '/user/sessions');
    await Promise.all([endOf(here), endOf(there)]);
  });
});
