import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.ts';
import { LimitsModule } from '../limits/limits.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { SignInHandler } from './sign-in.handler.ts';
import { SignInService } from './sign-in.service.ts';

@Module({
  imports: [TokensModule, UsersModule, LimitsModule],
  controllers: [SignInHandler],
  providers: [SignInService],
})
export class SignInModule {}
