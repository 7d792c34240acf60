import { Injectable, Optional } from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { isUnavailable, reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Lease, type LeaseDocument } from '@telemon/platform/leases/lease';
import { runLeasedPasses } from '@telemon/platform/leases/leased-passes';
import { Mongo } from '@telemon/platform/mongo';
import { setTimeout as delay } from 'node:timers/promises';
import { DeletedDevices, type IsDeleted } from '../devices/deleted-devices.ts';
import { LatestService } from '../latest/latest.service.ts';
import { firstIdFrom, keyOf, timeOf } from '../stored-readings/reading-id.ts';
import { ReadingsRepository } from '../stored-readings/readings.repository.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';
import { expiredRemoved } from './history.metrics.ts';
import { OpenHours, openFrom } from './open-hours.ts';
import { merged } from './reading-batches.ts';
import { RemovalClock } from './removal-clock.ts';
import { Retention } from './retention.ts';
import { SealedHours, dayOf, hourOf } from './sealed-hours.repository.ts';

/** The pause between two passes over all devices, ms. */
const PASS_EVERY_MS = 10 * MINUTE_MS;
/** So many days of a device are removed at once. */
const DAYS_AT_ONCE = 7;
/** After each step, as much time is left to others as it took, and this much at least, ms. */
const LEAST_PAUSE_MS = 5;
const pauseAsLongAs = (ms: number) => delay(Math.max(LEAST_PAUSE_MS, ms));
const hourName = (key: number, start: number) => `${key} ${start}`;

interface SealingLimits {
  /** So many readings are sealed at once, of one hour where a day has more: MongoDB ends a transaction that takes five seconds. */
  readonly atOnce: number;
  /** An hour with more is not sealed: with each part, all of its sealed readings are read and packed anew. */
  readonly ofHour: number;
}

const LIMITS: SealingLimits = { atOnce: 20_000, ofHour: 200_000 };

/** The sealed and single readings that a pass removes. */
interface Removal {
  /** The readings before this instant. */
  readonly before: number;
  /** All readings of these devices. */
  readonly isDeleted: IsDeleted;
}

/**
 * Moves the readings of past hours, with their roll-ups, from the collection that they are written to into the compact one. Removes
 * the readings and newest values of deleted devices, and the readings that are no longer kept. A pass may be cut off anywhere: the next
 * one goes on with the readings that are still there, and with late ones.
 */
@Injectable()
export class Sealing {
  /** The hours with too many readings that were found so far, so that no pass counts them again. */
  private readonly tooFull = new Set<string>();

  constructor(
    private readonly mongo: Mongo,
    private readonly readings: ReadingsRepository,
    private readonly sealed: SealedHours,
    private readonly deletedDevices: DeletedDevices,
    private readonly latest: LatestService,
    private readonly openHours: OpenHours,
    private readonly retention: Retention,
    private readonly clock: RemovalClock,
    lifecycle: Lifecycle,
    @Optional() private readonly limits: SealingLimits = LIMITS,
  ) {
    const lease = new Lease(mongo.collection<LeaseDocument>('leases'), 'sealing');
    runLeasedPasses(lease, lifecycle, {
      everyMs: PASS_EVERY_MS,
      prepare: () => this.openHours.recall(),
      pass: (signal) => this.pass(Date.now(), signal),
      failed: 'readings not sealed; the next pass seals them',
    });
  }

  /** Seals all hours that have ended, and removes the readings of deleted devices and those older than readings are kept. */
  async pass(now: number, signal: AbortSignal): Promise<void> {
    const isDeleted = await this.deletedDevices.forPass();
    const removal: Removal = { before: await this.removableBefore(now), isDeleted };
    const open = openFrom(now);
    await this.openHours.begin(open);
    await this.passOpen(open, removal, signal);
    await this.passSealed(removal, signal);
  }

