import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import { Readable } from 'node:stream';
import { hasBody } from './slow-requests.ts';

/** At most this much of a request is read after its answer … */
const MOST_DRAINED_BYTES = 64 * 1_048_576;
/** … and this often a timer checks that bytes still arrive, ms. */
const CHECK_EVERY_MS = 2_000;

/**
 * Lets callers read an answer that is ready before their whole request has arrived. Closing the connection while they send
 * would reset it, and they would never read the answer. So the rest is read first, and discarded.
 */
export const drainBeforeClosing = (server: FastifyInstance): void => {
  const stopping = new AbortController();
  server.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  server.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isWhole || request.raw.complete || !hasBody(request.raw)) {
      done();
      return;
    }
    void reply.header('content-length', Buffer.byteLength(payload));
    done(null, Readable.from(thenRest(payload, request.raw, stopping.signal)));
  });
};

async function* thenRest(answer: string | Buffer, request: IncomingMessage, stopping: AbortSignal) {
  yield answer;
  await restOf(request, stopping);
  // The rest beyond the limit stays unread.
  if (!request.complete) request.socket.destroySoon();
}

/** Discards the rest of a request, up to a limit; `watchArrivals` limits its time. */
const restOf = (request: IncomingMessage, stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let left = MOST_DRAINED_BYTES;
    // After a pause of this process, waiting bytes are read before the second check.
    let hasCome = true;
    const end = () => {
      clearInterval(look);
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const look = setInterval(() => {
      if (!hasCome) end();
      hasCome = false;
    }, CHECK_EVERY_MS).unref();
    request.on('data', ({ length }: Buffer) => {
      hasCome = true;
      left -= length;
      if (left < 0) end();
    });
    request.once('end', end);
    request.once('close', end);
    request.resume();
    if (stopping.aborted || request.destroyed) end();
    else stopping.addEventListener('abort', end);
  });

/**
 * Sends "100 Continue" to callers who wait for it, once the guard has let them in and the announced length is allowed. A
 * refused caller has sent no body.
 */
export const letContinueLate = (server: FastifyInstance): void => {
  const waiting = new WeakSet<IncomingMessage>();
  (server.server as Server).on('checkContinue', (request, response) => {
    waiting.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('preParsing', (request, reply, _payload, done) => {
    if (waiting.has(request.raw) && !isTooLong(request)) reply.raw.writeContinue();
    done();
  });
};

const isTooLong = ({ headers, routeOptions }: FastifyRequest): boolean =>
  Number(headers['content-length']) > routeOptions.bodyLimit;
