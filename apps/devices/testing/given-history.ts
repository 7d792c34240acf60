import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { DeletedDevices } from '../src/devices/deleted-devices.ts';
import { DevicesRepository } from '../src/devices/devices.repository.ts';
import { OpenHours } from '../src/history/open-hours.ts';
import { PastReadings } from '../src/history/past-readings.ts';
import { RemovalClock } from '../src/history/removal-clock.ts';
import { Retention } from '../src/history/retention.ts';
import { SealedHours } from '../src/history/sealed-hours.repository.ts';
import { SealedRollups } from '../src/history/sealed-rollups.ts';
import { Sealing } from '../src/history/sealing.ts';
import { Days } from '../src/latest/days.ts';
import { LatestRepository } from '../src/latest/latest.repository.ts';
import { LatestService } from '../src/latest/latest.service.ts';
import { ReadingsRepository } from '../src/stored-readings/readings.repository.ts';

/** The single and sealed readings of a process, and the passes that seal and remove them. */
export const historyOf = async (
  url: string,
  {
    keptDays,
    zone = 'UTC',
    limits,
  }: { keptDays?: number; zone?: string; limits?: { atOnce: number; ofHour: number } } = {},
) => {
  const mongo = new Mongo(url, 'history-spec');
  const open = new ReadingsRepository(mongo);
  const sealed = new SealedHours(mongo);
  const openHours = new OpenHours(mongo, new Lifecycle());
  const retention = new Retention({ READINGS_KEPT_DAYS: keptDays }, new Days({ TIMEZONE: zone }));
  const deletedDevices = new DeletedDevices(new DevicesRepository(mongo));
  const clock = new RemovalClock(mongo);
  const latest = new LatestService(new LatestRepository(mongo));
  const sealing = new Sealing(
    mongo,
    open,
    sealed,
    deletedDevices,
    latest,
    openHours,
    retention,
    clock,
    new Lifecycle(),
    limits,
  );
  await mongo.prepare();
  const past = new PastReadings(mongo, open, sealed, new SealedRollups(sealed), openHours, retention);
  return { mongo, open, openHours, sealed, sealing, past, retention, latest };
};
