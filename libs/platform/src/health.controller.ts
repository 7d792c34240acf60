import { Controller, Get, Header, HttpCode, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Health } from './health.ts';
import { METRICS_CONTENT_TYPE, metricsText } from './metrics.ts';

/** /health/live: the process works. /health/ready: so do the servers that it needs. /metrics: its metrics. */
@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('health/live')
  @HttpCode(200)
  live(@Res({ passthrough: true }) reply: FastifyReply) {
    const alive = this.health.isAlive;
    void reply.status(alive ? 200 : 503);
    return { status: alive ? 'up' : 'down' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { ready, checks } = await this.health.check();
    void reply.status(ready ? 200 : 503);
    return { status: ready ? 'up' : 'down', checks, migrations: this.health.migrations };
  }

  @Get('metrics')
  @Header('content-type', METRICS_CONTENT_TYPE)
  metrics() {
    return metricsText();
  }
}
