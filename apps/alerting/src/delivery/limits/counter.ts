import type { Period } from './period.ts';

const DAY_MS = 24 * 3_600_000;
/** Longer than the longest period. */
const KEPT_DAYS = 40;

/** The device that a counter belongs to. */
export interface CounterOwner {
  /** Facts of earlier versions of Telemon lack it. */
  readonly deviceKey?: number | undefined;
  readonly managerId: string;
}

export interface CounterDocument {
  /** The device, manager, recipient, host or installation whose notices it counts, and the channel. */
  _id: string;
  /** The notices of each day. */
  days: Record<string, number>;
  /** Of a device's counter: its device when it counted last. */
  owner?: CounterOwner;
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

/** The notices of one counter by day: those stored, and those that a transaction adds today. */
export class Counter {
  private readonly stored: CounterDocument | undefined;
  private added = 0;
  private warned: string | undefined;

  constructor(
    readonly id: string,
    stored: CounterDocument | undefined,
    private readonly owner: CounterOwner | undefined,
  ) {
    const isAnew = stored?.owner && owner && isOfFormerDevice(stored.owner, owner);
    this.stored = isAnew ? undefined : stored;
    this.warned = this.stored?.warned;
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
    return this.added > 0;
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
      expiresAt: new Date(now + KEPT_DAYS * DAY_MS),
    };
  }
}
