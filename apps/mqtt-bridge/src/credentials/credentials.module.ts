import { Module } from '@nestjs/common';
import { UnknownDevices } from '@telemon/edge/unknown-devices';
import { Credentials } from './credentials.ts';
import { OneTimeLogins } from './one-time-logins.ts';

@Module({
  providers: [UnknownDevices.provider('mqtt'), Credentials, OneTimeLogins],
  exports: [Credentials, OneTimeLogins, UnknownDevices],
})
export class CredentialsModule {}
