import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { giveUpArrival } from './refusals.ts';
import { patienceFor, watchArrivals } from './slow-requests.ts';

const MB = 1_048_576;
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';

let server: Server;
let answer: RequestListener;

beforeEach(async () => {
  // Reads a body to its end, then answers.
  answer = (request, response) => {
    request.resume().once('end', () => response.end('whole'));
  };
  server = createServer((request, response) => void answer(request, response));
  const patience = (bytes: number) => 300 + bytes;
  watchArrivals(server, giveUpArrival({}), patience);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends `first`, then a byte every 20 ms; it never ends its side by itself. */
const trickle = (first: string) => {
  const socket: Socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  const received = { text: '', isClosed: false };
  socket.on('data', (data) => (received.text += data.toString()));
  socket.on('error', () => undefined);
  socket.write(first);
  const writing = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => {
    received.isClosed = true;
    clearInterval(writing);
  });
  return received;
};
const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe('a body that comes too slowly', () => {
  it.each([
    ['with a length', `${HEAD}Content-Length: 1000000\r\n\r\n`],
    ['in chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\nfffff\r\n`],
  ])('gets a 408, and its connection is closed: %s', async (_, first) => {
    const received = trickle(first);
    await until(() => received.isClosed);
    expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
    await until(async () => (await connections()) === 0);
  });

  it('gets no second answer before its connection is closed', async () => {
    answer = (_, response) => response.writeHead(429, { 'content-length': 0 }).end();
    const received = trickle(`${HEAD}Content-Length: 1000000\r\n\r\n`);
    await until(() => received.isClosed);
    expect(received.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 429']);
  });

  it('has more time, the more of it has arrived', async () => {
    const begun = performance.now();
    const received = trickle(`${HEAD}Content-Length: 1000000\r\n\r\n${'x'.repeat(1_000)}`);
    await until(() => received.isClosed);
    expect(performance.now() - begun).toBeGreaterThan(1_200);
  });
});

describe('a body that comes in time', () => {
  it('is read to its end', async () => {
    // If a pause of this process makes a body late, the next one comes in time.
    await until(async () => {
      const received = trickle(`${HEAD}Content-Length: 8\r\n\r\n`);
      await until(() => received.text !== '' || received.isClosed);
      return received.text.endsWith('whole');
    });
  });

  it('may take over five minutes for 10 MB', () => {
    expect(patienceFor(10 * MB)).toBeGreaterThan(5 * 60_000);
    expect(patienceFor(1)).toBeLessThan(31_000);
  });
});
