import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Longer than any pause of a benchmark, so that no client finds its connection closed. */
const IDLE_TIMEOUT_MS = 120_000;

/**
 * Takes SMS as Twilio's API does, and answers at once. An SMS counts as arrived when its request is complete.
 * @returns the port
 */
export async function listenForSms(onSms: (body: string) => void): Promise<number> {
  const server = createServer((request, response) => {
    void text(request).then((form) => {
      const { Body: body = '', To: to = '', From: from = '' } = Object.fromEntries(new URLSearchParams(form));
      onSms(body);
      const sid = `SM${randomBytes(16).toString('hex')}`;
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ sid, to, from, body, status: 'queued', num_segments: '1', num_media: '0' }),
      );
    });
  });
  server.keepAliveTimeout = IDLE_TIMEOUT_MS;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
