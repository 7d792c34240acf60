import { Controller } from '@nestjs/common';
import { commands } from '@telemon/contracts/devices/commands';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { CommandsService } from './commands.service.ts';

@Controller()
export class CommandsHandler {
  constructor(private readonly service: CommandsService) {}

  @Answers(commands.create)
  async create({ actor, request }: Asked<typeof commands.create>) {
    return this.service.create(actor, request);
  }

  @Answers(commands.remove)
  async remove({ actor, request }: Asked<typeof commands.remove>) {
    return this.service.remove(actor, request.id);
  }

  /** For our own endpoints alone; there is no route to it. */
  @Answers(commands.delivered)
  async delivered({ actor, request }: Asked<typeof commands.delivered>) {
    refusePeople(actor);
    return this.service.deliver(request);
  }

  /** For our own endpoints alone; there is no route to it. */
  @Answers(commands.tooLarge)
  async tooLarge({ actor, request }: Asked<typeof commands.tooLarge>) {
    refusePeople(actor);
    return this.service.markTooLarge(request);
  }
}
