import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Time for the head of a request to arrive, and for its body in addition to the time for its size, ms. */
export const ARRIVAL_MS = 30_000;
/** The slowest line that is served: 10 MB take five minutes. */
const LEAST_BYTES_PER_MS = 32;

/** The longest time to receive or send `bytes`, ms. */
export const patienceFor = (bytes: number): number => ARRIVAL_MS + bytes / LEAST_BYTES_PER_MS;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Calls `giveUp` for a request whose body exceeds its time, which grows with the bytes received. Also watches bodies that
 * no handler reads: a refused caller may still be sending.
 */
export const watchArrivals = (
  server: Server,
  giveUp: (request: IncomingMessage, response: ServerResponse) => void,
  patience = patienceFor,
): void => {
  server.on('request', (request, response) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    const readBefore = socket.bytesRead;
    const begun = performance.now();
    let timer: NodeJS.Timeout;
    const look = () => {
      if (request.complete || socket.destroyed) return;
      const left = begun + patience(socket.bytesRead - readBefore) - performance.now();
      if (left <= 0) giveUp(request, response);
      else timer = setTimeout(look, left).unref();
    };
    look();
    // An answer closes the request, while its body may still be coming.
    request.once('close', () => {
      if (request.complete) clearTimeout(timer);
    });
  });
};
