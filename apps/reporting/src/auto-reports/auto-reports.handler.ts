import { Controller } from '@nestjs/common';
import { autoReports } from '@telemon/contracts/reporting/auto-reports';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { RunsService } from '../runs/runs.service.ts';
import { AutoReportsService } from './auto-reports.service.ts';

@Controller()
export class AutoReportsHandler {
  constructor(
    private readonly service: AutoReportsService,
    private readonly runs: RunsService,
  ) {}

  @Answers(autoReports.get)
  async get({ actor }: Asked<typeof autoReports.get>) {
    return this.service.get(actor);
  }

  @Answers(autoReports.save)
  async save({ actor, request }: Asked<typeof autoReports.save>) {
    return this.service.save(actor, request);
  }

  @Answers(autoReports.sendNow)
  async sendNow({ actor }: Asked<typeof autoReports.sendNow>) {
    return this.runs.sendNow(actor);
  }

  @Answers(autoReports.runs)
  async list({ actor, request }: Asked<typeof autoReports.runs>) {
    return this.runs.list(actor, request);
  }

  @Answers(autoReports.run)
  async run({ actor, request }: Asked<typeof autoReports.run>) {
    return this.runs.get(actor, request.id);
  }

  @Answers(autoReports.file)
  async file({ actor, request, inbox }: Asked<typeof autoReports.file>) {
    return this.runs.file(actor, request.id, inbox);
  }
}
