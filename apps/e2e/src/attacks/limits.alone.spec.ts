import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { type GivenDevice, uniqueName } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { readFileSync, readdirSync } from 'node:fs';
import { type Installation, startInstallation } from '../installation.ts';
import { codeSentTo } from '../stories/sent-codes.ts';
import { endPeriods } from './limit-periods.ts';
import { counted } from './metrics.ts';
import { BEHIND_A_PROXY, Outsider, type Refusable, countByStatus, manyTimes } from './outsider.ts';

const PASSWORD = 'a password of theirs';
const LIMITS = {
  LOGIN_LIMIT: 2,
  LOGIN_ADDRESS_LIMIT: 4,
  CODE_LIMIT: 2,
  CODE_DAY_LIMIT: 3,
  CODE_ADDRESS_LIMIT: 5,
  RESET_LIMIT: 1,
  USER_LIMIT: 300,
  ADDRESS_LIMIT: 15,
  EXPORT_LIMIT: 2,
  STREAM_LIMIT: 1,
};
type Limit = keyof typeof LIMITS;

let installation: Installation;
let outsider: Outsider;
let device: GivenDevice;
let sender: MqttDevice;

beforeAll(async () => {
  const variables = Object.fromEntries(Object.entries(LIMITS).map(([name, most]) => [name, String(most)]));
  installation = await startInstallation({ ...BEHIND_A_PROXY, ...variables });
  const { make, managerId, product } = installation;
  outsider = new Outsider(product.addresses.url);
  const sensor = await make.sensorType(managerId);
  device = await make.device(managerId, [sensor.id]);
  sender = await MqttDevice.connect(product.addresses.mqttPort, device.mqtt);
}, 240_000);
afterAll(async () => {
  sender?.end();
  outsider?.close();
  await installation?.stop();
});

const newEmail = () => `${uniqueName('none')}@example.com`;
const owner = (): Promise<User> => installation.make.manager({ password: PASSWORD });
const logIn = (email: string, password: string, from = outsider.newAddress()) =>
  outsider.post('/user/login', { email, password }, { from });
const fail = (email: string, from?: string) => logIn(email, 'not the password', from);
const askForReset = (email: string, from = outsider.newAddress()) =>
  outsider.post('/user/resetRequest', { email }, { from });
const reset = (email: string, userOtp: string) =>
  outsider.post('/user/resetPassword', { email, userOtp, password: PASSWORD, confirmpassword: PASSWORD });
const signedIn = async (email: string) => {
  const { status, body } = await logIn(email, PASSWORD);
  expect(status).toBe(200);
  return { authorization: `Bearer ${(body.data as { token: string }).token}` };
};

/** For each limit, calls that exceed it. */
const EXCEED: Record<Exclude<Limit, 'RESET_LIMIT'>, () => Promise<Refusable[]>> = {
  LOGIN_LIMIT: () => {
    const [email, from] = [newEmail(), outsider.newAddress()];
    return manyTimes(5, 1, () => fail(email, from));
  },
  LOGIN_ADDRESS_LIMIT: () => {
    const from = outsider.newAddress();
    return manyTimes(7, 1, () => fail(newEmail(), from));
  },
  CODE_LIMIT: () => {
    const email = newEmail();
    return manyTimes(5, 1, () => askForReset(email));
  },
  CODE_DAY_LIMIT: () => {
    const email = newEmail();
    return manyTimes(5, 1, async () => {
      const answer = await askForReset(email);
      expect(await endPeriods(installation.product.addresses.redisUrl, 'CODE_LIMIT')).toBeGreaterThan(0);
      return answer;
    });
  },
  CODE_ADDRESS_LIMIT: () => {
    const from = outsider.newAddress();
    return manyTimes(7, 1, () => askForReset(newEmail(), from));
  },
  USER_LIMIT: async () => {
    const headers = await signedIn((await owner()).email);
    return manyTimes(400, 8, () => outsider.send('GET', '/v1/device', undefined, { headers }));
  },
  ADDRESS_LIMIT: () => {
    const from = outsider.newAddress();
    return manyTimes(20, 1, () => outsider.send('GET', '/v1/location/all', undefined, { from }));
  },
  EXPORT_LIMIT: async () => {
    const headers = await signedIn((await owner()).email);
    const name = device.device.deviceName;
    const path = `/v1/deviceDashboard/getExportLog/${name}`;
    // Refused calls, as of another manager, are not counted.
    const foreign = await outsider.send('GET', path, undefined, { headers });
    expect(foreign.status).toBe(404);
    const admins = { authorization: `Bearer ${installation.api.token}` };
    return manyTimes(4, 1, () => outsider.send('GET', path, undefined, { headers: admins }));
  },
  STREAM_LIMIT: async () => {
    const headers = await signedIn((await owner()).email);
    const leave = new AbortController();
    const answers = await manyTimes(3, 1, async () => {
      const url = `${installation.product.addresses.url}/v1/stream`;
      const response = await fetch(url, { headers, signal: leave.signal });
      return { status: response.status, headers: Object.fromEntries(response.headers) };
    });
    leave.abort();
    return answers;
  },
};
const gateways: Limit[] = ['USER_LIMIT', 'ADDRESS_LIMIT', 'EXPORT_LIMIT', 'STREAM_LIMIT'];
const refusedBy = (limit: Limit) =>
  gateways.includes(limit)
    ? counted(installation.product, 'gateway', 'telemon_http_requests_limited_total', { limit })
    : counted(installation.product, 'auth', 'auth_limited_total', { limit });

