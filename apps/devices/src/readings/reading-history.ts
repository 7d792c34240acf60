import { Injectable } from '@nestjs/common';
import { DayTotals } from '../latest/day-totals.ts';
import { Days } from '../latest/days.ts';
import { type Page, type Range, ReadingsRepository } from './readings.repository.ts';
import type { StoredReading } from './stored-reading.ts';
import { withDaySoFar } from '../latest/day-so-far.ts';

/** A stored reading, its minimum, maximum and average filled in. */
export type PastReading = Pick<
  StoredReading,
  'timestamp' | 'receivedAt' | 'current' | 'raw' | 'battery' | 'rain'
> &
  ReturnType<typeof withDaySoFar>;

/** What devices sent, as it is stored, with each day's minimum, maximum and average so far filled in. */
@Injectable()
export class ReadingHistory {
  constructor(
    private readonly repository: ReadingsRepository,
    private readonly days: Days,
  ) {}

  /** Hands each reading of a device in a range to `visit`, oldest first, with what its day came to up to then. */
  async visit(
    key: number,
    range: Range,
    visit: (reading: StoredReading, totals: DayTotals) => void,
  ): Promise<void> {
    // What a day comes to begins with the day, wherever the range begins.
    const { start } = this.days.of(range.from);
    let totals = new DayTotals({ start, end: start });
    await this.repository.visit(key, { from: start, to: range.to }, (reading) => {
      if (!totals.has(reading.timestamp)) totals = new DayTotals(this.days.of(reading.timestamp));
      totals.add(reading.current);
      if (reading.timestamp >= range.from) visit(reading, totals);
    });
  }

  /** A page of a device's readings in a range, and how many there are. */
  async page(key: number, range: Range, page: Page): Promise<{ rows: PastReading[]; totalCount: number }> {
    const [rows, totalCount] = await Promise.all([
      this.repository.page(key, range, page),
      this.repository.count(key, range),
    ]);
    return { rows: await this.withDays(key, rows), totalCount };
  }

  /** The newest readings of a device, newest first. */
  async newest(key: number, limit: number): Promise<PastReading[]> {
    return this.withDays(key, await this.repository.newest(key, limit));
  }

  /** Fills in what each reading's day came to up to it, from all readings of these days. */
  private async withDays(key: number, rows: StoredReading[]): Promise<PastReading[]> {
    const filled = new Map<string, PastReading>();
    const wanted = new Set(rows.map(nameOf));
    const lastOfDay = new Map<number, number>();
    for (const { timestamp } of rows) {
      const { start } = this.days.of(timestamp);
      lastOfDay.set(start, Math.max(timestamp, lastOfDay.get(start) ?? 0));
    }
    for (const [from, to] of lastOfDay) {
      await this.visit(key, { from, to }, (reading, totals) => {
        const name = nameOf(reading);
        if (wanted.has(name)) filled.set(name, { ...reading, ...withDaySoFar(reading, totals) });
      });
    }
    return rows.map((row) => filled.get(nameOf(row)) ?? row);
  }
}

const nameOf = ({ timestamp, mark }: StoredReading) => `${timestamp} ${mark}`;
