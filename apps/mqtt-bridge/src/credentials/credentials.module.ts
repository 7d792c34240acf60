import { Module } from '@nestjs/common';
import { Credentials } from './credentials.ts';

@Module({ providers: [Credentials], exports: [Credentials] })
export class CredentialsModule {}
