import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { alerts } from '@telemon/contracts/alerting/alerts';
import { devices } from '@telemon/contracts/devices/devices';
import { type ErrorKind, STATUS_OF_KIND } from '@telemon/contracts/errors';
import { outbox } from '@telemon/contracts/outbox/outbox';
import { ROUTES } from '@telemon/contracts/routes';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { quickest, timeOf } from '@telemon/testing/quickest';
import { gunzipSync } from 'node:zlib';
import { ALERT, GivenCalls } from '../../testing/given-calls.ts';

let given: GivenCalls;
beforeAll(async () => {
  given = await GivenCalls.start();
});
beforeEach(() => given.service.forget());
afterAll(() => given.stop());

describe('a caller who closes the connection before the answer', () => {
  it('is announced to the services, so that they end their reads for the call', async () => {
    const nats = await connectNats(servers().natsUrl, 'forward-spec');
    const gone: string[] = [];
    nats.subscribe('callers.gone', {
      callback: (_, message) => void gone.push(message.json<{ requestId: string }>().requestId),
    });
    await nats.flush();
    given.service.keepSilent(devices.list);
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${given.token}` };
    const answer = fetch(`${given.url}/v1/device`, { headers, signal: leaving.signal });
    await until(() => given.service.last?.subject === devices.list.subject);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await until(() => gone.length > 0);
    expect(gone).toEqual([given.service.last!.requestId]);
    await nats.close();
  });
});

describe('an answer', () => {
  it('is in the envelope, unchanged', async () => {
    given.service.answer(devices.list, { devices: [], pagination: { totalCount: 0 } });
    const { status, body, headers } = await given.ask('GET', '/device');
    expect({ status, body }).toEqual({
      status: 200,
      body: { error: false, message: 'OK', data: { devices: [], pagination: { totalCount: 0 } } },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has the name and the message of its row in the table', async () => {
    given.service.answer(alerts.create, { id: 'a1' });
    const { body } = await given.ask('POST', '/alert', { body: ALERT });
    expect(body).toEqual({ error: false, message: 'Alert created', data: { alert: { id: 'a1' } } });
  });

  it('is null for a call without a result', async () => {
    given.service.answer(alerts.remove, null);
    expect((await given.ask('DELETE', '/alert/a1')).body).toEqual({
      error: false,
      message: 'Deleted!',
      data: null,
    });
  });

  it('is compressed if it is large and the caller accepts gzip', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({ deviceName: `device-${index}`, status: 0 }));
    given.service.answer(devices.list, { devices: rows, pagination: { totalCount: 200 } });
    const plain = await given.ask('GET', '/device', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('accept-encoding');
    const refused = await given.ask('GET', '/device', { headers: { 'accept-encoding': 'gzip;q=0, br' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
    const packed = await given.raw(
      `GET /v1/device HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${given.token}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
    );
    const head = packed.subarray(0, packed.indexOf('\r\n\r\n')).toString();
    expect(head).toContain('content-encoding: gzip');
    const text = gunzipSync(packed.subarray(packed.indexOf('\r\n\r\n') + 4)).toString();
    expect(JSON.parse(text)).toEqual(plain.body);
  });

  it('reveals no library, version or stack trace', async () => {
    given.service.refuse(devices.list, {
      code: 'Internal',
      kind: 'internal',
      message: 'Something went wrong on our side',
    });
    const { headers, body } = await given.ask('GET', '/device');
    expect([...headers.keys()]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/powered|server|version/)]),
    );
    expect(JSON.stringify(body)).not.toMatch(/stack|at \w+ \(|fastify|nest|node/i);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a failure', () => {
  it.each(Object.entries(STATUS_OF_KIND) as [ErrorKind, number][])(
    'of kind %s has status %d',
    async (kind, status) => {
      given.service.refuse(devices.get, {
        code: 'Some',
        kind,
        message: 'Said by the service',
        fields: { a: 'wrong' },
      });
      const answer = await given.ask('GET', '/device/pump01');
      expect({ status: answer.status, body: answer.body }).toEqual({
        status,
        body: {
          error: true,
          message: 'Said by the service',
          data: null,
          requestId: answer.headers.get('x-request-id'),
          fields: { a: 'wrong' },
        },
      });
      expect(given.service.last?.requestId).toBe(answer.body.requestId);
      expect(answer.headers.get('retry-after')).toBe(status === 429 || status === 503 ? '3' : null);
    },
  );

  it('has the Retry-After of the service', async () => {
    given.service.refuse(devices.get, {
      code: 'Some',
      kind: 'limited',
      message: 'Too many',
      retryAfterS: 41.2,
    });
    expect((await given.ask('GET', '/device/pump01')).headers.get('retry-after')).toBe('42');
  });

  it('is 503 at once if no service is there to answer', async () => {
    const nobody = { ...ROUTES['GET /device'], call: given.service.withoutAnswer(devices.list) };
    const { url: at } = await given.another({}, { 'GET /device': nobody });
    const timeOfAnswer = () => timeOf(() => given.ask('GET', '/device', { at }));
    expect(await quickest(timeOfAnswer, 1_000)).toBeLessThan(1_000);
    const { status, headers, body } = await given.ask('GET', '/device', { at });
    expect({ status, error: body.error, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      error: true,
      retryAfter: '3',
    });
  });

  it('is 503 within five seconds if a service hangs', async () => {
    given.service.keepSilent(devices.list);
    const timeOfAnswer = () =>
      timeOf(async () => expect((await given.ask('GET', '/device')).status).toBe(503));
    expect(await quickest(timeOfAnswer, 5_000)).toBeLessThan(5_000);
  });

  it('is 404 for a call that does not exist', async () => {
    for (const path of ['/nothing', '', '/device/a/b', '/users']) {
      const { status, body } = await given.ask('GET', path);
      expect({ path, status, body }).toMatchObject({ status: 404, body: { error: true, data: null } });
      expect(body.requestId).toBeDefined();
    }
  });

  it('is 404 for the outbox in an installation without one', async () => {
    const { url: at } = await given.another();
    const admin = await given.keys.sign({ sub: 'a1', role: 'admin', managerId: null, mqttAdmin: true });
    const headers = { authorization: `Bearer ${admin}` };
    expect((await given.ask('GET', '/outbox', { at, headers })).status).toBe(404);
    expect((await fetch(`${at}/outbox`)).status).toBe(404);
    given.service.answer(outbox.list, { messages: [], pagination: { totalCount: 0 } });
    expect((await given.ask('GET', '/outbox', { headers })).status).toBe(200);
  });
});

describe('stopping', () => {
  it('answers the requests that are under way', async () => {
    const gateway = await given.another();
    const at = gateway.url;
    given.service.keepSilent(devices.list);
    const waiting = given.ask('GET', '/device', { at });
    while (given.service.questions.length === 0) await new Promise(setImmediate);
    const stopped = gateway.stop();
    expect((await waiting).status).toBe(503);
    await stopped;
    await expect(given.ask('GET', '/device', { at })).rejects.toThrow();
  });
});
