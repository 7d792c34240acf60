import { Module } from '@nestjs/common';
import { BuildingsModule } from '../buildings/buildings.module.ts';
import { CommandsModule } from '../commands/commands.module.ts';
import { DevicesModule } from '../devices/devices.module.ts';
import { HistoryModule } from '../history/history.module.ts';
import { ImagesModule } from '../images/images.module.ts';
import { LatestModule } from '../latest/latest.module.ts';
import { ManagersModule } from '../managers/managers.module.ts';
import { WeatherModule } from '../weather/weather.module.ts';
import { DashboardsHandler } from './dashboards.handler.ts';
import { DeviceDashboardService } from './device-dashboard.service.ts';
import { DeviceReportsService } from './device-reports.service.ts';
import { DeviceSheets } from './device-sheets.ts';
import { ExportedReadings } from './exported-readings.ts';
import { ExportsService } from './exports.service.ts';
import { HomeService } from './home.service.ts';

@Module({
  imports: [
    BuildingsModule,
    CommandsModule,
    DevicesModule,
    HistoryModule,
    ImagesModule,
    LatestModule,
    ManagersModule,
    WeatherModule,
  ],
  controllers: [DashboardsHandler],
  providers: [
    DeviceDashboardService,
    DeviceReportsService,
    DeviceSheets,
    ExportedReadings,
    ExportsService,
    HomeService,
  ],
})
export class DashboardsModule {}
