import { Controller } from '@nestjs/common';
import { udpKeys } from '@telemon/contracts/devices/udp-identity';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { UdpKeysService } from './udp-keys.service.ts';

@Controller()
export class UdpKeysHandler {
  constructor(private readonly service: UdpKeysService) {}

  @Answers(udpKeys.make)
  async make({ actor, request }: Asked<typeof udpKeys.make>) {
    return { udp: await this.service.make(actor, request.deviceName) };
  }

  @Answers(udpKeys.remove)
  async remove({ actor, request }: Asked<typeof udpKeys.remove>) {
    return this.service.remove(actor, request.deviceName);
  }
}
