import { describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES, files } from '@telemon/contracts/devices/files';
import { until } from '@telemon/testing/waiting';
import { connect } from 'node:net';
import { GivenUploads } from '../../testing/given-uploads.ts';

const given = GivenUploads.use();

describe('a file that the gateway serves', () => {
  it('arrives whole, in a sandbox', async () => {
    given.service.answer(files.open, {
      contentType: 'image/svg+xml',
      fileName: 'a"\r\n.svg',
      size: 6,
      chunks: 2,
      goodForS: 1_800,
    });
    given.service.answer(files.chunk, { bytes: Buffer.from('<s>').toString('base64') });
    const response = await fetch(`http://127.0.0.1:${given.port}/v1/file/a.b.c.d`);
    expect(await response.text()).toBe('<s><s>');
    expect(given.service.questions.map(({ request }) => request)).toEqual([
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

  it('waits for at most 32 slow readers of an address', async () => {
    // More than the kernel buffers for a reader that does not read: up to 4 MB to send, and 6 MB to receive.
    const chunks = Math.ceil((16 * 1024 ** 2) / CHUNK_BYTES);
    const size = chunks * CHUNK_BYTES;
    given.service.answer(files.open, {
      contentType: 'image/png',
      fileName: 'a.png',
      size,
      chunks,
      goodForS: 60,
    });
    given.service.answer(files.chunk, { bytes: Buffer.alloc(CHUNK_BYTES).toString('base64') });
    const readers = Array.from({ length: 32 }, () => {
      const socket = connect(given.port, '127.0.0.1');
      socket.on('error', () => undefined).pause();
      socket.write('GET /v1/file/a.b.c.d HTTP/1.1\r\nHost: x\r\n\r\n');
      return socket;
    });
    try {
      const opened = () =>
        given.service.questions.filter(({ subject }) => subject === files.open.subject).length;
      await until(() => opened() === readers.length);
      const refused = await fetch(`http://127.0.0.1:${given.port}/v1/file/a.b.c.d`);
      expect({ status: refused.status, body: await refused.json() }).toMatchObject({
        status: 429,
        body: { message: 'Other files are still on their way to you. Try again in a moment' },
      });
    } finally {
      for (const socket of readers) socket.destroy();
    }
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${given.port}/v1/file/a.b.c.d`);
      return (await answer.arrayBuffer()).byteLength === size;
    });
  });

  it('gets a 404 in the envelope if it is missing', async () => {
    given.service.refuse(files.open, {
      code: 'FileNotFound',
      kind: 'not-found',
      message: 'There is no such file',
    });
    const response = await fetch(`http://127.0.0.1:${given.port}/v1/file/a.b.c.d`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: true, message: 'There is no such file' });
  });
});
