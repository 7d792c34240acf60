import { Injectable } from '@nestjs/common';
import { DayTotals } from '../latest/day-totals.ts';
import { Days } from '../latest/days.ts';
import { BoundedReads, LONGEST_READ_ROWS } from './bounded-read.ts';
import { type Looker, Pass, type Visit } from './pass.ts';
import { ReadingsRepository } from './readings.repository.ts';
import type { StoredReading } from './stored-reading.ts';

/**
 * Goes through a device's days once for all who ask for them at the same time. Pages of one device are seldom asked for the
 * same range, as each ends when it was opened; yet they begin at the same midnight, because a day's values do.
 */
@Injectable()
export class SharedPasses {
  /** Those that wait for their turn, by device and midnight: nothing was read for them yet, so others may join. */
  private readonly waiting = new Map<string, Pass>();

  constructor(
    private readonly repository: ReadingsRepository,
    private readonly days: Days,
    private readonly reads: BoundedReads,
  ) {}

  /** Hands the readings of few rows to a question that has its turn. */
  async alone(key: number, { range, visit, read }: Looker): Promise<void> {
    const from = this.midnightOf(range.from);
    const show: Visit = (reading, totals) => {
      if (reading.timestamp >= range.from) visit(reading, totals);
    };
    await this.repository.visit(key, { from, to: range.to }, this.withTotals(from, show), read.bounds);
  }

  /**
   * Hands readings to a question together with others that want to see the same days.
   * @throws where there are too many to show, or when the question's time is over.
   */
  async together(owner: string, key: number, looker: Looker): Promise<void> {
    looker.read.bounds.signal.throwIfAborted();
    const from = this.midnightOf(looker.range.from);
    const name = `${key} ${from}`;
    const waiting = this.waiting.get(name);
    if (waiting) return waiting.join(looker);
    const pass = new Pass();
    this.waiting.set(name, pass);
    const done = pass.join(looker);
    void this.reads
      .inLongTurn(owner, pass.signal, async () => {
        this.waiting.delete(name);
        pass.begin();
        await this.read(key, from, pass);
      })
      .then(
        () => pass.end(),
        (error: unknown) => pass.fail(error),
      )
      .finally(() => this.waiting.get(name) === pass && this.waiting.delete(name));
    return done;
  }

  private async read(key: number, from: number, pass: Pass): Promise<void> {
    if (pass.isEmpty) return;
    // Looked for in the tree alone, so that none are in memory for who is refused.
    const beyond = { offset: LONGEST_READ_ROWS, limit: 1, direction: 1 } as const;
    const [tooMany] = await this.repository.page(key, { from, to: pass.to }, beyond, pass.bounds);
    if (tooMany) pass.refuseFrom(tooMany.timestamp);
    const show = this.withTotals(from, (reading, totals) => pass.show(reading, totals));
    if (!pass.isEmpty) await this.repository.visit(key, { from, to: pass.to }, show, pass.bounds);
  }

  private withTotals(from: number, show: Visit): (reading: StoredReading) => void {
    let totals = new DayTotals({ start: from, end: from });
    return (reading) => {
      if (!totals.has(reading.timestamp)) totals = new DayTotals(this.days.of(reading.timestamp));
      totals.add(reading.current);
      show(reading, totals);
    };
  }

  /** A day's figures begin with the day, wherever the range begins. */
  private midnightOf(instant: number): number {
    return this.days.of(instant).start;
  }
}