describe.each(Object.entries(EXCEED) as [Limit, () => Promise<Refusable[]>][])('%s', (limit, exceed) => {
  it('is enforced at its configured value: 429 with Retry-After beyond it, counted in the metrics', async () => {
    const before = await refusedBy(limit);
    const answers = await exceed();
    const refused = answers.filter(({ status }) => status === 429).length;
    expect(countByStatus(answers)).toMatchObject({ 429: refused });
    expect(answers.length - refused).toBe(LIMITS[limit]);
    expect(refused).toBeGreaterThan(0);
    expect((await refusedBy(limit)) - before).toBe(refused);
  });
});

describe('RESET_LIMIT', () => {
  it('is enforced at its configured value, with the documented message, and the metrics count the refusals', async () => {
    const contact = '+15005570001';
    const { email } = await installation.make.manager({ password: PASSWORD, contact });
    const before = await refusedBy('RESET_LIMIT');
    await askForReset(email);
    expect((await reset(email, await codeSentTo(installation.api, contact))).status).toBe(200);
    await askForReset(email);
    const code = await codeSentTo(installation.api, contact, 1);
    expect(await reset(email, 'wrong')).toMatchObject({
      status: 422,
      body: { message: 'OTP Does not match' },
    });
    expect(await reset(email, code)).toMatchObject({
      status: 403,
      body: { message: 'Exceeded Maximum Monthly Resets' },
    });
    expect((await refusedBy('RESET_LIMIT')) - before).toBe(1);
  });
});

const areThreadsStopped = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/task`).every((thread) =>
    /^State:\s+T/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')),
  );

describe('while a server hangs', () => {
  const whileHanging = async (server: string, work: () => Promise<void>) => {
    const pid = installation.product.pid(server);
    process.kill(pid, 'SIGSTOP');
    try {
      // Until the last thread has stopped, it may still answer.
      await until(() => areThreadsStopped(pid), { everyMs: 5 });
      await work();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  };
  const storedValues = async () => {
    const path = `/deviceDashboard/getSensorLog/${device.device.deviceName}`;
    const { sensorLog } = await installation.api.get<{ sensorLog: { TC1: number }[] }>(path);
    return sensorLog.map(({ TC1 }) => TC1);
  };
  const isStored = (value: number) =>
    until(async () => (await storedValues()).includes(value), {
      everyMs: 500,
      what: `the reading ${value}`,
    });

  it('Redis: people sign in, limits are enforced, readings are stored', async () => {
    const { email } = await owner();
    await whileHanging('redis', async () => {
      await signedIn(email);
      const from = outsider.newAddress();
      const answers = await manyTimes(4, 1, () => fail(email, from));
      expect(countByStatus(answers)).toEqual({ 401: 2, 429: 2 });
      await sender.send({ TC1: 41, seq: 1 });
      await isStored(41);
    });
  });

  it('MongoDB: sign-in and codes get a 503, readings are accepted and stored afterwards', async () => {
    const { email } = await owner();
    await whileHanging('mongodb', async () => {
      const calls = [logIn(email, PASSWORD), fail(email), askForReset(email)];
      await sender.send({ TC1: 42, seq: 2 });
      for (const { status, headers } of await Promise.all(calls)) {
        expect(status).toBe(503);
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
    });
    await isStored(42);
    await until(async () => (await logIn(email, PASSWORD)).status === 200, {
      everyMs: 500,
    });
  });
});
