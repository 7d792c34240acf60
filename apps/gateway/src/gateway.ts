import { Inject, Injectable } from '@nestjs/common';
import { Health } from '@telemon/platform/health';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { CONFIG } from '@telemon/platform/platform.module';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { onlyFromTable } from './access/only-from-table.ts';
import type { GatewayVariables } from './config.ts';
import { Console } from './console/console.ts';
import { Downloads } from './downloads/downloads.ts';
import { Forward } from './forward/forward.ts';
import { type RouteTable, SERVED_ROUTES } from './forward/route-table.ts';
import { createHttpServer } from './http/http-server.ts';
import { RequestsUnderWay } from './http/requests-under-way.ts';
import { LiveFeed } from './live/live-feed.ts';
import { LiveRoute } from './live/live-route.ts';
import { ApiPages } from './openapi/api-pages.ts';
import { OutboxPage } from './outbox/outbox-page.ts';

/** The public HTTP port, with everything that is served there. */
@Injectable()
export class Gateway {
  private server: FastifyInstance | undefined;
  private underWay: RequestsUnderWay | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayVariables,
    @Inject(SERVED_ROUTES) private readonly routes: RouteTable,
    private readonly health: Health,
    private readonly forward: Forward,
    private readonly downloads: Downloads,
    private readonly liveRoute: LiveRoute,
    private readonly liveFeed: LiveFeed,
    private readonly apiPages: ApiPages,
    private readonly outboxPage: OutboxPage,
    private readonly console: Console,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.stop());
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.server!.server.address() as AddressInfo).port;
  }

  private async start(): Promise<void> {
    const server = await createHttpServer(this.config);
    onlyFromTable(server, this.routes);
    this.underWay = new RequestsUnderWay(server.server);
    this.registerHealth(server);
    this.forward.register(server);
    this.liveRoute.register(server);
    await this.apiPages.register(server);
    this.outboxPage.register(server);
    await this.console.register(server);
    await server.listen({ port: this.config.PORT, host: this.config.HOST });
    this.server = server;
  }

  /** Ends open streams and downloads, waits for the requests under way, then closes every connection. */
  private async stop(): Promise<void> {
    const { server, underWay } = this;
    if (!server) return;
    this.liveFeed.stop();
    this.downloads.stop();
    const closed = server.close();
    await underWay?.none();
    server.server.closeAllConnections();
    await closed;
  }

  /** Health as on the health port, for load balancers that see only this one. Metrics are not public. */
  private registerHealth(server: FastifyInstance): void {
    server.get('/health/live', (_request, reply) => {
      const { isAlive } = this.health;
      return reply.code(isAlive ? 200 : 503).send({ status: isAlive ? 'up' : 'down' });
    });
    server.get('/health/ready', async (_request, reply) => {
      const { ready, checks } = await this.health.check();
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'up' : 'down', checks });
    });
  }
}
