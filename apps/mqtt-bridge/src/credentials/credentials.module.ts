import { Module } from '@nestjs/common';
import { Credentials } from './credentials.ts';
import { OneTimeLogins } from './one-time-logins.ts';

@Module({ providers: [Credentials, OneTimeLogins], exports: [Credentials, OneTimeLogins] })
export class CredentialsModule {}
