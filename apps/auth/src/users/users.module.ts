import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.ts';
import { FirstAdmin } from './first-admin.ts';
import { Passwords } from './passwords.ts';
import { UsersHandler } from './users.handler.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [TokensModule],
  controllers: [UsersHandler],
  providers: [UsersService, UsersRepository, Passwords, FirstAdmin],
  exports: [UsersService],
})
export class UsersModule {}
