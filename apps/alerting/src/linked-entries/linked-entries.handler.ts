import { Controller } from '@nestjs/common';
import { alertLog } from '@telemon/contracts/alerting/alert-log';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { LinkedEntries } from './linked-entries.service.ts';

@Controller()
export class LinkedEntriesHandler {
  constructor(private readonly entries: LinkedEntries) {}

  @Answers(alertLog.linked)
  async linked({ request }: Asked<typeof alertLog.linked>) {
    return this.entries.find(request.link);
  }

  @Answers(alertLog.acknowledgeLinked)
  async acknowledge({ request }: Asked<typeof alertLog.acknowledgeLinked>) {
    return this.entries.acknowledge(request.link);
  }

  @Answers(alertLog.snoozeLinked)
  async snooze({ request }: Asked<typeof alertLog.snoozeLinked>) {
    return this.entries.snooze(request.link, request.hours);
  }
}
