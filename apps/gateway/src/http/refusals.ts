import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A refused peer that sends nothing for this long has had time to read the answer, ms. */
const LINGER_MS = 2_000;
/** A peer still sending reads later: it gets this many times as long, unless its sending time is over. */
const MOST_LINGERS = 15;

/** An answer outside of Fastify; it ends the connection. */
const refusal = (headers: Readonly<Record<string, string>>) => {
  const requestId = randomUUID();
  const envelope = { error: true, message: 'The request cannot be read', data: null, requestId };
  const body = JSON.stringify(envelope);
  return {
    body,
    headers: {
      ...headers,
      'x-request-id': requestId,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    },
  };
};

const refuseOn = (
  socket: Duplex,
  status: number,
  common: Readonly<Record<string, string>>,
  mostLingers = MOST_LINGERS,
): void => {
  const { body, headers } = refusal(common);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // A peer that never ends its side would keep the connection; closing at once could lose the answer.
  let lingers = 0;
  let heardBefore = (socket as Socket).bytesRead;
  const lingering = setInterval(() => {
    const { bytesRead } = socket as Socket;
    lingers += 1;
    if (bytesRead === heardBefore || lingers === mostLingers) socket.destroy();
    heardBefore = bytesRead;
  }, LINGER_MS).unref();
  socket.once('close', () => clearInterval(lingering));
};

/** Answers bytes that are not HTTP, with the headers of all answers. */
export const refuseConnection =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    // Each further chunk raises the error again: it is only read, so that the peer can read the answer.
    else if (socket.writable) refuseOn(socket, STATUS_OF_ERROR[error.code ?? ''] ?? 400, headers);
  };

/** Ends a request that takes too long to arrive: with a 408, unless it was answered already. */
export const giveUpArrival =
  (headers: Readonly<Record<string, string>>) =>
  ({ socket }: IncomingMessage, { headersSent }: ServerResponse): void => {
    if (headersSent) socket.destroy();
    else refuseOn(socket, 408, headers, 1);
  };

/** Answers an unknown `Expect` and a CONNECT in place of Node: this is no proxy. */
export const refuseWhatNodeWould = (server: Server, common: Readonly<Record<string, string>>): void => {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { body, headers } = refusal(common);
    response.writeHead(417, headers).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuseOn(socket, 400, common);
  });
};
