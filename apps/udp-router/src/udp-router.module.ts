import { Module } from '@nestjs/common';
import { UdpEndpointModule } from './endpoint/udp-endpoint.module.ts';
import { UdpRoutesModule } from './routes/udp-routes.module.ts';

/**
 * The UDP side of Telemon: datagrams of registered devices become messages of `telemetry.raw`, and are forwarded where routes say.
 */
@Module({ imports: [UdpEndpointModule, UdpRoutesModule] })
export class UdpRouterModule {}
