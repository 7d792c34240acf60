import { Controller } from '@nestjs/common';
import { letters } from '@telemon/contracts/alerting/letters';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { LettersService } from './letters.service.ts';

@Controller()
export class LettersHandler {
  constructor(private readonly service: LettersService) {}

  @Answers(letters.post)
  async post({ actor, request }: Asked<typeof letters.post>) {
    return this.service.post(actor, request);
  }
}
