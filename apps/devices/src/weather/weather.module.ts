import { Module } from '@nestjs/common';
import { BuildingsModule } from '../buildings/buildings.module.ts';
import { DevicesModule } from '../devices/devices.module.ts';
import { WeatherCopies } from './weather-copies.repository.ts';
import { WeatherHandler } from './weather.handler.ts';
import { WeatherService } from './weather.service.ts';

@Module({
  imports: [BuildingsModule, DevicesModule],
  controllers: [WeatherHandler],
  providers: [WeatherCopies, WeatherService],
  exports: [WeatherService],
})
export class WeatherModule {}
