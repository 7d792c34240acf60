import { Module } from '@nestjs/common';
import { CodesModule } from '../codes/codes.module.ts';
import { LettersModule } from '../letters/letters.module.ts';
import { LimitsModule } from '../limits/limits.module.ts';
import { LocationsModule } from '../locations/locations.module.ts';
import { UsersModule } from '../users/users.module.ts';
import { SignUpHandler } from './sign-up.handler.ts';
import { SignUpService } from './sign-up.service.ts';

@Module({
  imports: [UsersModule, LocationsModule, CodesModule, LettersModule, LimitsModule],
  controllers: [SignUpHandler],
  providers: [SignUpService],
})
export class SignUpModule {}
