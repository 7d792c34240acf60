import { Controller } from '@nestjs/common';
import { testPublications } from '@telemon/contracts/mqtt-bridge/test-readings';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { TestReadings } from './test-readings.service.ts';

@Controller()
export class TestReadingsHandler {
  constructor(private readonly service: TestReadings) {}

  /** For the devices service alone, which knows whose device it is. */
  @Answers(testPublications.publish)
  async publish({ actor, request }: Asked<typeof testPublications.publish>) {
    refusePeople(actor);
    return this.service.publish(request);
  }
}
