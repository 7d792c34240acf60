import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@telemon/contracts/durations';
import { OLDEST_TIMESTAMP_MS } from '@telemon/contracts/readings';
import { CONFIG } from '@telemon/platform/platform.module';
import type { DevicesVariables } from '../config.ts';
import { Days } from '../latest/days.ts';
import { dayOf } from './sealed-hours.repository.ts';

/**
 * How long readings are kept. The reads leave out older ones from the first instant of a day of the installation on, so that no
 * page depends on how far their removal has got.
 */
@Injectable()
export class Retention {
  /** Null: all readings are kept. */
  readonly keptDays: number | null;

  constructor(
    @Inject(CONFIG) { READINGS_KEPT_DAYS }: Pick<DevicesVariables, 'READINGS_KEPT_DAYS'>,
    private readonly days: Days,
  ) {
    this.keptDays = READINGS_KEPT_DAYS ?? null;
  }

  /** The first instant whose readings are shown, epoch milliseconds; 0 if all are kept. */
  keptFrom(now: number): number {
    if (this.keptDays === null) return 0;
    const keptMs = this.keptDays * DAY_MS;
    // Noon, because a day may have 23 or 25 hours: with one of 25 since then, a multiple of 24 hours ends in the day after.
    const byCalendar = this.days.of(this.days.of(now).start - keptMs + DAY_MS / 2).start;
    return Math.max(0, Math.min(byCalendar, this.days.of(now - keptMs).start));
  }

  /** The first instant whose readings are not to be removed: readings are sealed, and removed, by days of UTC. */
  removableBefore(now: number): number {
    return dayOf(this.keptFrom(now));
  }

  /** Whether a device sends a reading after its time to be kept. An older timestamp is replaced by the time of arrival. */
  isOver(timestamp: number | null, receivedAt: number): boolean {
    return (
      timestamp !== null &&
      timestamp < this.keptFrom(receivedAt) &&
      timestamp >= receivedAt - OLDEST_TIMESTAMP_MS
    );
  }
}
