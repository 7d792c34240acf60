import { Controller } from '@nestjs/common';
import { assignments } from '@telemon/contracts/devices/assignments';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { AssignmentsService } from './assignments.service.ts';

@Controller()
export class AssignmentsHandler {
  constructor(private readonly service: AssignmentsService) {}

  @Answers(assignments.create)
  async create({ actor, request }: Asked<typeof assignments.create>) {
    return this.service.create(actor, request);
  }

  @Answers(assignments.list)
  async list({ actor, request }: Asked<typeof assignments.list>) {
    return this.service.list(actor, request);
  }

  @Answers(assignments.remove)
  async remove({ actor, request }: Asked<typeof assignments.remove>) {
    return this.service.remove(actor, request.id);
  }

  @Answers(assignments.ofDevice)
  async ofDevice({ actor, request }: Asked<typeof assignments.ofDevice>) {
    return this.service.ofDevice(actor, request.deviceName);
  }
}
