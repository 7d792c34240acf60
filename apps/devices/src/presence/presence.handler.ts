import { Controller } from '@nestjs/common';
import { presence } from '@telemon/contracts/devices/presence';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { PresenceReports } from './presence-reports.service.ts';

@Controller()
export class PresenceHandler {
  constructor(private readonly reports: PresenceReports) {}

  /** For replicas of the MQTT endpoint alone; there is no route to it. */
  @Answers(presence.tell)
  async tell({ actor, request }: Asked<typeof presence.tell>) {
    refusePeople(actor);
    return this.reports.take(request);
  }
}
