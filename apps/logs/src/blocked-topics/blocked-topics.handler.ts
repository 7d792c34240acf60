import { Controller } from '@nestjs/common';
import { blockedTopics } from '@telemon/contracts/logs/blocked-topics';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { BlockedTopicsService } from './blocked-topics.service.ts';

@Controller()
export class BlockedTopicsHandler {
  constructor(private readonly service: BlockedTopicsService) {}

  @Answers(blockedTopics.create)
  async create({ actor, request }: Asked<typeof blockedTopics.create>) {
    return this.service.create(actor, request.topicName);
  }

  @Answers(blockedTopics.list)
  async list({ actor, request }: Asked<typeof blockedTopics.list>) {
    return this.service.list(actor, request);
  }

  @Answers(blockedTopics.remove)
  async remove({ actor, request }: Asked<typeof blockedTopics.remove>) {
    return this.service.remove(actor, request.id);
  }
}
