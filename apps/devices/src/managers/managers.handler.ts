import { Controller } from '@nestjs/common';
import { ownership } from '@telemon/contracts/devices/ownership';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { ManagersService } from './managers.service.ts';

@Controller()
export class ManagersHandler {
  constructor(private readonly service: ManagersService) {}

  /** For auth alone; there is no route to it. */
  @Answers(ownership.of)
  async owns({ actor, request }: Asked<typeof ownership.of>) {
    refusePeople(actor);
    return { owns: await this.service.owns(request.managerId) };
  }
}
