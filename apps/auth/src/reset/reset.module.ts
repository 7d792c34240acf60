import { Module } from '@nestjs/common';
import { CodesModule } from '../codes/codes.module.ts';
import { LettersModule } from '../letters/letters.module.ts';
import { LimitsModule } from '../limits/limits.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { ResetHandler } from './reset.handler.ts';
import { ResetService } from './reset.service.ts';

@Module({
  imports: [UsersModule, CodesModule, LettersModule, LimitsModule],
  controllers: [ResetHandler],
  providers: [ResetService],
})
export class ResetModule {}
