import { Controller } from '@nestjs/common';
import { events } from '@telemon/contracts/alerting/events';
import { periodLog } from '@telemon/contracts/alerting/period-log';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { EventsService } from './events.service.ts';

@Controller()
export class EventsHandler {
  constructor(private readonly service: EventsService) {}

  @Answers(events.create)
  async create({ actor, request }: Asked<typeof events.create>) {
    return this.service.create(actor, request);
  }

  @Answers(events.list)
  async list({ actor, request }: Asked<typeof events.list>) {
    return this.service.list(actor, request);
  }

  @Answers(events.ofDevice)
  async ofDevice({ actor, request }: Asked<typeof events.ofDevice>) {
    const { deviceName, ...query } = request;
    return this.service.ofDevice(actor, deviceName, query);
  }

  @Answers(periodLog.occurrences)
  async ofPeriod({ actor, request }: Asked<typeof periodLog.occurrences>) {
    return this.service.ofPeriod(actor, request);
  }

  @Answers(events.remove)
  async remove({ actor, request }: Asked<typeof events.remove>) {
    return this.service.remove(actor, request.id);
  }
}
