import { Injectable } from '@nestjs/common';
import type { DeviceDocument } from '../devices/device-document.ts';
import { Days } from '../latest/days.ts';
import { type BoundedRead, BoundedReads } from './bounded-read.ts';
import { DaysSoFar, type PastReading } from './days-so-far.ts';
import type { Visit } from './shared-scan.ts';
import { type RowRange, type Range, ReadingsRepository } from './readings.repository.ts';
import { SharedScans } from './shared-scans.ts';

/** The key and the manager of a device. */
type Owned = Pick<DeviceDocument, 'key' | 'managerId'>;

const NEWEST_OF_RANGE = { offset: 0, limit: 10, direction: -1 } as const;
const NEWEST = 3;

/**
 * The stored readings of devices, with each day's minimum, maximum and average so far filled in. A request for too many readings
 * is refused.
 */
@Injectable()
export class ReadingHistory {
  constructor(
    private readonly repository: ReadingsRepository,
    private readonly days: Days,
    private readonly reads: BoundedReads,
    private readonly scans: SharedScans,
  ) {}

  /** Calls `visit` for each reading of a device in a range, oldest first, with the totals of its day up to then. */
  visit(device: Owned, range: Range, visit: Visit): Promise<void> {
    return this.reads.run(device.managerId, (read) => this.visitDays(device, range, visit, read));
  }

  /** The same, and returns the newest ten of the range and the newest three of all, newest first. */
  visitWithNewest(
    device: Owned,
    range: Range,
    visit: Visit,
  ): Promise<{ ofRange: PastReading[]; ofAll: PastReading[] }> {
    const { key, managerId } = device;
    return this.reads.run(managerId, async (read) => {
      const [ofRange, ofAll] = await Promise.all([
        this.repository.page(key, range, NEWEST_OF_RANGE, read.bounds),
        this.repository.newest(key, NEWEST, read.bounds),
      ]);
      const daysSoFar = new DaysSoFar([...ofRange, ...ofAll]);
      const visitBoth: Visit = (reading, totals) => {
        visit(reading, totals);
        daysSoFar.visit(reading, totals);
      };
      await this.visitDays(device, range, visitBoth, read);
      await this.fill(device, daysSoFar, read);
      return {
        ofRange: ofRange.map((row) => daysSoFar.of(row)),
        ofAll: ofAll.map((row) => daysSoFar.of(row)),
      };
    });
  }

  /** A page of a device's readings in a range, and how many there are. */
  page(device: Owned, range: Range, page: RowRange): Promise<{ rows: PastReading[]; totalCount: number }> {
    const { key, managerId } = device;
    return this.reads.run(managerId, async (read) => {
      const totalCount = await read.countRows(this.counting(key, range, read));
      if (page.offset >= totalCount) return { rows: [], totalCount };
      const rows = await this.repository.page(key, range, page, read.bounds);
      const daysSoFar = new DaysSoFar(rows);
      await this.fill(device, daysSoFar, read);
      return { rows: rows.map((row) => daysSoFar.of(row)), totalCount };
    });
  }

  private counting(key: number, range: Range, read: BoundedRead) {
    return (most: number) => this.repository.count(key, range, most, read.bounds);
  }

  private async visitDays(
    { key, managerId }: Owned,
    range: Range,
    visit: Visit,
    read: BoundedRead,
  ): Promise<void> {
    const span = { from: this.days.of(range.from).start, to: range.to };
    if (await read.isShort(this.counting(key, span, read))) {
      return this.scans.alone(key, { range, visit, read });
    }
    return read.inAnotherTurn(() => this.scans.together(managerId, key, { range, visit, read }));
  }

  /** Visits the days of the rows that were not visited yet, each up to its last row. */
  private async fill(device: Owned, daysSoFar: DaysSoFar, read: BoundedRead): Promise<void> {
    const lastOfDay = new Map<number, number>();
    for (const { timestamp } of daysSoFar.rest) {
      const { start } = this.days.of(timestamp);
      lastOfDay.set(start, Math.max(timestamp, lastOfDay.get(start) ?? 0));
    }
    const fillIn: Visit = (reading, totals) => daysSoFar.visit(reading, totals);
    for (const [from, to] of lastOfDay) await this.visitDays(device, { from, to }, fillIn, read);
  }
}
