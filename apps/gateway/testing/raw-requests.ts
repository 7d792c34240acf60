import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

const PIECE = Buffer.alloc(65_536, ' ');

/** Opens a connection that is paused. */
export const openUnread = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  return socket;
};

/** Writes `bytes` bytes, as fast as the peer takes them. */
export const writeBytes = async (socket: Socket, bytes: number): Promise<void> => {
  for (let left = bytes; left > 0; left -= PIECE.length) {
    if (!socket.write(PIECE.subarray(0, Math.min(left, PIECE.length)))) await once(socket, 'drain');
  }
};

/** Reads until the connection is closed. */
export const readAll = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.resume();
  });

/** Writes a whole request with a body of `bytes`, and reads only then, as simple clients do. */
export const writeThenRead = async (
  port: number,
  head: string,
  bytes: number,
  after = '',
): Promise<string> => {
  const socket = await openUnread(port);
  socket.write(head);
  await writeBytes(socket, bytes);
  socket.write(after);
  return readAll(socket);
};

/** The statuses of the answers that were read, in order. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
