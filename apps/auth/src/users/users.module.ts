import { Module } from '@nestjs/common';
import { LettersModule } from '../letters/letters.module.ts';
import { LimitsModule } from '../limits/limits.module.ts';
import { LocationsModule } from '../locations/locations.module.ts';
import { TokensModule } from '../tokens/tokens.module.ts';
import { FirstAdmin } from './first-admin.ts';
import { InvitationsHandler } from './invitations.handler.ts';
import { InvitationsService } from './invitations.service.ts';
import { Invitations } from './invitations.ts';
import { ManagerChecks } from './manager-checks.ts';
import { Passwords } from './passwords.ts';
import { UsersHandler } from './users.handler.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [TokensModule, LocationsModule, LettersModule, LimitsModule],
  controllers: [UsersHandler, InvitationsHandler],
  providers: [
    UsersService,
    UsersRepository,
    ManagerChecks,
    Passwords,
    FirstAdmin,
    Invitations,
    InvitationsService,
  ],
  exports: [UsersService],
})
export class UsersModule {}
