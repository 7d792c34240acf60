import { Controller } from '@nestjs/common';
import { alertChanges } from '@telemon/contracts/alerting/alert-changes';
import { alertLog } from '@telemon/contracts/alerting/alert-log';
import { alerts } from '@telemon/contracts/alerting/alerts';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { AlertChanges } from './alert-changes.service.ts';
import { Snoozing } from './snoozing.service.ts';
import { TestMessages } from './test-messages.service.ts';
import { AlertsService } from './alerts.service.ts';

@Controller()
export class AlertsHandler {
  constructor(
    private readonly service: AlertsService,
    private readonly changes: AlertChanges,
    private readonly snoozing: Snoozing,
    private readonly tests: TestMessages,
  ) {}

  @Answers(alerts.create)
  async create({ actor, request }: Asked<typeof alerts.create>) {
    return this.service.create(actor, request);
  }

  @Answers(alerts.list)
  async list({ actor, request }: Asked<typeof alerts.list>) {
    return this.service.list(actor, request);
  }

  @Answers(alerts.ofDevice)
  async ofDevice({ actor, request }: Asked<typeof alerts.ofDevice>) {
    const { deviceName, ...query } = request;
    return this.service.ofDevice(actor, deviceName, query);
  }

  @Answers(alertChanges.get)
  async get({ actor, request }: Asked<typeof alertChanges.get>) {
    return this.service.get(actor, request.id);
  }

  @Answers(alertChanges.update)
  async update({ actor, request }: Asked<typeof alertChanges.update>) {
    return this.changes.update(actor, request);
  }

  @Answers(alertChanges.pause)
  async pause({ actor, request }: Asked<typeof alertChanges.pause>) {
    return this.changes.setPaused(actor, request.id, request.paused);
  }

  @Answers(alertChanges.test)
  async test({ actor, request }: Asked<typeof alertChanges.test>) {
    return this.tests.send(actor, request.id);
  }

  @Answers(alertLog.snooze)
  async snooze({ actor, request }: Asked<typeof alertLog.snooze>) {
    return this.snoozing.snooze(actor, request);
  }

  @Answers(alerts.remove)
  async remove({ actor, request }: Asked<typeof alerts.remove>) {
    return this.service.remove(actor, request.id);
  }
}
