import { Module } from '@nestjs/common';
import { UdpEndpointModule } from './endpoint/udp-endpoint.module.ts';
import { UdpRoutesModule } from './routes/udp-routes.module.ts';

/**
 * The UDP side of Telemon: datagrams of registered devices become messages of `telemetry.raw`, and are forwarded where routes say.
 * The endpoint comes last, so that it stops first: it counts the datagrams that it drops even if MongoDB holds up the stop of the routes.
 */
@Module({ imports: [UdpRoutesModule, UdpEndpointModule] })
export class UdpRouterModule {}
