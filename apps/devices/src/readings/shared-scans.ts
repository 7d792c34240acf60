import { Injectable } from '@nestjs/common';
import { DayTotals } from '../latest/day-totals.ts';
import { Days } from '../latest/days.ts';
import { BoundedReads, LONGEST_READ_ROWS } from './bounded-read.ts';
import { type ScanReader, SharedScan, type Visit } from './shared-scan.ts';
import { ReadingsRepository } from './readings.repository.ts';
import type { StoredReading } from './stored-reading.ts';

/**
 * Scans a device's days once for all requests at the same time. Requests of a device's pages seldom have the same range, because
 * each ends when its page was opened; yet they begin at the same midnight, because a day's totals do.
 */
@Injectable()
export class SharedScans {
  /** Scans that wait for their turn, by device and midnight: they have read nothing yet, so others may join. */
  private readonly waiting = new Map<string, SharedScan>();

  constructor(
    private readonly repository: ReadingsRepository,
    private readonly days: Days,
    private readonly reads: BoundedReads,
  ) {}

  /** Visits few rows for one request, which has its turn already. */
  async alone(key: number, { range, visit, read }: ScanReader): Promise<void> {
    const from = this.midnightOf(range.from);
    const show: Visit = (reading, totals) => {
      if (reading.timestamp >= range.from) visit(reading, totals);
    };
    await this.repository.visit(key, { from, to: range.to }, this.withTotals(from, show), read.bounds);
  }

  /**
   * Visits readings for a request, together with other requests for the same days.
   * @throws if there are too many rows, or at the request's deadline.
   */
  async together(owner: string, key: number, reader: ScanReader): Promise<void> {
    reader.read.bounds.signal.throwIfAborted();
    const from = this.midnightOf(reader.range.from);
    const name = `${key} ${from}`;
    const waiting = this.waiting.get(name);
    if (waiting) return waiting.join(reader);
    const scan = new SharedScan();
    this.waiting.set(name, scan);
    const done = scan.join(reader);
    void this.reads
      .inLongTurn(owner, scan.signal, async () => {
        this.waiting.delete(name);
        scan.begin();
        await this.read(key, from, scan);
      })
      .then(
        () => scan.end(),
        (error: unknown) => scan.fail(error),
      )
      .finally(() => this.waiting.get(name) === scan && this.waiting.delete(name));
    return done;
  }

  private async read(key: number, from: number, scan: SharedScan): Promise<void> {
    if (scan.isEmpty) return;
    // The database skips the rows, so that none are in memory for a refused request.
    const beyond = { offset: LONGEST_READ_ROWS, limit: 1, direction: 1 } as const;
    const [tooMany] = await this.repository.page(key, { from, to: scan.to }, beyond, scan.bounds);
    if (tooMany) scan.refuseFrom(tooMany.timestamp);
    const show = this.withTotals(from, (reading, totals) => scan.show(reading, totals));
    if (!scan.isEmpty) await this.repository.visit(key, { from, to: scan.to }, show, scan.bounds);
  }

  private withTotals(from: number, show: Visit): (reading: StoredReading) => void {
    let totals = new DayTotals({ start: from, end: from });
    return (reading) => {
      if (!totals.has(reading.timestamp)) totals = new DayTotals(this.days.of(reading.timestamp));
      totals.add(reading.current);
      show(reading, totals);
    };
  }

  /** A day's totals begin at midnight, wherever the range begins. */
  private midnightOf(instant: number): number {
    return this.days.of(instant).start;
  }
}
