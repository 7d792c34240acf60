import { Injectable } from '@nestjs/common';
import type { DeviceDocument } from '../devices/device-document.ts';
import { Days } from '../latest/days.ts';
import { type BoundedRead, BoundedReads } from './bounded-read.ts';
import { DaysSoFar, type PastReading } from './days-so-far.ts';
import type { Visit } from './pass.ts';
import { type Page, type Range, ReadingsRepository } from './readings.repository.ts';
import { SharedPasses } from './shared-passes.ts';

/** Whose readings, and whom the device belongs to. */
type Owned = Pick<DeviceDocument, 'key' | 'managerId'>;

const NEWEST_OF_RANGE = { offset: 0, limit: 10, direction: -1 } as const;
const NEWEST = 3;

/**
 * The readings of devices as they are stored, with each day's minimum, maximum and average so far filled in. Each question is bounded:
 * it is refused where there is too much to read for it.
 */
@Injectable()
export class ReadingHistory {
  constructor(
    private readonly repository: ReadingsRepository,
    private readonly days: Days,
    private readonly reads: BoundedReads,
    private readonly passes: SharedPasses,
  ) {}

  /** Hands each reading of a device in a range to `visit`, oldest first, with what its day came to up to then. */
  visit(device: Owned, range: Range, visit: Visit): Promise<void> {
    return this.reads.run(device.managerId, (read) => this.visitDays(device, range, visit, read));
  }

  /** The same, and on the way the newest ten of the range and the newest three of all, newest first. */
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
        daysSoFar.passes(reading, totals);
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
  page(device: Owned, range: Range, page: Page): Promise<{ rows: PastReading[]; totalCount: number }> {
    const { key, managerId } = device;
    return this.reads.run(managerId, async (read) => {
      const totalCount = await read.weigh(this.counting(key, range, read));
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
      return this.passes.alone(key, { range, visit, read });
    }
    return read.inAnotherTurn(() => this.passes.together(managerId, key, { range, visit, read }));
  }

  /** Reads the days of the rows that did not go by yet, each up to the last of them. */
  private async fill(device: Owned, daysSoFar: DaysSoFar, read: BoundedRead): Promise<void> {
    const lastOfDay = new Map<number, number>();
    for (const { timestamp } of daysSoFar.rest) {
      const { start } = this.days.of(timestamp);
      lastOfDay.set(start, Math.max(timestamp, lastOfDay.get(start) ?? 0));
    }
    const passes: Visit = (reading, totals) => daysSoFar.passes(reading, totals);
    for (const [from, to] of lastOfDay) await this.visitDays(device, { from, to }, passes, read);
  }
}
