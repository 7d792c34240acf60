import { Controller } from '@nestjs/common';
import { alertLog } from '@telemon/contracts/alerting/alert-log';
import { periodLog } from '@telemon/contracts/alerting/period-log';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { AlertLogService } from './alert-log.service.ts';
import { ExportsService } from './exports.service.ts';

@Controller()
export class AlertLogHandler {
  constructor(
    private readonly service: AlertLogService,
    private readonly exports: ExportsService,
  ) {}

  @Answers(alertLog.list)
  async list({ actor, request }: Asked<typeof alertLog.list>) {
    return this.service.list(actor, request);
  }

  @Answers(alertLog.ofDevice)
  async ofDevice({ actor, request }: Asked<typeof alertLog.ofDevice>) {
    const { deviceName, firedFrom, firedTo, ...query } = request;
    return this.service.ofDevice(actor, { deviceName, firedFrom, firedTo }, query);
  }

  @Answers(alertLog.export)
  async export({ actor, request, inbox }: Asked<typeof alertLog.export>) {
    return this.exports.log(actor, request, inbox);
  }

  @Answers(alertLog.exportFile)
  async exportFile({ actor, request, inbox }: Asked<typeof alertLog.exportFile>) {
    return this.exports.file(actor, request, inbox);
  }

  @Answers(periodLog.entries)
  async ofPeriod({ actor, request }: Asked<typeof periodLog.entries>) {
    return this.service.ofPeriod(actor, request);
  }

  @Answers(periodLog.scope)
  async scope({ actor }: Asked<typeof periodLog.scope>) {
    return this.service.scopeOf(actor);
  }

  @Answers(alertLog.acknowledge)
  async acknowledge({ actor, request }: Asked<typeof alertLog.acknowledge>) {
    return this.service.acknowledge(actor, request);
  }
}
