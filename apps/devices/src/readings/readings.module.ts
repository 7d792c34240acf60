import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { HistoryModule } from '../history/history.module.ts';
import { LatestModule } from '../latest/latest.module.ts';
import { PresenceModule } from '../presence/presence.module.ts';
import { SensorTypesModule } from '../sensor-types/sensor-types.module.ts';
import { StoredReadingsModule } from '../stored-readings/stored-readings.module.ts';
import { Announcements } from './announcements.ts';
import { LiveReadings } from './live-readings.ts';
import { DeadLetters } from './dead-letters.ts';
import { FirstArrivals } from './first-arrivals.repository.ts';
import { Folding } from './folding.ts';
import { ReadingIds } from './reading-ids.ts';
import { Intake } from './intake.ts';
import { ReadingsConsumer } from './readings.consumer.ts';
import { Senders } from './senders.ts';
import { UnreadableMessages } from './unreadable-messages.ts';

@Module({
  imports: [
    DevicesModule,
    HistoryModule,
    LatestModule,
    PresenceModule,
    SensorTypesModule,
    StoredReadingsModule,
  ],
  providers: [
    Announcements,
    LiveReadings,
    DeadLetters,
    FirstArrivals,
    Folding,
    ReadingIds,
    Intake,
    ReadingsConsumer,
    Senders,
    UnreadableMessages,
  ],
  exports: [DeadLetters, ReadingIds, Senders, UnreadableMessages],
})
export class ReadingsModule {}
