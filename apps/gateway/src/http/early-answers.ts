import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage, Server } from 'node:http';
import { Readable } from 'node:stream';
import { hasBody } from './arrival.ts';

/** So much of a request is still read when its answer is there … */
const MOST_HEARD_OUT_BYTES = 64 * 1_048_576;
/** … and it is looked so often whether anything comes at all, ms. */
const LOOK_EVERY_MS = 2_000;

/**
 * Lets callers hear an answer that is there before all of their request is. A connection that is closed while they send is reset:
 * they learn that, and never read the answer. So it ends once the rest has come, which nobody keeps.
 */
export const hearOut = (server: FastifyInstance): void => {
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
  // Where there is more of it, nobody reads that.
  if (!request.complete) request.socket.destroySoon();
}

/** Reads what still comes of a request, within bounds; how slowly it may come is watched over elsewhere. */
const restOf = (request: IncomingMessage, stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let left = MOST_HEARD_OUT_BYTES;
    // Where this process was held up, what has come meanwhile is read before the second look.
    let hasCome = true;
    const end = () => {
      clearInterval(look);
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const look = setInterval(() => {
      if (!hasCome) end();
      hasCome = false;
    }, LOOK_EVERY_MS).unref();
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
 * Says "100 Continue" to callers who wait for it once they were let in and have not announced more than is taken. Who is
 * refused has sent nothing.
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
