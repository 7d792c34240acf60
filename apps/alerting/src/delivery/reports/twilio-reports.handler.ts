import { Controller } from '@nestjs/common';
import { deliveryReports } from '@telemon/contracts/alerting/delivery-reports';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { TwilioReports } from './twilio-reports.service.ts';

@Controller()
export class TwilioReportsHandler {
  constructor(private readonly service: TwilioReports) {}

  @Answers(deliveryReports.twilio)
  async take({ request }: Asked<typeof deliveryReports.twilio>) {
    return this.service.take(request);
  }
}
