import { Controller } from '@nestjs/common';
import { alerts } from '@telemon/contracts/alerting/alerts';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { AlertsService } from './alerts.service.ts';

@Controller()
export class AlertsHandler {
  constructor(private readonly service: AlertsService) {}

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

  @Answers(alerts.remove)
  async remove({ actor, request }: Asked<typeof alerts.remove>) {
    return this.service.remove(actor, request.id);
  }
}
