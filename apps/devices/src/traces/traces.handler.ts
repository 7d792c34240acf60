import { Controller } from '@nestjs/common';
import { readingTraces } from '@telemon/contracts/devices/traces';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { TracesService } from './traces.service.ts';

@Controller()
export class TracesHandler {
  constructor(private readonly service: TracesService) {}

  @Answers(readingTraces.ofMessage)
  async ofMessage({ actor, request }: Asked<typeof readingTraces.ofMessage>) {
    return this.service.ofMessage(actor, request);
  }

  @Answers(readingTraces.ofReading)
  async ofReading({ actor, request }: Asked<typeof readingTraces.ofReading>) {
    return this.service.ofReading(actor, request);
  }
}
