import { Controller } from '@nestjs/common';
import { deviceLosses } from '@telemon/contracts/devices/device-losses';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { DeviceLosses } from './device-losses.ts';

@Controller()
export class DeviceLossesHandler {
  constructor(private readonly losses: DeviceLosses) {}

  /** For services that ask as a user; there is no route to it. */
  @Answers(deviceLosses.since)
  async since({ actor, request }: Asked<typeof deviceLosses.since>) {
    return this.losses.since(actor, request);
  }
}
