import { Module } from '@nestjs/common';
import { DeviceLookup } from './device-lookup.ts';
import { KnownDevices } from './known-devices.ts';
import { KnownUsers } from './known-users.ts';

@Module({
  providers: [KnownDevices, KnownUsers, DeviceLookup],
  exports: [KnownDevices, KnownUsers, DeviceLookup],
})
export class ScopeModule {}
