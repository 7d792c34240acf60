import { Module } from '@nestjs/common';
import { UdpEndpointModule } from './endpoint/udp-endpoint.module.ts';

/** The UDP side of Telemon: datagrams of registered devices become messages of `telemetry.raw`. */
@Module({ imports: [UdpEndpointModule] })
export class UdpRouterModule {}
