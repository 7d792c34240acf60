import { Controller } from '@nestjs/common';
import { alertTraces } from '@telemon/contracts/alerting/traces';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { TracesService } from './traces.service.ts';

@Controller()
export class TracesHandler {
  constructor(private readonly service: TracesService) {}

  @Answers(alertTraces.ofReadings)
  async ofReadings({ actor, request }: Asked<typeof alertTraces.ofReadings>) {
    return this.service.ofReadings(actor, request);
  }

  @Answers(alertTraces.ofEntry)
  async ofEntry({ actor, request }: Asked<typeof alertTraces.ofEntry>) {
    return this.service.ofEntry(actor, request.id);
  }
}
