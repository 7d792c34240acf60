import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@telemon/testing/free-ports';
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemOfEditor } from './problem-of-editor.ts';

let editor: Server | undefined;

/** Starts an editor that answers in this way, and returns its address. */
const givenEditor = async (answer: RequestListener): Promise<string> => {
  editor = createServer(answer);
  await new Promise<void>((resolve) => editor!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(editor.address() as AddressInfo).port}/red/`;
};
const answering =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end('<!doctype html><title>Flows</title>');

afterEach(() => {
  editor?.closeAllConnections();
  editor?.close();
  editor = undefined;
});

describe('a flow editor', () => {
  it.each([
    ['answers with a page', answering(200)],
    ['asks the browser for a login', answering(401, { 'www-authenticate': 'Basic' })],
    ['lets other sites frame it', answering(200, { 'content-security-policy': 'frame-ancestors *' })],
    [
      'names the sites that may frame it, whatever its X-Frame-Options say',
      answering(200, {
        'content-security-policy': "default-src 'self'; frame-ancestors https://telemon.example.com",
        'x-frame-options': 'DENY',
      }),
    ],
  ])('that %s has no problem', async (_, answer) => {
    expect(await problemOfEditor(await givenEditor(answer))).toBeNull();
  });

  it.each([
    ['X-Frame-Options: DENY', { 'x-frame-options': 'DENY' }],
    ['X-Frame-Options: SAMEORIGIN', { 'x-frame-options': 'sameorigin' }],
    ['frame-ancestors none', { 'content-security-policy': "frame-ancestors 'none'; img-src *" }],
    ['frame-ancestors self', { 'content-security-policy': "img-src *; frame-ancestors 'self'" }],
  ])('with %s refuses to be framed', async (_, headers) => {
    expect(await problemOfEditor(await givenEditor(answering(200, headers)))).toBe('refusesFrames');
  });

  it.each([404, 500, 503])('that answers %i fails', async (status) => {
    expect(await problemOfEditor(await givenEditor(answering(status)))).toBe('failing');
  });

  it('may redirect within its site', async () => {
    const url = await givenEditor((request, response) =>
      request.url === '/red/'
        ? void response.writeHead(302, { location: '/red/login' }).end()
        : answering(200, { 'x-frame-options': 'DENY' })(request, response),
    );
    expect(await problemOfEditor(url)).toBe('refusesFrames');
  });

  it('that redirects to itself for ever fails', async () => {
    expect(await problemOfEditor(await givenEditor(answering(302, { location: '/red/' })))).toBe('failing');
  });

  it('that redirects to another site leads elsewhere, and the other site is not asked', async () => {
    const url = await givenEditor(answering(302, { location: 'http://sign-in.invalid/' }));
    expect(await problemOfEditor(url)).toBe('elsewhere');
  });

  it('that does not listen is unreachable, and one whose name has no address', async () => {
    expect(await problemOfEditor(`http://127.0.0.1:${await freePort()}/`)).toBe('unreachable');
    expect(await problemOfEditor('http://editor.invalid/', 20_000)).toBe('unreachable');
  });

  it('that takes the connection and says nothing is silent', async () => {
    expect(await problemOfEditor(await givenEditor(() => {}), 50)).toBe('silent');
  });
});
