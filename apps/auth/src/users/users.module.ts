import { Module } from '@nestjs/common';
import { LettersModule } from '../letters/letters.module.ts';
import { LimitsModule } from '../limits/limits.module.ts';
import { LocationsModule } from '../locations/locations.module.ts';
import { TokensModule } from '../tokens/tokens.module.ts';
import { FirstAdmin } from './first-admin.ts';
import { Passwords } from './passwords.ts';
import { UsersHandler } from './users.handler.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [TokensModule, LocationsModule, LettersModule, LimitsModule],
  controllers: [UsersHandler],
  providers: [UsersService, UsersRepository, Passwords, FirstAdmin],
  exports: [UsersService],
})
export class UsersModule {}
