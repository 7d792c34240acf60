import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { OpenHours } from '../history/open-hours.ts';
import { PastReadings } from '../history/past-readings.ts';
import { RemovalClock } from '../history/removal-clock.ts';
import { Retention } from '../history/retention.ts';
import { SealedHours } from '../history/sealed-hours.repository.ts';
import { Sealing } from '../history/sealing.ts';
import { LatestModule } from '../latest/latest.module.ts';
import { SensorTypesModule } from '../sensor-types/sensor-types.module.ts';
import { Announcements } from './announcements.ts';
import { LiveReadings } from './live-readings.ts';
import { BoundedReads } from './bounded-read.ts';
import { DeadLetters } from './dead-letters.ts';
import { FirstArrivals } from './first-arrivals.repository.ts';
import { Folding } from './folding.ts';
import { Identity } from './identity.ts';
import { Intake } from './intake.ts';
import { ReadingHistory } from './reading-history.ts';
import { ReadingsConsumer } from './readings.consumer.ts';
import { ReadingsRepository } from './readings.repository.ts';
import { Senders } from './senders.ts';

@Module({
  imports: [DevicesModule, LatestModule, SensorTypesModule],
  providers: [
    Announcements,
    BoundedReads,
    LiveReadings,
    DeadLetters,
    FirstArrivals,
    Folding,
    Identity,
    Intake,
    OpenHours,
    PastReadings,
    ReadingHistory,
    ReadingsConsumer,
    ReadingsRepository,
    RemovalClock,
    Retention,
    SealedHours,
    Sealing,
    Senders,
  ],
  exports: [DeadLetters, ReadingHistory, RemovalClock, Senders],
})
export class ReadingsModule {}
