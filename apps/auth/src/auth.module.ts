import { Module } from '@nestjs/common';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { UsersModule } from './users/users.module.ts';

/** Who there is, and who they are when they sign in. */
@Module({ imports: [UsersModule, SignInModule] })
export class AuthModule {}
