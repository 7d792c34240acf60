import { Controller } from '@nestjs/common';
import { reset } from '@telemon/contracts/auth/sign-up';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { ResetService } from './reset.service.ts';

@Controller()
export class ResetHandler {
  constructor(private readonly service: ResetService) {}

  @Answers(reset.sendCode)
  async sendCode({ request, address }: Asked<typeof reset.sendCode>) {
    return this.service.sendCode(request.email, address ?? 'unknown');
  }

  @Answers(reset.reset)
  async reset({ request: { email, userOtp, password } }: Asked<typeof reset.reset>) {
    return this.service.reset(email, userOtp, password);
  }
}
