import { logger } from '@telemon/platform/logging';
import { Histogram } from '@telemon/platform/metrics';
import type { FastifyInstance } from 'fastify';

const durations = new Histogram({
  name: 'telemon_http_request_duration_seconds',
  help: 'Time to answer a request, per route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
});

/** Measures each request by its route, except live streams, which stay open for as long as a page does. */
export const measureRequests = (server: FastifyInstance): void => {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    if (reply.sent && route === '/v1/stream' && reply.statusCode === 200) return;
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    logger.debug(
      { requestId: request.id, method: request.method, route, status: reply.statusCode },
      'answered',
    );
  });
};
