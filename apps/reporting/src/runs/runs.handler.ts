import { Controller } from '@nestjs/common';
import { autoReports } from '@telemon/contracts/reporting/auto-reports';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { RunsService } from './runs.service.ts';

@Controller()
export class RunsHandler {
  constructor(private readonly service: RunsService) {}

  @Answers(autoReports.sendNow)
  async sendNow({ actor }: Asked<typeof autoReports.sendNow>) {
    return this.service.sendNow(actor);
  }

  @Answers(autoReports.runs)
  async list({ actor, request }: Asked<typeof autoReports.runs>) {
    return this.service.list(actor, request);
  }

  @Answers(autoReports.run)
  async run({ actor, request }: Asked<typeof autoReports.run>) {
    return this.service.get(actor, request.id);
  }

  @Answers(autoReports.file)
  async file({ actor, request, inbox }: Asked<typeof autoReports.file>) {
    return this.service.file(actor, request.id, inbox);
  }
}
