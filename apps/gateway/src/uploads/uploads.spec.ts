import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '@telemon/contracts/call';
import type { Envelope } from '@telemon/contracts/errors';
import { CHUNK_BYTES, Upload, files } from '@telemon/contracts/files';
import { AnsweringService } from '@telemon/testing/answering-service';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { z } from 'zod';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';

const MB = 1_048_576;
const keys = new TokenKeys();
const put = call(
  'things.put-picture',
  z.strictObject({ thingId: z.string(), upload: Upload }),
  z.object({ ok: z.boolean() }),
);

let service: AnsweringService;
let sessionsThatEnd: SessionsThatEnd;
let gateway: GivenGateway;
let port: number;
const others: GivenGateway[] = [];

const start = (settings: Record<string, string>) => {
  const to = { putChunk: service.withPrefix(files.putChunk), drop: service.withPrefix(files.drop) };
  const upload = { field: 'picture', maxBytes: 2 * MB, to };
  return givenGateway({
    keys,
    settings,
    routes: {
      'POST /thing/picture/:thingId': { who: 'AM', call: service.withPrefix(put), upload, says: 'Kept' },
      'GET /file/:token': {
        who: 'public',
        call: service.withPrefix(files.open),
        file: service.withPrefix(files.chunk),
      },
    },
    endedSessions: sessionsThatEnd.call,
  });
};

beforeAll(async () => {
  service = await AnsweringService.start();
  sessionsThatEnd = await SessionsThatEnd.start();
  gateway = await start({ RATE_LIMITS: 'off' });
  port = gateway.port;
});
beforeEach(() => {
  service.forget();
  service.answer(put, { ok: true });
});
afterAll(async () => {
  await Promise.all([gateway, ...others].map((started) => started.stop()));
  await service.stop();
  await sessionsThatEnd.stop();
});

const tokenOf = (id: string, role: 'manager' | 'assistant' = 'manager') =>
  keys.sign({ sub: id, role, managerId: id, mqttAdmin: false });

const formWith = (...parts: [field: string, value: Blob | string, name?: string][]): FormData => {
  const form = new FormData();
  for (const [field, value, name] of parts) {
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, value, name);
  }
  return form;
};
const fileOf = (bytes: Buffer | string) => new Blob([bytes as unknown as ArrayBuffer]);

interface Told {
  status: number;
  headers: Headers;
  body: Envelope;
}
const send = async (
  body: FormData | string,
  { headers = {}, at = port, as = 'm1' }: { headers?: object; at?: number; as?: string } = {},
): Promise<Told> => {
  const response = await fetch(`http://127.0.0.1:${at}/v1/thing/picture/t1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(as)}`, ...headers },
    body,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Envelope,
  };
};

/** Writes a request's beginning as no client would, and leaves it open. */
const begin = async (as: string, head: string, body: string, at = port): Promise<Socket> => {
  const socket = connect(at, '127.0.0.1');
  socket.on('error', () => undefined);
  const token = await tokenOf(as);
  socket.write(
    'POST /v1/thing/picture/t1 HTTP/1.1\r\nHost: x\r\n' +
      `Authorization: Bearer ${token}\r\n${head}\r\n\r\n${body}`,
  );
  return socket;
};
const BOUNDARY_HEAD = 'Content-Type: multipart/form-data; boundary=b';
const FILE_HEAD = '--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n';
const statusFrom = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.on('close', () => resolve(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 'none'));
    socket.on('data', () => {
      if (text.includes('\r\n\r\n')) socket.end();
    });
  });

const chunks = () =>
  service.asked
    .filter(({ subject }) => subject === files.putChunk.subject)
    .map(({ request }) => request as { uploadId: string; index: number; bytes: string });
const isDropped = (uploadId: string) =>
  service.asked.some(
    ({ subject, request }) =>
      subject === files.drop.subject && (request as { uploadId: string }).uploadId === uploadId,
  );
const asked = () => service.asked.filter(({ subject }) => subject === put.subject);

