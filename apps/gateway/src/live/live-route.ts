import { Injectable } from '@nestjs/common';
import { OTHER_ROUTES } from '@telemon/contracts/routes';
import type { FastifyInstance } from 'fastify';
import { Access, callerOf } from '../access/access.ts';
import { LiveFeed } from './live-feed.ts';

/** GET /v1/stream: server-sent events for a signed-in caller, until the token expires. */
@Injectable()
export class LiveRoute {
  constructor(
    private readonly access: Access,
    private readonly feed: LiveFeed,
  ) {}

  register(server: FastifyInstance): void {
    server.route({
      method: 'GET',
      url: '/v1/stream',
      exposeHeadRoute: false,
      onRequest: this.access.guard(OTHER_ROUTES['GET /v1/stream']),
      handler: async (request, reply) => {
        const caller = callerOf(request);
        const header = request.headers['last-event-id'];
        const lastEventId = typeof header === 'string' && header !== '' ? header : undefined;
        this.feed.admit(caller, lastEventId);
        reply.hijack();
        const { raw } = reply;
        if (raw.destroyed) return;
        // The stream ends with its connection, so it needs no chunked encoding, which takes three writes per chunk.
        raw.removeHeader('transfer-encoding');
        raw.writeHead(200, {
          ...reply.getHeaders(),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          connection: 'close',
          // nginx would hold events back to fill its buffers.
          'x-accel-buffering': 'no',
        } as Record<string, string>);
        this.feed.open(caller, lastEventId, raw);
      },
    });
  }
}
