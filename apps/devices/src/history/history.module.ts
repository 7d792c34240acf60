import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { LatestModule } from '../latest/latest.module.ts';
import { StoredReadingsModule } from '../stored-readings/stored-readings.module.ts';
import { BoundedReads } from './bounded-read.ts';
import { OpenHours } from './open-hours.ts';
import { PastReadings } from './past-readings.ts';
import { ReadingHistory } from './reading-history.ts';
import { RemovalClock } from './removal-clock.ts';
import { Retention } from './retention.ts';
import { SealedHours } from './sealed-hours.repository.ts';
import { SealedRollups } from './sealed-rollups.ts';
import { Sealing } from './sealing.ts';

@Module({
  imports: [DevicesModule, LatestModule, StoredReadingsModule],
  providers: [
    BoundedReads,
    OpenHours,
    PastReadings,
    ReadingHistory,
    RemovalClock,
    Retention,
    SealedHours,
    SealedRollups,
    Sealing,
  ],
  exports: [PastReadings, ReadingHistory, RemovalClock, Retention],
})
export class HistoryModule {}
