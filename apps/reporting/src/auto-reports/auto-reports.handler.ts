import { Controller } from '@nestjs/common';
import { autoReports } from '@telemon/contracts/reporting/auto-reports';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { AutoReportsService } from './auto-reports.service.ts';

@Controller()
export class AutoReportsHandler {
  constructor(private readonly service: AutoReportsService) {}

  @Answers(autoReports.get)
  async get({ actor }: Asked<typeof autoReports.get>) {
    return this.service.get(actor);
  }

  @Answers(autoReports.save)
  async save({ actor, request }: Asked<typeof autoReports.save>) {
    return this.service.save(actor, request);
  }
}
