import { Controller } from '@nestjs/common';
import { limits } from '@telemon/contracts/alerting/limits';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { DeviceLookup } from '../../scope/device-lookup.ts';
import { LimitsService } from './limits.service.ts';

@Controller()
export class LimitsHandler {
  constructor(
    private readonly service: LimitsService,
    private readonly lookup: DeviceLookup,
  ) {}

  @Answers(limits.ofDevice)
  async ofDevice({ actor, request }: Asked<typeof limits.ofDevice>) {
    return this.service.ofDevice(await this.lookup.find(actor, request.deviceName), Date.now());
  }
}
