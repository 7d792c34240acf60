import { Module } from '@nestjs/common';
import { EndpointModule } from './endpoint/endpoint.module.ts';

/** The UDP side of Telemon: datagrams of registered devices become messages of `telemetry.raw`. */
@Module({ imports: [EndpointModule] })
export class UdpRouterModule {}
