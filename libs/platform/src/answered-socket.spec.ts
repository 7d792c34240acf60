import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { endUnlessAnswered } from './answered-socket.ts';

const WITHIN_MS = 50;
/** A server that answers each message but `silence`, in a thread of its own, and then says so in shared memory. */
const SERVER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const answer = (socket, bytes) => {
    socket.write(bytes);
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  };
  const server = require('node:net').createServer((socket) =>
    socket.on('data', (bytes) => String(bytes) === 'silence' || answer(socket, bytes)),
  );
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

let server: Worker;
let socket: Socket;
let hasAnswered: Int32Array;

beforeEach(async () => {
  hasAnswered = new Int32Array(new SharedArrayBuffer(4));
  server = new Worker(SERVER, { eval: true, workerData: hasAnswered });
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
  Atomics.wait(hasAnswered, 0, 0);
  while (performance.now() < busyUntil);
  await answered;
  expect(socket.destroyed).toBe(false);
});
