import { Module } from '@nestjs/common';
import { ResetModule } from './reset/reset.module.ts';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { SignUpModule } from './sign-up/sign-up.module.ts';
import { UsersModule } from './users/users.module.ts';

/** Users, sign-in with its sessions, sign-up and password reset. */
@Module({ imports: [UsersModule, SignInModule, SignUpModule, ResetModule] })
export class AuthModule {}
