import { Controller } from '@nestjs/common';
import { signUp } from '@telemon/contracts/auth/sign-up';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { SignUpService } from './sign-up.service.ts';

@Controller()
export class SignUpHandler {
  constructor(private readonly service: SignUpService) {}

  @Answers(signUp.sendCode)
  async sendCode({ request, address }: Asked<typeof signUp.sendCode>) {
    return this.service.sendCode(request, address ?? 'unknown');
  }

  @Answers(signUp.signUp)
  async signUp({ request: { mobileOtp, ...request } }: Asked<typeof signUp.signUp>) {
    return this.service.signUp(request, mobileOtp);
  }
}
