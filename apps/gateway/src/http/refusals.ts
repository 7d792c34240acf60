import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A refused peer that sends nothing for so long has had time to read why, ms … */
const LINGER_MS = 2_000;
/** … and one that goes on sending has so many times as long, as it reads only then, unless it had its time for sending. */
const MOST_LINGERS = 15;

/** An answer to what never becomes a request of ours; it ends the connection. */
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
  // Whoever never ends their side would keep the connection; closed at once, its answer might not be read.
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

/** Answers what is not even HTTP, with the headers that all answers have. */
export const refuseConnection =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    // Once more with each piece that still comes of what was refused; it is read, so that the answer can be.
    else if (socket.writable) refuseOn(socket, STATUS_OF_ERROR[error.code ?? ''] ?? 400, headers);
  };

/** Ends a request that takes too long to arrive; who was answered already is told nothing more. */
export const giveUpArrival =
  (headers: Readonly<Record<string, string>>) =>
  ({ socket }: IncomingMessage, { headersSent }: ServerResponse): void => {
    if (headersSent) socket.destroy();
    else refuseOn(socket, 408, headers, 1);
  };

/** Answers, in the place of Node, an `Expect` that nobody meets and a CONNECT: this is no proxy. */
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
