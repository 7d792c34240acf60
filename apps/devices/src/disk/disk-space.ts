import { DAY_MS, HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';

/** A look at a disk. */
export interface DiskSpace {
  readonly totalBytes: number;
  readonly usedBytes: number;
}

/** Why the admin is warned: little of the disk is free, or it fills up fast. */
export type Cause = 'space' | 'growth';

const GB = 1024 ** 3;
/** Less than this share of the disk is little … */
const LITTLE_SHARE = 0.1;
/** … if it is less than this, too. */
const LITTLE_BYTES = 20 * GB;
/** A disk that is full within so many days fills up fast. */
const SOON_DAYS = 7;
/** A warning ends when there is so many times as much as where it begins. */
const ENDS_AT = 1.1;
/** The growth of a shorter time tells little about a day, ms. */
const SHORTEST_MS = 12 * HOUR_MS;
/** A look that is closer than this to the last remembered one is not remembered, ms. */
const LOOKS_APART_MS = 10 * MINUTE_MS;

export const freeOf = ({ totalBytes, usedBytes }: DiskSpace): number => Math.max(0, totalBytes - usedBytes);

/** Why to warn; null if there is no reason to. A warning goes on until there is somewhat more than where it began. */
export const causeOf = (space: DiskSpace, daysLeft: number | null, warned: Cause | null): Cause | null => {
  const little = Math.min(LITTLE_SHARE * space.totalBytes, LITTLE_BYTES);
  if (freeOf(space) < little * (warned === 'space' ? ENDS_AT : 1)) return 'space';
  // After a pause, or after the clock was put back, the growth is not known.
  if (daysLeft === null) return warned === 'growth' ? warned : null;
  return daysLeft < SOON_DAYS * (warned === 'growth' ? ENDS_AT : 1) ? 'growth' : null;
};

/** The used space of a disk at a time, epoch milliseconds. */
export interface Look {
  readonly at: number;
  readonly usedBytes: number;
}

/** How fast a disk fills up, by the looks at it of the last day. */
export class Growth {
  private present: Look | undefined;

  /** @param looks The looks of the last day, the oldest first. */
  constructor(readonly looks: Look[] = []) {}

  /** Adds a look; returns false if it is so close to the one before that it need not be remembered. */
  add(at: number, { usedBytes }: DiskSpace): boolean {
    this.present = { at, usedBytes };
    // After a clock was put back, the looks before tell nothing.
    if (this.looks.some((look) => look.at > at + LOOKS_APART_MS)) this.looks.length = 0;
    while (this.looks[0] && this.looks[0].at < at - DAY_MS) this.looks.shift();
    const last = this.looks.at(-1);
    if (last && at - last.at < LOOKS_APART_MS) return false;
    this.looks.push(this.present);
    return true;
  }

  /** Days until the disk is full, Infinity if it does not grow; null as long as that is not known. */
  daysLeft(space: DiskSpace): number | null {
    const {
      present,
      looks: [first],
    } = this;
    if (!first || !present || present.at - first.at < SHORTEST_MS) return null;
    const perDay = ((present.usedBytes - first.usedBytes) * DAY_MS) / (present.at - first.at);
    return perDay > 0 ? freeOf(space) / perDay : Infinity;
  }
}
