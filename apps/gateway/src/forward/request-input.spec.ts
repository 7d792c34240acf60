import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { ALERT, GivenCalls } from '../../testing/given-calls.ts';

let given: GivenCalls;
beforeAll(async () => {
  given = await GivenCalls.start();
});
beforeEach(() => given.service.forget());
afterAll(() => given.stop());

describe('the input of a call', () => {
  it('is path, query and body together', async () => {
    await given.ask(
      'GET',
      '/deviceDashboard/getSensorLog/pump%2001?limit=20&offset=5&sensor=2&fromDate=2026-01-01',
    );
    expect(given.service.last).toMatchObject({
      subject: 'devices.dashboards.sensor-log',
      actor: { id: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: true },
      address: '127.0.0.1',
      request: { deviceName: 'pump 01', limit: '20', offset: '5', sensor: '2', fromDate: '2026-01-01' },
    });
    await given.ask('POST', '/alertLog/acknowledge/pump01', { body: { id: 'e1' } });
    expect(given.service.last?.request).toEqual({ deviceName: 'pump01', id: 'e1' });
  });

  it('may repeat a path parameter in the body, with the same value', async () => {
    const body = { deviceName: 'pump01', deviceAlias: 'Pump' };
    expect((await given.ask('PATCH', '/device/pump01', { body })).status).toBe(200);
    expect(given.service.last?.request).toEqual(body);
  });

  it('leaves out a userRole in the query', async () => {
    expect((await given.ask('DELETE', '/alert/a1?userRole=admin')).status).toBe(200);
    expect(given.service.last).toMatchObject({ request: { id: 'a1' }, actor: { role: 'manager' } });
  });

  it('may be empty', async () => {
    for (const init of [{}, { headers: { 'content-type': 'application/json' } }, { body: {} }]) {
      expect((await given.ask('POST', '/alertLog/acknowledge/pump01', init)).status).toBe(200);
    }
  });

  it.each([
    ['an unknown field in the query', 'GET', '/device?owner=m2', undefined, 'owner'],
    ['an unknown field in the body', 'POST', '/alert', { ...ALERT, managerId: 'm2' }, 'managerId'],
    ['an operator', 'POST', '/alert', { ...ALERT, $set: { a: 1 } }, '$set'],
    ['a dotted field', 'POST', '/alert', { ...ALERT, 'criteria.values': [1] }, 'criteria.values'],
    ['a value of the wrong type', 'POST', '/alert', { ...ALERT, message: { $gt: '' } }, 'message'],
    ['a prototype', 'POST', '/alert', '{"__proto__":{"role":"admin"}}', undefined],
    ['a prototype further in', 'POST', '/alert', '{"criteria":{"__proto__":{"values":[1]}}}', undefined],
    ['a prototype in the query', 'GET', '/device?__proto__=1', undefined, undefined],
    ['another device in the body', 'PATCH', '/device/pump01', { deviceName: 'pump02' }, 'deviceName'],
    ['another device in the query', 'GET', '/device/pump01?deviceName=pump02', undefined, 'deviceName'],
    ['no device in the body', 'PATCH', '/device/pump01', { deviceName: null }, 'deviceName'],
    ['_id in a change', 'PATCH', '/device/pump01', { deviceAlias: 'Pump', _id: 'pump02' }, '_id'],
    ['__v in a change', 'PATCH', '/device/pump01', { deviceAlias: 'Pump', __v: 1 }, '__v'],
    ['$set in a change', 'PATCH', '/device/pump01', { $set: { managerId: 'm2' } }, '$set'],
    [
      'a dotted field in a change',
      'PATCH',
      '/device/pump01',
      { 'deviceMetaData.valueType': 'First' },
      'deviceMetaData.valueType',
    ],
    ['a field that no caller may set', 'PATCH', '/device/pump01', { passwordSha256: 'a' }, 'passwordSha256'],
    ['an unknown column to sort by', 'GET', '/device?sort=password', undefined, 'sort'],
    ['an unknown column of a log', 'GET', '/alertLog?sort=$where&order=asc', undefined, 'sort'],
    ['a key twice in the query', 'GET', '/device?limit=1&limit=2', undefined, 'limit'],
    ['brackets in the query', 'GET', '/device?q[$ne]=1', undefined, 'q[$ne]'],
    ['NUL in the query', 'GET', '/device?q=a%00b', undefined, 'q'],
    ['NUL in the path', 'GET', '/device/pump%0001', undefined, 'deviceName'],
    ['NUL in the body', 'POST', '/alert', { ...ALERT, message: 'a\0b' }, 'message'],
    ['NUL in a key', 'POST', '/alert', { ...ALERT, 'a\0b': 1 }, 'ab'],
    ['a list', 'POST', '/alert', [ALERT], undefined],
    ['a text', 'POST', '/alert', '"text"', undefined],
    ['a number', 'POST', '/alert', '1', undefined],
    ['broken JSON', 'POST', '/alert', '{"deviceName":', undefined],
    ['JSON with a tail', 'POST', '/alert', '{} {}', undefined],
    ['endless depth', 'POST', '/alert', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, undefined],
  ])('is 400 for %s', async (_, method, path, body, field) => {
    const answer = await given.ask(method, path, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: true, data: null } });
    if (field !== undefined) expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    expect(given.service.questions).toEqual([]);
  });

  it('is 422 for a missing value or one out of bounds, by field', async () => {
    const { message: _, ...withoutMessage } = ALERT;
    const answer = await given.ask('POST', '/alert', {
      body: { ...withoutMessage, criteria: { values: [-1] } },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        fields: {
          message: 'This field is required',
          'criteria.values.0': 'This field should be valid number',
        },
      },
    });
  });

  it('is 400 for a body that is not JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
    ]) {
      const answer = await given.ask('POST', '/alert', { body: ALERT, headers: { 'content-type': type } });
      expect({ type, status: answer.status, message: answer.body.message }).toEqual({
        type,
        status: 400,
        message: 'The body should be JSON',
      });
    }
  });

  it('is 413 for more than 1 MB', async () => {
    const answer = await given.ask('POST', '/alert', { body: { ...ALERT, message: 'x'.repeat(1_100_000) } });
    expect(answer).toMatchObject({
      status: 413,
      body: { error: true, message: 'The request is larger than 1 MB' },
    });
  });

  it('may break off, and the next request is answered', async () => {
    const { hostname, port } = new URL(given.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/alert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${given.token}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    expect((await given.ask('GET', '/device')).status).toBe(200);
  });

  it('gets an answer in the envelope even if it is not HTTP', async () => {
    for (const [text, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const answer = (await given.raw(text)).toString();
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: true, data: null });
    }
  });
});
