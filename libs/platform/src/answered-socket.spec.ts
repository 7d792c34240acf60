import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { endUnlessAnswered } from './answered-socket.ts';

const WITHIN_MS = 50;
/** A server that answers each message but `silence`, in a thread of its own. */
const SERVER = `
  const { parentPort } = require('node:worker_threads');
  const answer = (socket) => socket.on('data', (bytes) => String(bytes) === 'silence' || socket.write(bytes));
  const server = require('node:net').createServer(answer);
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

let server: Worker;
let socket: Socket;

beforeEach(async () => {
  server = new Worker(SERVER, { eval: true });
  const [port] = (await once(server, 'message')) as [number];
  socket = endUnlessAnswered(connect(port, '127.0.0.1'), WITHIN_MS);
  await once(socket, 'connect');
});
afterEach(async () => {
  socket.destroy();
  await server.terminate();
});

it('a client ends a connection without an answer', async () => {
  socket.write('silence');
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toBe('No answer in 50 ms');
});

it('a client keeps a connection whose answer has come while the process was busy', async () => {
  const answered = once(socket, 'data');
  socket.write('ping');
  const busyUntil = performance.now() + 5 * WITHIN_MS;
  while (performance.now() < busyUntil);
  await answered;
  expect(socket.destroyed).toBe(false);
});
