import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { type EndReason, LiveStream } from './live-stream.ts';

const MOST_BEHIND_BYTES = 64 * 1_024;
const FRAMES = Buffer.alloc(10_000, 'x');

let response: ServerResponse;
const server = createServer((_request, answer) => {
  response = answer;
  answer.flushHeaders();
});
let reader: Socket;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  reader.pause();
  reader.write('GET / HTTP/1.1\r\nHost: telemon\r\n\r\n');
  await once(server, 'request');
});
afterAll(() => {
  reader.destroy();
  server.close();
});

it('a live stream whose reader reads nothing is closed before more than 64 KB wait for it', async () => {
  const ends: EndReason[] = [];
  const stream = new LiveStream(
    { id: 'mona', role: 'manager', managerId: 'mona', mqttAdmin: false },
    Date.now() + 60_000,
    response,
    (reason) => ends.push(reason),
  );
  let mostWaiting = 0;
  // The kernel's buffers fill up first.
  await until(
    () => {
      stream.write(FRAMES);
      mostWaiting = Math.max(mostWaiting, response.writableLength);
      return ends.length > 0;
    },
    { everyMs: 0, what: 'the end of the stream' },
  );
  expect(ends).toEqual(['slow']);
  expect(response.destroyed).toBe(true);
  expect(mostWaiting).toBeGreaterThan(MOST_BEHIND_BYTES / 2);
  expect(mostWaiting).toBeLessThanOrEqual(MOST_BEHIND_BYTES);
});
