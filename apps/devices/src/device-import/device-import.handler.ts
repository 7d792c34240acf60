import { Controller } from '@nestjs/common';
import { deviceImport } from '@telemon/contracts/devices/device-import';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { DeviceImportService } from './device-import.service.ts';

@Controller()
export class DeviceImportHandler {
  constructor(private readonly service: DeviceImportService) {}

  @Answers(deviceImport.run)
  async run({ actor, request }: Asked<typeof deviceImport.run>) {
    return this.service.run(actor, request);
  }
}