  private async passOpen(open: number, { before, isDeleted }: Removal, signal: AbortSignal): Promise<void> {
    let from = firstIdFrom(0, 0);
    while (!signal.aborted) {
      const first = await this.readings.firstFrom(from);
      if (first === null) return;
      const [key, start] = [keyOf(first), hourOf(timeOf(first))];
      const isGone = await isDeleted(key);
      if (start >= open && !isGone) {
        from = firstIdFrom(key + 1, 0);
        continue;
      }
      const isKept = !isGone && start >= before;
      if (!isKept) this.tooFull.delete(hourName(key, start));
      else if (this.tooFull.has(hourName(key, start))) {
        from = firstIdFrom(key, start + HOUR_MS);
        continue;
      }
      const begun = performance.now();
      const ofDay = dayOf(start) + DAY_MS;
      const end = isGone ? ofDay : Math.min(ofDay, open);
      const { atOnce } = this.limits;
      const isMany = (await this.readings.countOf(key, { from: start, to: end - 1 }, atOnce)) === atOnce;
      let to = isMany ? await this.endOfPart(key, timeOf(first)) : end;
      if (isGone) {
        await this.latest.remove(key);
        await this.readings.remove(key, { from: start, to: to - 1 });
      } else if (!isKept) await this.removeExpired(key, start, to);
      else if (isMany && (await this.isTooFull(key, start))) to = start + HOUR_MS;
      else await this.trySeal(key, start, to);
      from = firstIdFrom(key, to);
      await pauseAsLongAs(performance.now() - begun);
    }
  }

  /** The end of the first readings of an hour, as many as are sealed at once; all readings of one time are together. */
  private async endOfPart(key: number, first: number): Promise<number> {
    const end = hourOf(first) + HOUR_MS;
    const next = await this.readings.timeBehind(key, { from: first, to: end - 1 }, this.limits.atOnce);
    return next === null ? end : Math.max(next, first + 1);
  }

  /** Whether an hour has so many single readings that it is not sealed. */
  private async isTooFull(key: number, start: number): Promise<boolean> {
    const range = { from: start, to: start + HOUR_MS - 1 };
    const { ofHour } = this.limits;
    if ((await this.readings.countOf(key, range, ofHour + 1)) <= ofHour) return false;
    this.tooFull.add(hourName(key, start));
    logger.warn({ device: key, from: start }, 'an hour has too many readings to be sealed; they stay single');
    return true;
  }

  private async passSealed({ before, isDeleted }: Removal, signal: AbortSignal): Promise<void> {
    let first = await this.sealed.firstFrom(0);
    while (first !== null && !signal.aborted) {
      const { key, day } = first;
      const begun = performance.now();
      const isGone = await isDeleted(key);
      if (isGone || day < before) {
        if (isGone) await this.latest.remove(key);
        const end = day + DAYS_AT_ONCE * DAY_MS;
        const to = isGone ? end : Math.min(end, before);
        // Days of which only a part is removed would be seen if readings were kept for longer from then on.
        const hours = await this.mongo.transaction((session) => this.sealed.remove(key, day, to, session));
        if (!isGone) expiredRemoved.inc({ kind: 'hour' }, hours);
        await pauseAsLongAs(performance.now() - begun);
        first = await this.sealed.firstFrom(key);
      } else first = await this.sealed.firstFrom(key + 1);
    }
  }

  private async removeExpired(key: number, from: number, to: number): Promise<void> {
    expiredRemoved.inc({ kind: 'reading' }, await this.readings.remove(key, { from, to: to - 1 }));
  }

  /** 0 while the clocks are not believed. */
  private async removableBefore(now: number): Promise<number> {
    const past = await this.clock.past(now);
    return past === null ? 0 : this.retention.removableBefore(past);
  }

  /** Hours that cannot be sealed hold up no others. */
  private async trySeal(key: number, from: number, to: number): Promise<void> {
    try {
      await this.seal(key, from, to);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      logger.error(
        { device: key, from, reason: reasonOf(error) },
        'readings not sealed; the next pass tries again',
      );
    }
  }

  /** Seals hours of one day of a device in one transaction. */
  async seal(key: number, from: number, to: number): Promise<void> {
    await this.mongo.transaction(async (session) => {
      const range = { from, to: to - 1 };
      const open = await this.readings.rowsOf(key, range, session);
      const hours: { start: number; readings: StoredReading[] }[] = [];
      for (const [start, readings] of Map.groupBy(open, ({ timestamp }) => hourOf(timestamp))) {
        const sealed = await this.sealed.hour(key, start, { session });
        hours.push({ start, readings: merged(sealed?.slice() ?? [], readings) });
      }
      if (hours.length === 0) return;
      await this.sealed.put(key, dayOf(from), hours, session);
      await this.readings.remove(key, range, session);
    });
  }
}
