import { Module } from '@nestjs/common';
import { UnknownDevicesHandler } from './unknown-devices.handler.ts';
import { UnknownDevicesRepository } from './unknown-devices.repository.ts';
import { UnknownDevicesService } from './unknown-devices.service.ts';

@Module({
  controllers: [UnknownDevicesHandler],
  providers: [UnknownDevicesService, UnknownDevicesRepository],
})
export class UnknownDevicesModule {}
