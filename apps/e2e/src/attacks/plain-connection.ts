import { connect } from 'node:net';

const SILENT_FOR_MS = 3_000;

/** Sends bytes to a local port; returns everything received until the connection is closed or silent. */
export const answerTo = (port: number, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(SILENT_FOR_MS, () => socket.destroy());
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
