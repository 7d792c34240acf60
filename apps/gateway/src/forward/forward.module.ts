import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG } from '@telemon/platform/platform.module';
import type { GatewayVariables } from '../config.ts';
import { DownloadsModule } from '../downloads/downloads.module.ts';
import { UploadsModule } from '../uploads/uploads.module.ts';
import { Forward } from './forward.ts';
import { type RouteTable, SERVED_ROUTES, servedRoutes } from './route-table.ts';
import { SessionCookie } from './session-cookie.ts';

@Module({})
export class ForwardModule {
  static for(table: RouteTable): DynamicModule {
    const routes = {
      provide: SERVED_ROUTES,
      useFactory: (config: GatewayVariables) => servedRoutes(table, config),
      inject: [CONFIG],
    };
    return {
      module: ForwardModule,
      imports: [DownloadsModule, UploadsModule],
      providers: [Forward, SessionCookie, routes],
      exports: [DownloadsModule, Forward, SERVED_ROUTES],
    };
  }
}
