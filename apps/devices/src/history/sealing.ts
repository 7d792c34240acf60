import { Injectable } from '@nestjs/common';
import { isUnavailable, reasonOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Lease, type LeaseDocument } from '@telemon/platform/migrations/lease';
import { Mongo } from '@telemon/platform/mongo';
import { setTimeout as delay } from 'node:timers/promises';
import { DevicesRepository } from '../devices/devices.repository.ts';
import { firstIdFrom, keyOf, timeOf } from '../readings/reading-id.ts';
import { ReadingsRepository } from '../readings/readings.repository.ts';
import type { StoredReading } from '../readings/stored-reading.ts';
import { OpenHours, openFrom } from './open-hours.ts';
import { merged } from './reading-batches.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './rollups.ts';
import { SealedHours, dayOf, hourOf } from './sealed-hours.repository.ts';

/** The pause between two passes over all devices, ms. */
const PASS_EVERY_MS = 10 * MINUTE_MS;
/** More readings than these are sealed hour by hour, to keep transactions short. */
const MOST_AT_ONCE = 20_000;
/** After each step, as much time is left to others as it took, and this much at least, ms. */
const LEAST_PAUSE_MS = 5;

/**
 * Moves the readings of past hours from the collection into which they are written to the compact one, with their roll-ups, and
 * removes those of deleted devices. The readings that are still there are all that is left to do, so a pass may be cut off anywhere;
 * the next pass moves late readings.
 */
@Injectable()
export class Sealing {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly mongo: Mongo,
    private readonly readings: ReadingsRepository,
    private readonly sealed: SealedHours,
    private readonly devices: DevicesRepository,
    private readonly openHours: OpenHours,
    lifecycle: Lifecycle,
  ) {
    const lease = new Lease(mongo.collection<LeaseDocument>('leases'), 'sealing');
    lifecycle.onStart(() => void (this.running = this.run(lease)));
    lifecycle.onStop(async () => {
      this.stopping.abort();
      await this.running;
    });
  }

  /** Seals all hours that have ended, and removes the readings of deleted devices. */
  async pass(now: number, signal: AbortSignal): Promise<void> {
    const known = await this.devices.keys();
    // A device that was made since then is not among them; its readings came after it.
    const isDeleted = async (key: number) => !known.has(key) && !(await this.devices.hasKey(key));
    const open = openFrom(now);
    await this.openHours.begin(open);
    await this.passOpen(open, isDeleted, signal);
    await this.passSealed(isDeleted, signal);
  }

  private async passOpen(
    open: number,
    isDeleted: (key: number) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    let from = firstIdFrom(0, 0);
    while (!signal.aborted) {
      const first = await this.readings.firstFrom(from);
      if (first === null) return;
      const [key, start] = [keyOf(first), hourOf(timeOf(first))];
      if (await isDeleted(key)) {
        const range = { from: start, to: dayOf(start) + DAY_MS - 1 };
        await this.readings.remove(key, range);
        from = firstIdFrom(key, range.to + 1);
        continue;
      }
      if (start >= open) {
        from = firstIdFrom(key + 1, 0);
        continue;
      }
      const begun = performance.now();
      const end = Math.min(dayOf(start) + DAY_MS, open);
      const isMany =
        (await this.readings.countOf(key, { from: start, to: end - 1 }, MOST_AT_ONCE)) === MOST_AT_ONCE;
      const to = isMany ? start + HOUR_MS : end;
      await this.trySeal(key, start, to);
      from = firstIdFrom(key, to);
      await delay(Math.max(LEAST_PAUSE_MS, performance.now() - begun));
    }
  }

  private async passSealed(isDeleted: (key: number) => Promise<boolean>, signal: AbortSignal): Promise<void> {
    let key = await this.sealed.firstKeyFrom(0);
    while (key !== null && !signal.aborted) {
      if (await isDeleted(key)) await this.sealed.remove(key);
      key = await this.sealed.firstKeyFrom(key + 1);
    }
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

  private async run(lease: Lease): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.openHours.recall();
        await lease.holdIfFree((lost) => this.pass(Date.now(), AbortSignal.any([signal, lost])));
      } catch (error) {
        logger.warn({ reason: reasonOf(error) }, 'readings not sealed; the next pass seals them');
      }
      await delay(PASS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
