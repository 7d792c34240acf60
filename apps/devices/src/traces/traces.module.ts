import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { HistoryModule } from '../history/history.module.ts';
import { ReadingsModule } from '../readings/readings.module.ts';
import { TracesHandler } from './traces.handler.ts';
import { TracesService } from './traces.service.ts';

@Module({
  imports: [DevicesModule, HistoryModule, ReadingsModule],
  controllers: [TracesHandler],
  providers: [TracesService],
})
export class TracesModule {}
