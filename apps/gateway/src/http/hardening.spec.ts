import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROUTES } from '@telemon/contracts/routes';
import { signIn } from '@telemon/contracts/auth/users';
import { AnsweringService } from '@telemon/testing/answering-service';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openUnread, readAll, statusesIn, writeThenRead } from '../../testing/raw-requests.ts';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';

let folder: string;
let service: AnsweringService;
let sessionsThatEnd: SessionsThatEnd;
let gateway: GivenGateway;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardening-spec-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>');
  service = await AnsweringService.start();
  sessionsThatEnd = await SessionsThatEnd.start();
  const login = { ...ROUTES['POST /user/login'], call: service.withPrefix(signIn.login) };
  gateway = await givenGateway({
    settings: { OUTBOX_URL: 'http://127.0.0.1:1', CONSOLE_DIR: folder, RATE_LIMITS: 'off' },
    routes: { ...ROUTES, 'POST /user/login': login },
    endedSessions: sessionsThatEnd.call,
  });
  port = gateway.port;
});
afterAll(async () => {
  await gateway.stop();
  await sessionsThatEnd.stop();
  await service.stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}
/** Writes raw bytes and reads the whole answer. */
const raw = (request: string | Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const answer = Buffer.concat(chunks).toString();
      const end = answer.indexOf('\r\n\r\n');
      const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
      const headers = lines.map((line) => [
        line.split(':', 1)[0]!.toLowerCase(),
        line.replace(/^[^:]*: ?/, ''),
      ]);
      resolve({
        status: Number(first.split(' ')[1]),
        headers: Object.fromEntries(headers) as Record<string, string>,
        text: answer.slice(end + 4),
      });
    });
  });
const HOST = 'Host: localhost\r\nConnection: close\r\n';
const get = (path: string, headers = '') => raw(`GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`);
const login = (headers: string, body: string | Buffer = '{}') =>
  raw(
    Buffer.concat([
      Buffer.from(`POST /v1/user/login HTTP/1.1\r\n${HOST}${headers}Content-Length: ${body.length}\r\n\r\n`),
      Buffer.from(body),
    ]),
  );
const JSON_TYPE = 'Content-Type: application/json\r\n';

const expectHardened = ({ headers }: Answer) => {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const policy = headers['content-security-policy']!;
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|data:|blob:|http)/);
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'self'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("frame-src 'none'");
  // No header names the software, or lets another site read the answer.
  for (const name of ['server', 'x-powered-by', 'via', 'access-control-allow-origin']) {
    expect(headers).not.toHaveProperty(name);
  }
};
const expectEnvelope = ({ headers, text }: Answer) => {
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body).toMatchObject({ error: true, data: null, message: expect.any(String) });
  expect(body['requestId']).toBe(headers['x-request-id']);
  expect(text).not.toMatch(/fastify|node|FST_|HPE_|ERR_|\.ts\b|\.js:\d|at \w+ \(/i);
};

describe('every answer is hardened', () => {
  it.each([
    ['the console', '/', 200],
    ['a page of the console', '/dashboard/home', 200],
    ['the page to try the calls', '/docs', 200],
    ['a script of that page', '/docs/docs.js', 200],
    ['the way to the outbox', '/outbox', 302],
    ['an attachment while the outbox is away', '/outbox/attachments/x', 503],
    ['the document', '/v1/openapi.json', 200],
    ['the metrics, which have their own port', '/metrics', 404],
    ['a missing file', '/assets/gone.js', 404],
    ['a missing call', '/v1/gone', 404],
    ['a call without a token', '/v1/device', 401],
    ['the live stream without a token', '/v1/stream', 401],
    ['a path that cannot be decoded', '/v1/device/%zz', 400],
    ['a path that is no UTF-8', '/v1/device/%ff', 400],
    ['a parameter that is too long', `/v1/device/${'x'.repeat(300)}`, 404],
  ])('%s', async (_, path, status) => {
    const answer = await get(path, 'Accept: text/html\r\nOrigin: https://evil.example\r\n');
    expect(answer.status).toBe(status);
    expectHardened(answer);
    if (status >= 400) expectEnvelope(answer);
  });

  it('with pages without inline scripts and handlers', async () => {
    for (const path of ['/', '/docs']) {
      expect((await get(path, 'Accept: text/html\r\n')).text).not.toMatch(
        /<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i,
      );
    }
  });
});

