import { describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES } from '@telemon/contracts/devices/files';
import { randomBytes } from 'node:crypto';
import {
  BOUNDARY_HEAD,
  FILE_HEAD,
  GivenUploads,
  MB,
  fileOf,
  formWith,
  put,
  statusFrom,
} from '../../testing/given-uploads.ts';
import { statusesIn, writeThenRead } from '../../testing/raw-requests.ts';

const given = GivenUploads.use();

describe('an uploaded file', () => {
  it.each([1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * MB])(
    'reaches the service whole, in chunks that NATS can carry, before the call: %d bytes',
    async (size) => {
      const bytes = randomBytes(size);
      const { status, body } = await given.send(formWith(['picture', fileOf(bytes), 'a plan.png']));
      expect({ status, body }).toEqual({
        status: 200,
        body: { error: false, message: 'Kept', data: { ok: true } },
      });
      const sent = given.chunks();
      expect(Buffer.concat(sent.map((chunk) => Buffer.from(chunk.bytes, 'base64'))).equals(bytes)).toBe(true);
      expect(sent.map(({ index }) => index)).toEqual(sent.map((_, index) => index));
      expect(Math.max(...sent.map((chunk) => chunk.bytes.length))).toBeLessThan(MB * 0.7);
      expect(given.service.last).toMatchObject({
        subject: put.subject,
        actor: { id: 'm1' },
        request: { thingId: 't1', upload: { id: sent[0]!.uploadId, fileName: 'a plan.png', size } },
      });
    },
  );

  it('is refused if it is larger than its row allows, with or without a length', async () => {
    const large = formWith(['picture', fileOf(Buffer.alloc(2 * MB + 1)), 'a.png']);
    const { status, body } = await given.send(large);
    expect({ status, message: body.message, data: body.data }).toEqual({
      status: 413,
      message: 'The file is larger than 2 MB. Make it smaller and send it again',
      data: null,
    });
    const larger = formWith(['picture', fileOf(Buffer.alloc(4 * MB)), 'a.png']);
    expect((await given.send(larger)).status).toBe(413);
    const unsaid = await given.begin('m1', `${BOUNDARY_HEAD}\r\nTransfer-Encoding: chunked`, '');
    const status413 = statusFrom(unsaid);
    const piece = FILE_HEAD + 'x'.repeat(3 * MB) + '\r\n--b--\r\n';
    unsaid.write(`${piece.length.toString(16)}\r\n${piece}\r\n0\r\n\r\n`);
    expect(await status413).toBe('413');
    expect(given.calls()).toEqual([]);
  });

  it.each([
    ['with a length', `Content-Length: ${20 * MB + FILE_HEAD.length}\r\n`, ''],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', `${(20 * MB + FILE_HEAD.length).toString(16)}\r\n`],
  ])('is refused with an answer for a sender that reads only after sending: %s', async (_, length, begin) => {
    const token = await given.tokenOf('m1');
    const head =
      `POST /v1/thing/picture/t1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `${BOUNDARY_HEAD}\r\n${length}Connection: close\r\n\r\n${begin}${FILE_HEAD}`;
    const send = () => writeThenRead(given.port, head, 20 * MB, begin && '\r\n0\r\n\r\n');
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(statusesIn)).toEqual([[413], [413]]);
  });

  it('is refused unless it is alone and in the right field', async () => {
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
      const { status, body: answer } = await given.send(body, { headers });
      expect({ what, status, error: answer.error }).toEqual({ what, status: 400, error: true });
    }
    expect(given.calls()).toEqual([]);
  });

  it('is refused with nameless parts before or after it', async () => {
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
      const socket = await given.begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: ${whole.length}`, whole);
      expect({ body: body.slice(0, 60), status: await statusFrom(socket) }).toMatchObject({ status: '400' });
    }
    expect(given.calls()).toEqual([]);
  });

  it('is accepted without a file name', async () => {
    const head = FILE_HEAD.replace('; filename="a.png"', '').replace(
      '\r\n\r\n',
      '\r\nContent-Type: application/octet-stream\r\n\r\n',
    );
    const body = `${head}x\r\n--b--\r\n`;
    const socket = await given.begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: ${body.length}`, body);
    expect(await statusFrom(socket)).toBe('200');
    expect(given.calls()[0]?.request).toMatchObject({ upload: { fileName: 'file' } });
  });

  it('is refused if it is empty', async () => {
    const { status, body } = await given.send(formWith(['picture', fileOf(''), 'a.png']));
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: 'The file is empty. Choose another one',
    });
  });

  it('is refused if it cannot be parsed', async () => {
    const broken: [string, string][] = [
      ['no boundary', 'Content-Type: multipart/form-data'],
      ['an end that never comes', BOUNDARY_HEAD],
      ['no multipart at all', 'Content-Type: image/png'],
    ];
    for (const [what, head] of broken) {
      const body = `${FILE_HEAD}x`;
      const socket = await given.begin('m1', `${head}\r\nContent-Length: ${body.length}`, body);
      expect({ what, status: await statusFrom(socket) }).toEqual({ what, status: '400' });
    }
    const lying = `${FILE_HEAD}xxxx\r\n--b--\r\n`;
    const short = await given.begin(
      'm1',
      `${BOUNDARY_HEAD}\r\nContent-Length: ${FILE_HEAD.length + 2}`,
      lying,
    );
    expect(await statusFrom(short)).toBe('400');
    expect(given.calls()).toEqual([]);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\plans\\ground floor.png', 'ground floor.png'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['x'.repeat(300) + '.png', 'x'.repeat(251) + '.png'],
  ])('keeps the last part of its name: %s', async (name, kept) => {
    await given.send(formWith(['picture', fileOf('x'), name]));
    expect(given.calls()[0]?.request).toMatchObject({ upload: { fileName: kept } });
  });

  it('is not read if the row does not let its sender in', async () => {
    const response = await fetch(`http://127.0.0.1:${given.port}/v1/thing/picture/t1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await given.tokenOf('s1', 'assistant')}` },
      body: formWith(['picture', fileOf('x'), 'a.png']),
    });
    expect(response.status).toBe(403);
    expect(given.service.questions).toEqual([]);
  });

  it('is answered with the refusal of the service', async () => {
    given.service.refuse(put, { code: 'NoPicture', kind: 'invalid', message: 'This is no picture' });
    const { status, body } = await given.send(formWith(['picture', fileOf('x'), 'a.png']));
    expect({ status, message: body.message }).toEqual({ status: 422, message: 'This is no picture' });
  });
});

describe('the OpenAPI document', () => {
  it('has one file as the body of an upload', async () => {
    const response = await fetch(`http://127.0.0.1:${given.port}/v1/openapi.json`);
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
