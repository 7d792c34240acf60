import { Module } from '@nestjs/common';
import { DeviceKeys } from './device-keys.ts';

@Module({ providers: [DeviceKeys], exports: [DeviceKeys] })
export class DeviceKeysModule {}
