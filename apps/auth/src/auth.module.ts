import { Module } from '@nestjs/common';
import { ResetModule } from './reset/reset.module.ts';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { SignUpModule } from './sign-up/sign-up.module.ts';
import { UsersModule } from './users/users.module.ts';

/** Who there is, and who they are when they sign in. */
@Module({ imports: [UsersModule, SignInModule, SignUpModule, ResetModule] })
export class AuthModule {}
