import { type DynamicModule, Module } from '@nestjs/common';
import type { sessions } from '@telemon/contracts/auth/sessions';
import { AccessModule } from './access/access.module.ts';
import { Console } from './console/console.ts';
import { DataRoutingHandler } from './data-routing/data-routing.handler.ts';
import { ForwardModule } from './forward/forward.module.ts';
import type { RouteTable } from './forward/route-table.ts';
import { Gateway } from './gateway.ts';
import { LiveModule } from './live/live.module.ts';
import { ApiPages } from './openapi/api-pages.ts';
import { OutboxPage } from './outbox/outbox-page.ts';

export interface Calls {
  routes: RouteTable;
  endedSessions: typeof sessions.ended;
}

/** One port for everything: /v1, the live stream, its documentation, the outbox's page and the console. */
@Module({})
export class GatewayModule {
  static for({ routes, endedSessions }: Calls): DynamicModule {
    return {
      module: GatewayModule,
      imports: [AccessModule.for(endedSessions), ForwardModule.for(routes), LiveModule],
      controllers: [DataRoutingHandler],
      providers: [Gateway, ApiPages, OutboxPage, Console],
      exports: [Gateway],
    };
  }
}
