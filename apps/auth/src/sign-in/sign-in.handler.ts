import { Controller } from '@nestjs/common';
import { signIn } from '@telemon/contracts/auth/users';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { SignInService } from './sign-in.service.ts';

@Controller()
export class SignInHandler {
  constructor(private readonly service: SignInService) {}

  @Answers(signIn.login)
  async login({ request, address, userAgent }: Asked<typeof signIn.login>) {
    return this.service.login(request.email, request.password, {
      address: address ?? 'unknown',
      userAgent: userAgent ?? '',
    });
  }

  @Answers(signIn.refresh)
  async refresh({ request }: Asked<typeof signIn.refresh>) {
    return this.service.refresh(request.refreshToken, request.attempt);
  }

  @Answers(signIn.logout)
  async logout({ actor, request }: Asked<typeof signIn.logout>) {
    return this.service.logout(actor, request.refreshToken);
  }
}
