import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { PresenceHandler } from './presence.handler.ts';
import { PresenceModule } from './presence.module.ts';
import { PresenceReports } from './presence-reports.service.ts';

@Module({
  imports: [DevicesModule, PresenceModule],
  controllers: [PresenceHandler],
  providers: [PresenceReports],
})
export class PresenceReportsModule {}
