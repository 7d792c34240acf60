import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { LoginLimits } from './login-limits.ts';
import { SignInHandler } from './sign-in.handler.ts';
import { SignInService } from './sign-in.service.ts';

@Module({
  imports: [TokensModule, UsersModule],
  controllers: [SignInHandler],
  providers: [SignInService, LoginLimits],
})
export class SignInModule {}
