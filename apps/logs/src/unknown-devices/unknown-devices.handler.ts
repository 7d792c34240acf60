import { Controller } from '@nestjs/common';
import { unknownDevices } from '@telemon/contracts/logs/unknown-devices';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { UnknownDevicesService } from './unknown-devices.service.ts';

@Controller()
export class UnknownDevicesHandler {
  constructor(private readonly service: UnknownDevicesService) {}

  @Answers(unknownDevices.list)
  async list({ actor, request }: Asked<typeof unknownDevices.list>) {
    return this.service.list(actor, request);
  }

  @Answers(unknownDevices.remove)
  async remove({ actor, request }: Asked<typeof unknownDevices.remove>) {
    return this.service.remove(actor, request.deviceName);
  }

  @Answers(unknownDevices.tell)
  async tell({ actor, request }: Asked<typeof unknownDevices.tell>) {
    refusePeople(actor);
    await this.service.keep(request);
    return null;
  }
}