describe('a malformed or unsupported request', () => {
  const PATH = '/v1/device';
  it.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown method', `FOO ${PATH} HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['a method without routes', `PROPFIND ${PATH} HTTP/1.1\r\n${HOST}\r\n`, 404],
    ['PUT', `PUT ${PATH} HTTP/1.1\r\n${HOST}\r\n`, 404],
    ['TRACE', `TRACE ${PATH} HTTP/1.1\r\n${HOST}\r\n`, 404],
    ['OPTIONS', `OPTIONS ${PATH} HTTP/1.1\r\n${HOST}Origin: https://evil.example\r\n\r\n`, 404],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 404],
    ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['CONNECT to a path', `CONNECT ${PATH} HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['no host', `GET ${PATH} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ['two hosts', `GET ${PATH} HTTP/1.1\r\n${HOST}host: evil.example\r\n\r\n`, 400],
    ['a header that is too long', `GET ${PATH} HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['too many headers', `GET ${PATH} HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(5_000)}\r\n`, 431],
    ['an address that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431],
    ['NUL in a header', `GET ${PATH} HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`, 400],
    ['lines without CR', `GET ${PATH} HTTP/1.1\nHost: x\n\n`, 400],
    ['a folded header', `GET ${PATH} HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`, 400],
    [
      'a length that is no number',
      `POST /v1/user/login HTTP/1.1\r\n${HOST}Content-Length: abc\r\n\r\n{}`,
      400,
    ],
    ['a negative length', `POST /v1/user/login HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n{}`, 400],
    [
      'two lengths',
      `POST /v1/user/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
    ],
    [
      'a length and chunks',
      `POST /v1/user/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'chunks with an invalid length',
      `POST /v1/user/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
      400,
    ],
    [
      'a length beyond every limit',
      `POST /v1/user/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{}`,
      413,
    ],
    [
      'an unknown expectation',
      `POST /v1/user/login HTTP/1.1\r\n${HOST}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`,
      417,
    ],
  ])('is answered in the envelope: %s', async (_, request, status) => {
    const answer = await raw(Buffer.from(request, 'latin1'));
    expect(answer.status).toBe(status);
    expectHardened(answer);
    expectEnvelope(answer);
  });

  it.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', 400],
    [
      'chunks with an invalid length',
      `POST /v1/user/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['a header that is too long', `GET ${PATH} HTTP/1.1\r\n${HOST}X: x`, 431],
  ])('is answered while more of it still arrives: %s', async (_, begin, status) => {
    expect(statusesIn(await writeThenRead(port, begin, 20 * 1_048_576))).toEqual([status]);
  });

  it('is answered even if more of it arrives for longer than a peer has to read the answer', async () => {
    const socket = await openUnread(port);
    socket.write('NONSENSE\r\n\r\n');
    for (const from = performance.now(); performance.now() - from < 3_000; await delay(50)) socket.write(' ');
    expect(statusesIn(await readAll(socket))).toEqual([400]);
  });

  it('is repeated only in part in the answer', async () => {
    const answer = await get(`/v1/${'x'.repeat(10_000)}`);
    expect(answer.status).toBe(404);
    expect(answer.text.length).toBeLessThan(500);
  });

  it('of HTTP/1.0 needs no host', async () => {
    expect((await raw('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});

describe('a body', () => {
  it.each([
    ['of another type', 'Content-Type: application/xml\r\n', '<a/>', 'The body should be JSON'],
    ['of no type', '', '{}', 'The body should be JSON'],
    [
      'that is compressed',
      `${JSON_TYPE}Content-Encoding: gzip\r\n`,
      '{}',
      'The body should not be compressed',
    ],
    ['in UTF-16', 'Content-Type: application/json; charset=utf-16\r\n', '{}', 'The body should be UTF-8'],
    ['that is not UTF-8', JSON_TYPE, Buffer.from('{"email":"\xff"}', 'latin1'), 'The body should be UTF-8'],
    ['that is not JSON', JSON_TYPE, '{"email":', 'The body is not valid JSON'],
  ])('%s is refused, with the reason', async (_, headers, body, message) => {
    const answer = await login(headers, body);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ message });
    expectHardened(answer);
    expectEnvelope(answer);
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/json; x=1'])(
    'of type %s is read',
    async (type) => {
      const answer = await login(`Content-Type: ${type}\r\nContent-Encoding: identity\r\n`);
      expect(JSON.parse(answer.text)).toMatchObject({ fields: { email: 'This field is required' } });
    },
  );

  it('may be nested 16 levels deep, and no deeper', async () => {
    const nested = (depth: number) => `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(JSON.parse((await login(JSON_TYPE, nested(16))).text)).toMatchObject({
      fields: { email: expect.any(String) },
    });
    for (const depth of [17, 1_000, 400_000]) {
      const answer = await login(JSON_TYPE, nested(depth));
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({ message: 'The body is nested too deeply' });
    }
  });
});

describe('an internal error', () => {
  it('is answered without any detail', async () => {
    const email = 'una@example.com';
    service.answer(signIn.login, { user: 'of no shape that anybody knows' });
    const answer = await login(JSON_TYPE, JSON.stringify({ email, password: 'a long password' }));
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text)).toMatchObject({ message: 'Something went wrong on our side' });
    expectHardened(answer);
    expectEnvelope(answer);
  });
});
