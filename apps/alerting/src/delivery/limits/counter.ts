import { Severity } from '@telemon/contracts/alerting/alerts';
import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { Period } from './period.ts';

/** Longer than the longest period. */
const KEPT_DAYS = 40;

/** The device that a counter belongs to. */
export interface CounterOwner {
  /** Facts of earlier versions of Telemon lack it. */
  readonly deviceKey?: number | undefined;
  readonly managerId: string;
}

/** A minute of a recipient, which begins with the first notice after the one before. */
interface Minute {
  start: Date;
  /** The notices in it that go out one by one, by rank. */
  singles: number[];
}

export interface CounterDocument {
  /** The device, manager, recipient, host or installation whose notices it counts, and the channel. */
  _id: string;
  /** The notices of each day. */
  days: Record<string, number>;
  /** The device when it counted last; only in a device's counter. */
  owner?: CounterOwner;
  /** The recipient's present minute; only in a recipient's counter. */
  minute?: Minute;
  /** When the last grouped notice was made; only in a recipient's counter. */
  groupedAt?: Date;
  /** The period of the last warning that most of the limit is used. */
  warned?: string;
  /** When MongoDB deletes the counter, long after its last day. */
  expiresAt: Date;
}

/**
 * A device that was deleted and made again by its manager goes on with the count, and so does one that got another manager. Another
 * manager's device that took over the name starts anew.
 */
const isOfFormerDevice = (stored: CounterOwner, { deviceKey = 0, managerId }: CounterOwner): boolean =>
  (stored.deviceKey ?? deviceKey) < deviceKey && stored.managerId !== managerId;

/** Whether an instant lies less than a minute after another; not if a clock was set back between them. */
const isWithinMinuteOf = (start: Date | undefined, now: number): start is Date =>
  start !== undefined && start.getTime() <= now && now - start.getTime() < MINUTE_MS;

/** The notices of one counter by day: those stored, and those that a transaction adds today. */
export class Counter {
  private readonly stored: CounterDocument | undefined;
  private added = 0;
  private warned: string | undefined;
  private minute: Minute | undefined;
  private groupedAt: Date | undefined;

  constructor(
    readonly id: string,
    stored: CounterDocument | undefined,
    private readonly owner: CounterOwner | undefined,
  ) {
    const isAnew = stored?.owner && owner && isOfFormerDevice(stored.owner, owner);
    this.stored = isAnew ? undefined : stored;
    this.warned = this.stored?.warned;
    this.minute = this.stored?.minute;
    this.groupedAt = this.stored?.groupedAt;
  }

  /** The notices in a period that today is in. */
  usedIn({ first, last }: Period): number {
    const ofDays = Object.entries(this.stored?.days ?? {});
    return ofDays.reduce(
      (sum, [day, count]) => (day >= first && day <= last ? sum + count : sum),
      this.added,
    );
  }

  add(): void {
    this.added++;
  }

  get isChanged(): boolean {
    return this.added > 0 || this.minute !== this.stored?.minute || this.groupedAt !== this.stored?.groupedAt;
  }

  /**
   * Takes one of the places of the recipient's present minute for notices that go out one by one. Less severe ones take none of a
   * notice's places.
   * @returns null; or the end of the minute, if all `places` are taken: this changes nothing, so that such notices restart no other
   * transaction
   */
  takePlace(places: number, rank: number, now: number): Date | null {
    const { minute } = this;
    const present =
      minute && isWithinMinuteOf(minute.start, now)
        ? minute
        : { start: new Date(now), singles: Severity.options.map(() => 0) };
    const taken = present.singles.slice(0, rank + 1).reduce((sum, count) => sum + count, 0);
    if (taken >= places) {
      this.minute = present;
      return new Date(present.start.getTime() + MINUTE_MS);
    }
    this.minute = { ...present, singles: present.singles.with(rank, present.singles[rank]! + 1) };
    return null;
  }

  /** When the next grouped notice may be made; null: now. */
  nextGroupAt(now: number): Date | null {
    const { groupedAt } = this;
    return isWithinMinuteOf(groupedAt, now) ? new Date(groupedAt.getTime() + MINUTE_MS) : null;
  }

  /** Notes that a grouped notice is made. */
  group(now: number): void {
    this.groupedAt = new Date(now);
  }

  /** Notes a warning in a period; false if there was one. */
  warnIn({ name, first }: Period): boolean {
    const period = `${name} ${first}`;
    if (this.warned === period) return false;
    this.warned = period;
    return true;
  }

  /** The document that replaces the stored one. */
  documentOn(today: string, now: number): CounterDocument {
    const from = new Date(Date.parse(today) - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
    const kept = Object.entries(this.stored?.days ?? {}).filter(([day]) => day >= from);
    const days = Object.fromEntries(kept);
    return {
      _id: this.id,
      days: { ...days, [today]: (days[today] ?? 0) + this.added },
      ...(this.owner && { owner: this.owner }),
      ...(this.warned !== undefined && { warned: this.warned }),
      ...(this.minute && { minute: this.minute }),
      ...(this.groupedAt && { groupedAt: this.groupedAt }),
      expiresAt: new Date(now + KEPT_DAYS * DAY_MS),
    };
  }
}
