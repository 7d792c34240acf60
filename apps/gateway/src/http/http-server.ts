import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import { type FastifyInstance, fastify } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { GatewayVariables } from '../config.ts';
import { drainBeforeClosing, letContinueLate } from './early-answers.ts';
import { sendFailure } from './envelope.ts';
import { failureOfRequest } from './failures.ts';
import { noSuchCall, unreadable } from './http.errors.ts';
import { measureRequests } from './metrics.ts';
import { readJsonOnly } from './read-json.ts';
import { giveUpArrival, refuseConnection, refuseWhatNodeWould } from './refusals.ts';
import { securityHeaders } from './security-headers.ts';
import { ARRIVAL_MS, watchArrivals } from './slow-requests.ts';

export const BODY_MAX_BYTES = 1_048_576;
/** Longer than a proxy in front keeps its connections, so that ours is never the side that closes first. */
const KEEP_ALIVE_MS = 75_000;

/** Characters of an unknown path that the 404 repeats. */
const TOLD_OF_PATH = 200;

const newRequestId = (_request: IncomingMessage): string => randomUUID();

/** Whether a request has one Host header, as HTTP/1.1 requires: of two, a proxy in front may use the other one. */
const namesOneHost = ({ rawHeaders, httpVersion }: IncomingMessage): boolean => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
};

/** The public HTTP server, with the limits, hooks and headers of every answer, but without routes. */
export const createHttpServer = async (config: GatewayVariables): Promise<FastifyInstance> => {
  const headers = securityHeaders(config);
  const server = fastify({
    // A hook below answers a missing host, in the envelope; the time for a body depends on its size.
    http: { requireHostHeader: false, headersTimeout: ARRIVAL_MS },
    genReqId: newRequestId,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: BODY_MAX_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While stopping, a request on an open connection is still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseConnection(headers),
    // Before any hook has run.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      void sendFailure(reply, failureOfRequest(error, request));
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 200,
      querystringParser: (text) => parse(text),
    },
  });

  refuseWhatNodeWould(server.server, headers);
  watchArrivals(server.server, giveUpArrival(headers));
  closeConnectionsWhenStopping(server);
  letContinueLate(server);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    if (namesOneHost(request.raw)) done();
    else done(unreadable({ reason: 'The request should name one host' }));
  });
  await server.register(cookie);
  // The plugin only adds `sendFile` to replies, and serves nothing.
  await server.register(fastifyStatic, { serve: false, preCompressed: true, cacheControl: false });
  measureRequests(server);
  readJsonOnly(server);
  drainBeforeClosing(server);
  server.setErrorHandler((error, request, reply) => sendFailure(reply, failureOfRequest(error, request)));
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!.slice(0, TOLD_OF_PATH);
    return sendFailure(reply, noSuchCall({ method: request.method, path }).failure);
  });
  return server;
};

/** A connection whose last answer comes while stopping would otherwise stay open, and the process with it. */
const closeConnectionsWhenStopping = (server: FastifyInstance): void => {
  let isStopping = false;
  server.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) void reply.header('connection', 'close');
    done();
  });
};
