import { withDaySoFar } from '../latest/day-so-far.ts';
import type { DayTotals } from '../latest/day-totals.ts';
import type { StoredReading } from '../stored-readings/stored-reading.ts';

/** A stored reading, its minimum, maximum and average filled in. */
export type PastReading = Pick<
  StoredReading,
  'timestamp' | 'mark' | 'receivedAt' | 'isTest' | 'current' | 'raw' | 'battery' | 'rain'
> &
  ReturnType<typeof withDaySoFar>;

const nameOf = ({ timestamp, mark }: StoredReading) => `${timestamp} ${mark}`;

/** Fills in the day's values up to each of some rows, while all readings of these days are visited. */
export class DaysSoFar {
  private readonly missing = new Map<string, StoredReading>();
  /** The times of the first and the last row: hundreds of thousands of other readings are skipped. */
  private first = Infinity;
  private last = -Infinity;
  private readonly filled = new Map<string, PastReading>();

  constructor(rows: readonly StoredReading[]) {
    for (const row of rows) {
      this.missing.set(nameOf(row), row);
      this.first = Math.min(this.first, row.timestamp);
      this.last = Math.max(this.last, row.timestamp);
    }
  }

  /** Whether a row was visited. */
  has(row: StoredReading): boolean {
    return this.filled.has(nameOf(row));
  }

  /** @param totals The totals of the day up to this reading. */
  visit(reading: StoredReading, totals: DayTotals): void {
    if (reading.timestamp < this.first || reading.timestamp > this.last) return;
    const name = nameOf(reading);
    if (!this.missing.delete(name)) return;
    this.filled.set(name, { ...reading, ...withDaySoFar(reading, totals) });
  }

  of(row: StoredReading): PastReading {
    return this.filled.get(nameOf(row)) ?? row;
  }
}
