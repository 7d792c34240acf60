import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long the head of a request may take to arrive, and its body beyond what is granted for its size, ms. */
export const ARRIVAL_MS = 30_000;
/** Over the slowest lines that people send files on, 10 MB take five minutes. */
const LEAST_BYTES_PER_MS = 32;

/** How long so many bytes may be on their way, here or to somebody who reads them, ms. */
export const patienceFor = (bytes: number): number => ARRIVAL_MS + bytes / LEAST_BYTES_PER_MS;

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Hands a request over to `giveUp` whose body has had its time, for as much as has come of it. What nobody reads counts
 * as well: who was refused may still be sending.
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
    // An answer closes a request of which the rest may still be coming.
    request.once('close', () => {
      if (request.complete) clearTimeout(timer);
    });
  });
};
