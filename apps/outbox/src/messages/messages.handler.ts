import { Controller } from '@nestjs/common';
import { outbox } from '@telemon/contracts/outbox/outbox';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { MessagesService } from './messages.service.ts';

@Controller()
export class MessagesHandler {
  constructor(private readonly service: MessagesService) {}

  @Answers(outbox.list)
  async list({ actor, request }: Asked<typeof outbox.list>) {
    return this.service.list(actor, request);
  }

  @Answers(outbox.clear)
  async clear({ actor }: Asked<typeof outbox.clear>) {
    return this.service.clear(actor);
  }
}
