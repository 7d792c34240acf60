import { Inject, Injectable } from '@nestjs/common';
import { startOfDay } from '@telemon/platform/calendar';
import { CONFIG } from '@telemon/platform/platform.module';
import type { DevicesVariables } from '../config.ts';

/** A day of the installation's time zone: its first instant, and that of the next day. Epoch milliseconds. */
export interface Day {
  readonly start: number;
  readonly end: number;
}

/** More than a month, so that a chart's days stay cached. */
const MOST_REMEMBERED = 64;

/** Which day an instant belongs to. The calculation is slow, so days are cached. */
@Injectable()
export class Days {
  readonly zone: string;
  private readonly remembered: Day[] = [];

  constructor(@Inject(CONFIG) { TIMEZONE }: Pick<DevicesVariables, 'TIMEZONE'>) {
    this.zone = TIMEZONE;
  }

  of(instant: number): Day {
    for (const day of this.remembered) if (instant >= day.start && instant < day.end) return day;
    const day = { start: startOfDay(this.zone, instant), end: startOfDay(this.zone, instant, 1) };
    if (this.remembered.unshift(day) > MOST_REMEMBERED) this.remembered.pop();
    return day;
  }
}
