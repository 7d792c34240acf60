import { Controller } from '@nestjs/common';
import { testReadings } from '@telemon/contracts/devices/test-readings';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { TestReadingsService } from './test-readings.service.ts';

@Controller()
export class TestReadingsHandler {
  constructor(private readonly service: TestReadingsService) {}

  @Answers(testReadings.send)
  async send({ actor, request }: Asked<typeof testReadings.send>) {
    return this.service.send(actor, request.deviceName);
  }
}