describe('a file that comes in with a call', () => {
  it.each([1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * MB])(
    'goes on whole, in chunks that any bus takes, before the call is asked: %d bytes',
    async (size) => {
      const bytes = randomBytes(size);
      const { status, body } = await send(formWith(['picture', fileOf(bytes), 'a plan.png']));
      expect({ status, body }).toEqual({
        status: 200,
        body: { error: false, message: 'Kept', data: { ok: true } },
      });
      const sent = chunks();
      expect(Buffer.concat(sent.map((chunk) => Buffer.from(chunk.bytes, 'base64'))).equals(bytes)).toBe(true);
      expect(sent.map(({ index }) => index)).toEqual(sent.map((_, index) => index));
      expect(Math.max(...sent.map((chunk) => chunk.bytes.length))).toBeLessThan(MB * 0.7);
      expect(service.last).toMatchObject({
        subject: put.subject,
        actor: { id: 'm1' },
        request: { thingId: 't1', upload: { id: sent[0]!.uploadId, fileName: 'a plan.png', size } },
      });
    },
  );

  it('is refused where it is larger than the row says, whether or not its sender says so', async () => {
    const large = formWith(['picture', fileOf(Buffer.alloc(2 * MB + 1)), 'a.png']);
    const { status, body } = await send(large);
    expect({ status, message: body.message, data: body.data }).toEqual({
      status: 413,
      message: 'The file is larger than 2 MB. Make it smaller and send it again',
      data: null,
    });
    const larger = formWith(['picture', fileOf(Buffer.alloc(4 * MB)), 'a.png']);
    expect((await send(larger)).status).toBe(413);
    const unsaid = await begin('m1', `${BOUNDARY_HEAD}\r\nTransfer-Encoding: chunked`, '');
    const status413 = statusFrom(unsaid);
    const piece = FILE_HEAD + 'x'.repeat(3 * MB) + '\r\n--b--\r\n';
    unsaid.write(`${piece.length.toString(16)}\r\n${piece}\r\n0\r\n\r\n`);
    expect(await status413).toBe('413');
    expect(asked()).toEqual([]);
  });

  it('is refused unless it is the one that is asked for, and alone', async () => {
    const picture = fileOf('x');
    const wrong: [string, FormData | string][] = [
      ['no file', formWith()],
      ['another field', formWith(['other', picture, 'a.png'])],
      ['two files', formWith(['picture', picture, 'a.png'], ['picture', picture, 'b.png'])],
      ['another file beside it', formWith(['picture', picture, 'a.png'], ['other', picture, 'b.png'])],
      ['a field before it', formWith(['thingId', 't2'], ['picture', picture, 'a.png'])],
      ['a field after it', formWith(['picture', picture, 'a.png'], ['upload', '{}'])],
      ['a text in its place', formWith(['picture', 'x'])],
      ['a prototype', formWith(['__proto__', picture, 'a.png'])],
      ['JSON', '{"picture":"x"}'],
    ];
    for (const [what, body] of wrong) {
      const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
      const { status, body: told } = await send(body, { headers });
      expect({ what, status, error: told.error }).toEqual({ what, status: 400, error: true });
    }
    expect(asked()).toEqual([]);
  });

  it('is refused with parts that have no name, before or behind it', async () => {
    const file = `${FILE_HEAD}x\r\n`;
    const nameless = '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n';
    const unsaid = '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n';
    for (const body of [
      nameless + file,
      file + nameless,
      file + unsaid,
      unsaid.repeat(1_000) + file,
      nameless,
    ]) {
      const whole = `${body}--b--\r\n`;
      const socket = await begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: ${whole.length}`, whole);
      expect({ body: body.slice(0, 60), status: await statusFrom(socket) }).toMatchObject({ status: '400' });
    }
    expect(asked()).toEqual([]);
  });

  it('is taken without a name of its own', async () => {
    const head = FILE_HEAD.replace('; filename="a.png"', '').replace(
      '\r\n\r\n',
      '\r\nContent-Type: application/octet-stream\r\n\r\n',
    );
    const body = `${head}x\r\n--b--\r\n`;
    const socket = await begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: ${body.length}`, body);
    expect(await statusFrom(socket)).toBe('200');
    expect(asked()[0]?.request).toMatchObject({ upload: { fileName: 'file' } });
  });

  it('is refused where it is empty', async () => {
    const { status, body } = await send(formWith(['picture', fileOf(''), 'a.png']));
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: 'The file is empty. Choose another one',
    });
  });

  it('is refused where it can not be read', async () => {
    const broken: [string, string][] = [
      ['no boundary', 'Content-Type: multipart/form-data'],
      ['an end that never comes', BOUNDARY_HEAD],
      ['no multipart at all', 'Content-Type: image/png'],
    ];
    for (const [what, head] of broken) {
      const body = `${FILE_HEAD}x`;
      const socket = await begin('m1', `${head}\r\nContent-Length: ${body.length}`, body);
      expect({ what, status: await statusFrom(socket) }).toEqual({ what, status: '400' });
    }
    const lying = `${FILE_HEAD}xxxx\r\n--b--\r\n`;
    const short = await begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: ${FILE_HEAD.length + 2}`, lying);
    expect(await statusFrom(short)).toBe('400');
    expect(asked()).toEqual([]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\plans\\ground floor.png', 'ground floor.png'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['x'.repeat(300) + '.png', 'x'.repeat(251) + '.png'],
  ])('keeps the last part of its name: %s', async (name, kept) => {
    await send(formWith(['picture', fileOf('x'), name]));
    expect(asked()[0]?.request).toMatchObject({ upload: { fileName: kept } });
  });

  it('is not read from whom the row does not let in', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/thing/picture/t1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf('s1', 'assistant')}` },
      body: formWith(['picture', fileOf('x'), 'a.png']),
    });
    expect(response.status).toBe(403);
    expect(service.asked).toEqual([]);
  });

  it('tells what the service refused it with', async () => {
    service.refuse(put, { code: 'NoPicture', kind: 'invalid', message: 'This is no picture' });
    const { status, body } = await send(formWith(['picture', fileOf('x'), 'a.png']));
    expect({ status, message: body.message }).toEqual({ status: 422, message: 'This is no picture' });
  });

  it('leaves nothing with the service where it comes to nothing, and is forgotten by no more than its own call', async () => {
    const picture = fileOf(Buffer.alloc(CHUNK_BYTES + 1));
    const comesToNothing = async (sending: () => Promise<unknown>) => {
      service.asked.length = 0;
      await sending();
      const { uploadId } = chunks()[0]!;
      await until(() => isDropped(uploadId));
    };
    await comesToNothing(() => send(formWith(['picture', picture, 'a.png'], ['picture', picture, 'b.png'])));
    await comesToNothing(() => send(formWith(['picture', fileOf(Buffer.alloc(2 * MB + 1)), 'a.png'])));
    await comesToNothing(async () => {
      const body = FILE_HEAD + 'x'.repeat(CHUNK_BYTES);
      const socket = await begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: 1000000`, body);
      await until(() => chunks().length === 1);
      socket.destroy();
    });
    service.refuse(put, { code: 'NoPicture', kind: 'invalid', message: 'This is no picture' });
    await comesToNothing(() => send(formWith(['picture', picture, 'a.png'])));
    service.forget();
    service.answer(put, { ok: true });
    expect((await send(formWith(['picture', picture, 'a.png']))).status).toBe(200);
    expect(isDropped(chunks()[0]!.uploadId)).toBe(false);
  });

  it('keeps its place until it is answered', async () => {
    service.keepSilent(put);
    const form = () => formWith(['picture', fileOf('x'), 'a.png']);
    const waiting = [0, 1].map(() => send(form(), { as: 'm-busy' }));
    await until(() => asked().length === 2);
    const { status, body } = await send(form(), { as: 'm-busy' });
    expect({ status, message: body.message }).toEqual({
      status: 429,
      message: 'Other files of yours are still on their way. Try again in a moment',
    });
    expect((await Promise.all(waiting)).map((told) => told.status)).toEqual([503, 503]);
  });

  it('takes one of two places of its sender, and gives it back when the connection is lost', async () => {
    const as = 'm-slow';
    const begun = FILE_HEAD + 'x'.repeat(CHUNK_BYTES);
    const open = await Promise.all(
      [0, 1].map(() => begin(as, `${BOUNDARY_HEAD}\r\nContent-Length: 1000000`, begun)),
    );
    await until(() => chunks().length === 2);
    const form = () => formWith(['picture', fileOf('x'), 'a.png']);
    const { status, headers } = await send(form(), { as });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(form(), { as: 'm-other' })).status).toBe(200);
    for (const socket of open) socket.destroy();
    await until(async () => (await send(form(), { as })).status === 200);
  });

  it('counts against what its sender may upload an hour, unless there is no place for it', async () => {
    const limited = await start({ UPLOAD_LIMIT: '3' });
    others.push(limited);
    const at = limited.port;
    const form = () => formWith(['picture', fileOf('x'), 'a.png']);
    const begun = FILE_HEAD + 'x'.repeat(CHUNK_BYTES);
    const open = await Promise.all(
      [0, 1].map(() => begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: 1000000`, begun, at)),
    );
    await until(() => chunks().length === 2);
    expect((await send(form(), { at })).body.message).toContain('Other files of yours');
    for (const socket of open) socket.destroy();
    await until(async () => (await send(form(), { at })).status === 200);
    const { status, headers, body } = await send(form(), { at });
    expect(status).toBe(429);
    expect(body.message).toMatch(
      /^You have sent as many files as may be sent in an hour\. Try again in \d+ min$/,
    );
    const retryAfterS = Number(headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThan(60);
    expect(retryAfterS).toBeLessThanOrEqual(1_200);
    expect((await send(form(), { at, as: 'm2' })).status).toBe(200);
  });
});

