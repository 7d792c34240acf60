/** A look at a disk. */
export interface DiskSpace {
  readonly totalBytes: number;
  readonly usedBytes: number;
}

/** Why the admin is warned: little of the disk is free, or it fills up fast. */
export type Cause = 'space' | 'growth';

const GB = 1024 ** 3;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
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
/** Looks that are closer to each other than this count as one, ms. */
const LOOKS_APART_MS = 10 * 60_000;

export const freeOf = ({ totalBytes, usedBytes }: DiskSpace): number => Math.max(0, totalBytes - usedBytes);

/** Why to warn; null if there is no reason to. A warning goes on until there is somewhat more than where it began. */
export const causeOf = (space: DiskSpace, daysLeft: number | null, warned: Cause | null): Cause | null => {
  const little = Math.min(LITTLE_SHARE * space.totalBytes, LITTLE_BYTES);
  if (freeOf(space) < little * (warned === 'space' ? ENDS_AT : 1)) return 'space';
  // A process that was just started does not know the growth yet.
  if (daysLeft === null) return warned === 'growth' ? warned : null;
  return daysLeft < SOON_DAYS * (warned === 'growth' ? ENDS_AT : 1) ? 'growth' : null;
};

/** How fast a disk fills up, by the looks at it of the last day. */
export class Growth {
  private readonly looks: { at: number; usedBytes: number }[] = [];

  add(at: number, { usedBytes }: DiskSpace): void {
    // After a clock was put back, the looks before tell nothing.
    if (this.looks.some((look) => look.at > at)) this.looks.length = 0;
    const before = this.looks.at(-2);
    if (before && at - before.at < LOOKS_APART_MS) this.looks.pop();
    this.looks.push({ at, usedBytes });
    while (this.looks[0]!.at < at - DAY_MS) this.looks.shift();
  }

  /** Days until the disk is full, Infinity if it does not grow; null as long as that is not known. */
  daysLeft(space: DiskSpace): number | null {
    const [first, last] = [this.looks[0], this.looks.at(-1)];
    if (!first || !last || last.at - first.at < SHORTEST_MS) return null;
    const perDay = ((last.usedBytes - first.usedBytes) * DAY_MS) / (last.at - first.at);
    return perDay > 0 ? freeOf(space) / perDay : Infinity;
  }
}
