import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { once } from 'node:events';
import { request } from 'node:http';
import { GivenCalls } from '../../testing/given-calls.ts';
import { openUnread, statusesIn, writeBytes, writeThenRead } from '../../testing/raw-requests.ts';

const MB = 1_048_576;
const JSON_TYPE = 'Content-Type: application/json\r\n';
const LENGTH = `Content-Length: ${20 * MB}\r\n`;
const CLOSE = 'Connection: close\r\n';
const TOO_LARGE = { error: true, message: 'The request is larger than 1 MB', data: null };

let given: GivenCalls;
let port: number;
let token: string;

beforeAll(async () => {
  given = await GivenCalls.start();
  ({ port } = await given.another({ RATE_LIMITS: 'off' }));
  token = `Authorization: Bearer ${given.token}\r\n`;
});
beforeEach(() => given.service.forget());
afterAll(() => given.stop());

const post = (path: string, ...headers: string[]) =>
  `POST /v1${path} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`;
const bodyIn = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
const atOnce = <Result>(count: number, send: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, send));

describe('a caller who is still sending 20 MB when the answer is ready', () => {
  it.each([
    ['like 24 others at once', 25, ''],
    ['with Connection: close', 5, CLOSE],
  ])('gets a 413, %s', async (_, count, close) => {
    const head = post('/alert', JSON_TYPE, LENGTH, token, close);
    for (const text of await atOnce(count, () => writeThenRead(port, head, 20 * MB))) {
      expect(statusesIn(text)).toEqual([413]);
      expect(bodyIn(text)).toMatchObject(TOO_LARGE);
    }
    expect(given.service.questions).toEqual([]);
  });

  it('gets a 413 for a body without a length', async () => {
    const head = post('/alert', JSON_TYPE, 'Transfer-Encoding: chunked\r\n', token);
    const begun = `${head}${(20 * MB).toString(16)}\r\n`;
    const send = () => writeThenRead(port, begun, 20 * MB, '\r\n0\r\n\r\n');
    for (const text of await atOnce(5, send)) {
      expect(statusesIn(text)).toEqual([413]);
      expect(bodyIn(text)).toMatchObject(TOO_LARGE);
    }
  });

  it('gets a 413 with the limit of the call, through an HTTP client', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = async () => {
      const sent = request({ port, method: 'POST', path: '/v1/user/login', headers, agent: false });
      sent.end(Buffer.alloc(20 * MB, ' '));
      const [response] = await once(sent, 'response');
      return { status: response.statusCode, body: JSON.parse((await response.toArray()).join('')) };
    };
    const body = { ...TOO_LARGE, message: 'The request is larger than 2 MB' };
    for (const answer of await atOnce(5, send)) expect(answer).toMatchObject({ status: 413, body });
  });

  it.each([
    ['without a token', '/alert', JSON_TYPE, 401],
    ['of another type', '/user/login', 'Content-Type: text/plain\r\n', 400],
    ['from another site', '/user/login', `${JSON_TYPE}Host: y\r\n`, 400],
  ])('gets any other refusal too: %s', async (_, path, headers, status) => {
    const head = post(path, headers, LENGTH, CLOSE);
    for (const text of await atOnce(5, () => writeThenRead(port, head, 20 * MB))) {
      expect(statusesIn(text)).toEqual([status]);
      expect(bodyIn(text)).toMatchObject({ error: true, data: null });
    }
  });

  it('can send the next request on the same connection', async () => {
    const next = `GET /health/live HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`;
    const text = await writeThenRead(port, post('/alert', JSON_TYPE, LENGTH), 20 * MB, next);
    expect(statusesIn(text)).toEqual([401, 200]);
  });
});

describe('the rest of a body after its answer', () => {
  it('is read up to 64 MB, and no further', async () => {
    const socket = await openUnread(port);
    const cut = once(socket, 'error');
    socket.write(post('/alert', JSON_TYPE, `Content-Length: ${1_000 * MB}\r\n`));
    let written = 0;
    for (; written < 1_000; written++) {
      const isCut = await Promise.race([cut.then(() => true), writeBytes(socket, MB).catch(() => true)]);
      if (isCut) break;
    }
    expect(written).toBeGreaterThan(63);
    expect(written).toBeLessThan(80);
  });

  it('is not awaited once nothing more arrives', async () => {
    expect(statusesIn(await writeThenRead(port, post('/alert', JSON_TYPE, LENGTH), 1_000))).toEqual([401]);
  });

  it('does not delay a stop', async () => {
    const stopped = await given.another({ RATE_LIMITS: 'off' });
    const socket = await openUnread(stopped.port);
    socket.on('error', () => undefined).resume();
    socket.write(post('/alert', JSON_TYPE, LENGTH));
    await once(socket, 'data');
    const sending = setInterval(() => socket.write('x'), 100);
    await stopped.stop();
    clearInterval(sending);
    expect(socket.destroyed || (await once(socket, 'close'))).toBeTruthy();
  });
});

describe('a caller who sends Expect: 100-continue', () => {
  const ask = async (...headers: string[]) => {
    const socket = await openUnread(port);
    const received = { text: '' };
    socket.on('data', (chunk: Buffer) => (received.text += chunk.toString())).resume();
    socket.write(post('/alert', 'Expect: 100-continue\r\n', JSON_TYPE, ...headers));
    await until(() => received.text.includes('\r\n\r\n'));
    return { socket, received };
  };

  it('gets a 413 at once, without a 100', async () => {
    const { socket, received } = await ask(LENGTH, token);
    expect(statusesIn(received.text)).toEqual([413]);
    expect(bodyIn(received.text)).toMatchObject(TOO_LARGE);
    socket.destroy();
  });

  it('gets a 401 at once, without a 100', async () => {
    const { socket, received } = await ask('Content-Length: 2\r\n');
    expect(statusesIn(received.text)).toEqual([401]);
    socket.destroy();
  });

  it('gets a 100 if the body will be read', async () => {
    const { socket, received } = await ask('Content-Length: 2\r\n', token, CLOSE);
    expect(received.text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('{}');
    await until(() => statusesIn(received.text).length === 2);
    expect(statusesIn(received.text)).toEqual([100, 422]);
  });
});
