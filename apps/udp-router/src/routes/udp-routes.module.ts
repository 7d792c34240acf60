import { Module } from '@nestjs/common';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { CONFIG } from '@telemon/platform/platform.module';
import type { UdpRouterVariables } from '../config.ts';
import { DeviceKeysModule } from '../endpoint/device-keys.module.ts';
import { ForwardingLease } from './forwarding-lease.ts';
import { Forwarding } from './forwarding.ts';
import { QueueWriter } from './queue-writer.ts';
import { ReaderGroup } from './reader-group.ts';
import { RouteChanges } from './route-changes.ts';
import { UdpRoutesHandler } from './udp-routes.handler.ts';
import { UdpRoutesRepository } from './udp-routes.repository.ts';
import { UdpRoutesService } from './udp-routes.service.ts';

@Module({
  imports: [DeviceKeysModule],
  controllers: [UdpRoutesHandler],
  providers: [
    {
      provide: OutboundAddresses,
      useFactory: ({ OUTBOUND_ALLOW }: UdpRouterVariables) => new OutboundAddresses(OUTBOUND_ALLOW),
      inject: [CONFIG],
    },
    UdpRoutesRepository,
    RouteChanges,
    UdpRoutesService,
    ForwardingLease,
    ReaderGroup,
    QueueWriter,
    Forwarding,
  ],
})
export class UdpRoutesModule {}
