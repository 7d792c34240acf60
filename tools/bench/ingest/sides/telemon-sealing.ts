import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Mongo } from '@telemon/platform/mongo';
import { DeletedDevices } from '../../../../apps/devices/dist/devices/deleted-devices.js';
import { DevicesRepository } from '../../../../apps/devices/dist/devices/devices.repository.js';
import { OpenHours } from '../../../../apps/devices/dist/history/open-hours.js';
import { RemovalClock } from '../../../../apps/devices/dist/history/removal-clock.js';
import { Retention } from '../../../../apps/devices/dist/history/retention.js';
import { SealedHours } from '../../../../apps/devices/dist/history/sealed-hours.repository.js';
import { Sealing } from '../../../../apps/devices/dist/history/sealing.js';
import { Days } from '../../../../apps/devices/dist/latest/days.js';
import { LatestRepository } from '../../../../apps/devices/dist/latest/latest.repository.js';
import { LatestService } from '../../../../apps/devices/dist/latest/latest.service.js';
import { ReadingsRepository } from '../../../../apps/devices/dist/stored-readings/readings.repository.js';
import { CostMeter, type MeasuredProcess } from '../../processes.ts';
import type { SealingFigures } from './side.ts';

/** An hour is sealed so long after its end (decision 37). */
const SEALED_AFTER_MS = 15 * MINUTE_MS;
/** Compilers warm up with some devices before others are measured. */
const WARM_UP_DEVICES = 10;
const MEASURED_DEVICES = 50;

const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS) * HOUR_MS;

/** When readings that are stored from this instant on are sealed at the earliest, epoch milliseconds. */
export const sealedFrom = (instant: number): number => hourOf(instant) + HOUR_MS + SEALED_AFTER_MS;

/**
 * Seals the readings that some devices have sent since `since` as the devices service does later, with its own code in this
 * process, and measures the CPU time of this process and of MongoDB.
 */
export async function measureSealing(
  devicesUrl: string,
  keys: readonly number[],
  since: number,
  mongodb: MeasuredProcess,
): Promise<SealingFigures> {
  const mongo = new Mongo(devicesUrl, 'bench');
  try {
    const readings = new ReadingsRepository(mongo);
    const days = new Days({ TIMEZONE: 'UTC' });
    const sealing = new Sealing(
      mongo,
      readings,
      new SealedHours(mongo),
      new DeletedDevices(new DevicesRepository(mongo)),
      new LatestService(new LatestRepository(mongo)),
      new OpenHours(mongo, new Lifecycle()),
      new Retention({ READINGS_KEPT_DAYS: undefined }, days),
      new RemovalClock(mongo),
      new Lifecycle(),
    );
    await mongo.prepare();
    const [first, last] = [hourOf(since), hourOf(Date.now())];
    const seal = async (key: number) => {
      for (let hour = first; hour <= last; hour += HOUR_MS) await sealing.seal(key, hour, hour + HOUR_MS);
    };
    for (const key of keys.slice(0, WARM_UP_DEVICES)) await seal(key);

    const measured = keys.slice(WARM_UP_DEVICES, WARM_UP_DEVICES + MEASURED_DEVICES);
    const range = { from: first, to: last + HOUR_MS - 1 };
    let count = 0;
    for (const key of measured) count += await readings.countOf(key, range, Number.MAX_SAFE_INTEGER);
    const meter = new CostMeter(() => [mongodb, { name: 'sealing', pid: process.pid }]);
    meter.begin();
    for (const key of measured) await seal(key);
    const cpuMs = meter.end().processes.reduce((sum, each) => sum + each.cpuMs, 0);
    return { readings: count, cpuUsPerReading: count === 0 ? NaN : (cpuMs * 1_000) / count };
  } finally {
    await mongo.close();
  }
}