describe('a file that goes out', () => {
  it('comes whole at its address, and can do nothing where it is opened', async () => {
    service.answer(files.open, {
      contentType: 'image/svg+xml',
      fileName: 'a"\r\n.svg',
      size: 6,
      chunks: 2,
      goodForS: 1_800,
    });
    service.answer(files.chunk, { bytes: Buffer.from('<s>').toString('base64') });
    const response = await fetch(`http://127.0.0.1:${port}/v1/file/a.b.c.d`);
    expect(await response.text()).toBe('<s><s>');
    expect(service.asked.map(({ request }) => request)).toEqual([
      { token: 'a.b.c.d' },
      { token: 'a.b.c.d', index: 0 },
      { token: 'a.b.c.d', index: 1 },
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-length': '6',
      'content-disposition': 'inline; filename="a___.svg"',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=1800',
    });
  });

  it('waits in the memory of the gateway for 32 readers of an address, and for no more', async () => {
    const size = 12 * CHUNK_BYTES;
    service.answer(files.open, {
      contentType: 'image/png',
      fileName: 'a.png',
      size,
      chunks: 12,
      goodForS: 60,
    });
    service.answer(files.chunk, { bytes: Buffer.alloc(CHUNK_BYTES).toString('base64') });
    const readers = Array.from({ length: 32 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined).pause();
      socket.write('GET /v1/file/a.b.c.d HTTP/1.1\r\nHost: x\r\n\r\n');
      return socket;
    });
    const opened = () => service.asked.filter(({ subject }) => subject === files.open.subject).length;
    await until(() => opened() === readers.length, { timeoutMs: 40_000 });
    const refused = await fetch(`http://127.0.0.1:${port}/v1/file/a.b.c.d`);
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 429,
      body: { message: 'Other files are still on their way to you. Try again in a moment' },
    });
    for (const socket of readers) socket.destroy();
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/file/a.b.c.d`);
      return (await answer.arrayBuffer()).byteLength === size;
    });
  });

  it('is told to be missing as everything else is', async () => {
    service.refuse(files.open, { code: 'FileNotFound', kind: 'not-found', message: 'There is no such file' });
    const response = await fetch(`http://127.0.0.1:${port}/v1/file/a.b.c.d`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: true, message: 'There is no such file' });
  });
});

describe('the OpenAPI document', () => {
  it('says of such a call that its body is one file', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, object>> };
    expect(paths['/v1/thing/picture/{thingId}']!.post).toMatchObject({
      parameters: [{ name: 'thingId', in: 'path' }],
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: { required: ['picture'] } } },
      },
    });
  });
});
