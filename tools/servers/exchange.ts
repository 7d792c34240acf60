import { connect } from 'node:net';

/** Sends bytes to a local port, and collects the answer until `enough` is true; null if that doesn't happen in time. */
export const exchange = (
  port: number,
  request: string | Buffer,
  enough: (answer: Buffer) => boolean,
  timeoutMs = 1_000,
): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer: Buffer = Buffer.alloc(0);
    const end = (result: Buffer | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(timeoutMs, () => end(null));
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => {
      answer = Buffer.concat([answer, chunk]);
      if (enough(answer)) end(answer);
    });
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
  });
