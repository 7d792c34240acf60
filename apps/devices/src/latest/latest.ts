import { type DayTotals as Totals, DayTotals, type IntervalTotals, type PerChannel } from './day-totals.ts';
import type { Days } from './days.ts';
import { HalfHours } from './half-hours.ts';

/** A device's last statement about itself, such as its battery, with the time of the reading that contained it. */
interface StatusFieldValue {
  value: number | string;
  at: number;
}
export const STATUS_FIELDS = ['battery', 'rssi', 'simId', 'imei'] as const;
export type StatusField = (typeof STATUS_FIELDS)[number];

/** The number of a device's channels. */
export const CHANNEL_COUNT = 4;
/** The newest reading's day, and the one before it that had readings. */
export const DAYS_HELD = 2;

/** The part of a reading that goes into the latest values. */
export interface Values extends Partial<Record<StatusField, number | string | null>> {
  readonly current: PerChannel;
  readonly minimum: PerChannel;
  readonly maximum: PerChannel;
  readonly average: PerChannel;
}

interface Times {
  /** The reading's effective time, epoch milliseconds. */
  readonly timestamp: number;
  /** When the reading arrived, epoch milliseconds. */
  readonly receivedAt: number;
}

/** When a device's last reading arrived, and its newest timestamp. */
export type ArrivalTimes = Pick<Latest, 'lastUpdated' | 'newest'>;

/** The newest value of a channel, and the day's values that the device sent with it. */
interface NewestOfChannel {
  readonly at: number;
  readonly current: number;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly average: number | null;
}

/**
 * The newest values of a device. The order in which readings are folded in doesn't matter, and no value moves back in time; but
 * each reading may be folded in only once.
 */
export class Latest {
  readonly key: number;
  /** The position in `telemetry.raw` of the last message that was folded in. */
  partition = -1;
  offset = -1;
  /** How many messages were folded in: of two stored states with the same last arrival, the one with more is the later. */
  messages = 0;
  /** Newest arrival; 0: nothing came yet. */
  lastUpdated = 0;
  /** Newest effective time. */
  newest = -Infinity;
  /** The newest timestamp that was in the future on arrival: until then, a reading may repeat one with a replaced time. */
  aheadUntil = -Infinity;
  /** Whether everything stored is known to be folded in; a state just loaded may lag behind. */
  holdsAllStored = false;
  readonly channels: (NewestOfChannel | null)[] = [null, null, null, null];
  readonly said: Partial<Record<StatusField, StatusFieldValue>> = {};
  /** The days that are held, the oldest first. */
  readonly days: Totals[] = [];
  halfHours = new HalfHours();

  constructor(key: number) {
    this.key = key;
  }

  /** Whether a message was folded in before; true only of a repeated delivery. */
  hasFolded(partition: number, offset: number, receivedAt: number): boolean {
    // Offsets begin anew with a new topic, arrival times don't.
    return partition === this.partition && offset <= this.offset && receivedAt <= this.lastUpdated;
  }

  fold(values: Values, times: Times, days: Days): void {
    this.foldNewest(values, times);
    const { timestamp } = times;
    this.dayToAddTo(timestamp, days)?.add(values.current);
    const first = values.current[0]!;
    if (first !== null) this.halfHours.add(timestamp, first);
  }

  /** Takes the values of a reading that are the newest, and none into totals and means: it may be folded in already. */
  foldNewest(values: Values, { timestamp, receivedAt }: Times): void {
    const { current, minimum, maximum, average } = values;
    if (receivedAt > this.lastUpdated) this.lastUpdated = receivedAt;
    for (let channel = 0; channel < CHANNEL_COUNT; channel++) {
      const value = current[channel]!;
      if (value === null) continue;
      const known = this.channels[channel];
      if (known && known.at > timestamp) continue;
      this.channels[channel] = {
        at: timestamp,
        current: value,
        minimum: minimum[channel]!,
        maximum: maximum[channel]!,
        average: average[channel]!,
      };
    }
    for (const field of STATUS_FIELDS) {
      const value = values[field];
      if (value === null || value === undefined) continue;
      const known = this.said[field];
      if (!known || known.at <= timestamp) this.said[field] = { value, at: timestamp };
    }
    if (timestamp > this.newest) this.newest = timestamp;
  }

  /**
   * Adds the readings of a quarter of an hour to totals and means; quarters have to come in the order of time.
   * @param channels Those with a value, by channel; null: none has.
   */
  addQuarter(start: number, channels: readonly (IntervalTotals | null)[], days: Days): void {
    const day = this.dayToAddTo(start, days);
    for (const [channel, totals] of channels.entries()) if (totals) day?.addInterval(channel, totals);
    const [first] = channels;
    if (first) this.halfHours.add(start, first.sum / first.count, first.count);
  }

  /** The totals of an instant's day; null if that day is no longer in memory. */
  totalsOf(instant: number): DayTotals | null {
    for (let index = this.days.length - 1; index >= 0; index--) {
      if (this.days[index]!.has(instant)) return this.days[index]!;
    }
    return null;
  }

  /** Takes totals and means that were recounted from the stored readings of the newest day and the one before. */
  catchUpWith({ days, halfHours }: Latest): void {
    this.days.splice(0, this.days.length, ...days);
    this.halfHours = halfHours;
    this.holdsAllStored = true;
  }

  private dayToAddTo(timestamp: number, days: Days): DayTotals | null {
    const known = this.totalsOf(timestamp);
    if (known) return known;
    const newest = this.days.at(-1);
    // Not all readings of an older day are known here; a chart counts them from the stored ones.
    if (newest && timestamp < newest.day.start) return null;
    const totals = new DayTotals(days.of(timestamp));
    if (this.days.push(totals) > DAYS_HELD) this.days.shift();
    return totals;
  }
}
