import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '@telemon/testing/api-client';
import { given, uniqueName } from '@telemon/testing/given';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import type { UdpKey } from '@telemon/contracts/devices/udp-identity';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { Providers } from '@telemon/testing/providers';
import { until } from '@telemon/testing/waiting';
import { WholeProduct } from '@telemon/testing/whole-product';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  type Place,
  type Secrets,
  commandLines,
  filesIn,
  findSecrets,
  healthAnswers,
  isRefused,
  kafkaMessages,
  keptSecrets,
  listenOnNats,
  storedDocuments,
} from './canaries.ts';

const secret = () => `canary-${randomBytes(12).toString('hex')}`;

/** The NATS subjects whose requests or answers carry a secret on purpose. */
const HANDED_OVER = [
  'auth.sign-in.login',
  'auth.sign-in.refresh',
  'auth.sign-in.logout',
  'auth.users.create',
  'auth.users.update',
  'auth.reset.reset',
  'alerting.letters.post',
  'answer to auth.sign-in.login',
  'answer to auth.sign-in.refresh',
  'answer to devices.devices.create',
  'answer to devices.credentials.renew',
  'answer to devices.udp-keys.make',
];

describe('the secrets of an installation in use', () => {
  let product: WholeProduct;
  let providers: Providers;
  let bus: Awaited<ReturnType<typeof listenOnNats>>;
  let secrets: Secrets;
  /** Every HTTP answer, with its call. */
  const answers: Place[] = [];

  const admin = { email: 'admin@example.com', password: secret() };
  const typed = {
    'the password of a manager': secret(),
    'the new password of a manager': secret(),
    'a password that was mistyped': secret(),
    'a current password that was mistyped': secret(),
    'the password of somebody who was refused': secret(),
    'a password in a body that is no JSON': secret(),
    'a password of a device that was mistyped': secret(),
    'a token that was mistyped': secret(),
    'the password of the mail server': secret(),
    'the token of Twilio': secret(),
    'the key of OpenWeather': secret(),
  };

  /** Calls /v1 and records the answer with its headers. */
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${product.addresses.url}/v1${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    answers.push({
      where: `${method} ${path}`,
      text: `${JSON.stringify([...response.headers])}\n${text}`,
    });
    return { status: response.status, headers: response.headers, data: JSON.parse(text).data };
  };
  const signIn = async (email: string, password: string) => {
    const { status, headers, data } = await call('POST', '/user/login', { email, password });
    const cookie = /telemon_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
    return { status, token: data?.token as string, cookie };
  };
  const signature = (token: string) => token.split('.')[2]!;

  beforeAll(async () => {
    providers = await Providers.start();
    product = await WholeProduct.start({
      ...providers.env,
      SMTP_URL: providers.env.SMTP_URL.replace('//', `//mailer:${typed['the password of the mail server']}@`),
      TWILIO_AUTH_TOKEN: typed['the token of Twilio'],
      OPENWEATHER_KEY: typed['the key of OpenWeather'],
      // Twilio's stand-in does not know its calls: a failure is logged.
      OPENWEATHER_URL: providers.env.TWILIO_API_URL,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'trace',
    });
    bus = await listenOnNats(product);
    secrets = {
      ...typed,
      'the password of the admin': admin.password,
      ...keptSecrets(product),
      ...(await use()),
    };
  }, 300_000);
  afterAll(async () => {
    await bus?.close();
    await product?.stop();
    await providers?.stop();
  });

  /** Uses the product as people and devices do, with their mistakes. Returns the secrets that the product made meanwhile. */
  const use = async (): Promise<Secrets> => {
    const first = await signIn(admin.email, admin.password);
    expect((await signIn(admin.email, typed['a password that was mistyped'])).status).toBe(401);
    const authorization = `Bearer ${first.token}`;
    const asAdmin = { authorization };
    await call('GET', '/user', undefined, { authorization: `Bearer ${typed['a token that was mistyped']}` });
    await call('POST', '/user/login', `{"password":"${typed['a password in a body that is no JSON']}`);

    const api = await ApiClient.signIn(product.addresses.url, admin.email, admin.password);
    const make = given(api);
    const user = await make.manager({ password: typed['the password of a manager'] });
    const refused = { name: 'No', email: 'x', password: typed['the password of somebody who was refused'] };
    await call('POST', '/user', refused, asAdmin);

    const manager = await signIn(user.email, typed['the password of a manager']);
    const renewed = await call('POST', '/user/refresh', {}, { cookie: `telemon_session=${manager.cookie}` });
    const change = {
      email: `${uniqueName('new')}@example.com`,
      currentPassword: typed['a current password that was mistyped'],
    };
    await call('PATCH', `/user/${user.id}`, change, { authorization: `Bearer ${manager.token}` });

    await call('POST', '/user/resetRequest', { email: user.email });
    const code = await until(
      () =>
        // The message's headers, the text's headers, the text.
        providers.emails
          .map(({ raw }) => /\b\d{6}\b/.exec(raw.split('\r\n\r\n').slice(2).join('\n'))?.[0])
          .find(Boolean),
      { what: 'the code of the reset' },
    );
    await until(() => providers.sms.some(({ body }) => body.includes(code)), { what: 'the code by SMS' });
    const password = typed['the new password of a manager'];
    const reset = { email: user.email, userOtp: code, password, confirmpassword: password };
    await call('POST', '/user/resetPassword', { ...reset, userOtp: code === '000000' ? '000001' : '000000' });
    expect((await call('POST', '/user/resetPassword', reset)).status).toBe(200);
    const again = await signIn(user.email, password);
    await call('POST', '/user/logout', {}, { cookie: `telemon_session=${again.cookie}` });

    const sensor = await make.sensorType(user.id);
    const device = {
      deviceName: uniqueName('dev'),
      deviceAlias: 'Cold room',
      managerId: user.id,
      template: 'Single',
      sensorId1: sensor.id,
      locationMode: 'Gps',
      lat: 1,
      lng: 1,
      weather: 'enabled',
    };
    const made = (await call('POST', '/device', device, asAdmin)).data.mqtt as MqttLogin;
    const path = `/device/${device.deviceName}`;
    const login = (await call('POST', `${path}/credentials`, {}, asAdmin)).data.mqtt as MqttLogin;
    const { key: udpKey } = (await call('POST', `${path}/udpKey`, {}, asAdmin)).data.udp as UdpKey;
    await make.alert(device.deviceName);
    providers.smsBehaviours.push({ status: 500 });
    providers.mailBehaviours.push({ at: 'RCPT', line: '550 no such mailbox' });
    const { mqttPort } = product.addresses;
    for (const wrong of [typed['a password of a device that was mistyped'], made.password]) {
      // The bridge may not have heard of the end of the former password yet.
      await until(() => isRefused(mqttPort, { username: device.deviceName, password: wrong }));
    }
    const client = await MqttDevice.connect(mqttPort, login);
    await client.send({ TC1: 50 });
    await client.send({ TC1: 'not a number', password: login.password.slice(0, 3) });
    client.end();
    await until(() => providers.sms.some(({ body }) => body.includes(device.deviceName)), {
      what: 'the SMS of the alert',
    });
    for (const list of [
      '/user',
      '/device',
      '/alert',
      '/alertLog',
      '/event',
      '/user/sessions',
      '/dashboard/',
      path,
    ]) {
      await call('GET', list, undefined, asAdmin);
    }
    await until(
      async () => {
        const { data } = await call(
          'GET',
          `/deviceDashboard/getWeather/${device.deviceName}`,
          undefined,
          asAdmin,
        );
        return data.weather.status === 'unavailable';
      },
      { what: 'the failure of OpenWeather' },
    );
    return {
      'an access token': signature(first.token),
      'another access token': signature(manager.token),
      'a renewed access token': signature(renewed.data.token as string),
      'a refresh cookie': first.cookie,
      'a refresh cookie that was used': manager.cookie,
      'a one-time code': code,
      'the password of a device': login.password,
      'the UDP key of a device': udpKey,
      'the password that a device had': made.password,
    };
  };

  it('are numerous, and none is too short', () => {
    const values = Object.values(secrets);
    expect(values.length).toBeGreaterThan(12);
    expect(values.filter((value) => value.length < 6)).toEqual([]);
  });

  it('are in no log', () => {
    const logs = filesIn(join(product.dataDir, 'logs'));
    expect(logs.length).toBeGreaterThan(8);
    expect(findSecrets(secrets, logs)).toEqual([]);
  });

  it('are not in the output of the launcher, except the password of the first admin', () => {
    const output = product.output.replace(`${admin.email}  ${admin.password}`, '');
    expect(findSecrets(secrets, [{ where: 'the output', text: output }])).toEqual([]);
  });

  it('are in no metric and no health answer', async () => {
    expect(findSecrets(secrets, await healthAnswers(product))).toEqual([]);
  });

  it('are in no Kafka message', async () => {
    const messages = await kafkaMessages(product);
    expect(messages.length).toBeGreaterThan(3);
    expect(findSecrets(secrets, messages)).toEqual([]);
  });

  it('are in no NATS message, except the calls that need them', () => {
    const places = bus.messages.map(({ subject, text }) => ({ where: subject, text }));
    expect(places.length).toBeGreaterThan(20);
    const others = places.filter(({ where }) => !HANDED_OVER.includes(where));
    expect(findSecrets(secrets, others)).toEqual([]);
  });

  it('are in no HTTP answer, except the one that hands them out', () => {
    const handedOut: Secrets = Object.fromEntries(
      Object.entries(secrets).filter(([what]) =>
        /access token|refresh cookie|of a device$|a device had/.test(what),
      ),
    );
    const giving = /POST \/user\/(login|refresh)|POST \/device$|POST \/device\/[^/]+\/(credentials|udpKey)/;
    const never = Object.fromEntries(
      Object.entries(secrets).filter(([what]) => handedOut[what] === undefined),
    );
    expect(findSecrets(never, answers)).toEqual([]);
    expect(
      findSecrets(
        handedOut,
        answers.filter(({ where }) => !giving.test(where)),
      ),
    ).toEqual([]);
  });

  it('are in no database, except a one-time code in the oplog', async () => {
    const documents = await storedDocuments(product);
    const found = findSecrets(secrets, documents);
    expect(found.filter((hit) => hit !== 'a one-time code in MongoDB, local.oplog.rs')).toEqual([]);
  });

  it('are in no file of Redis', () => {
    const files = filesIn(join(product.dataDir, 'servers/redis')).filter(
      ({ where }) => where !== 'redis.conf',
    );
    expect(files.length).toBeGreaterThan(0);
    expect(findSecrets(secrets, files)).toEqual([]);
  });

  it('are in no command line', () => {
    expect(findSecrets(secrets, commandLines(product))).toEqual([]);
  });
});
