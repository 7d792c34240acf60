import { busy } from '@telemon/platform/errors';
import type { DayTotals } from '../latest/day-totals.ts';
import type { BoundedRead, ReadBounds } from './bounded-read.ts';
import { tooMuchToShow } from './readings.errors.ts';
import type { Range } from './readings.repository.ts';
import type { StoredReading } from './stored-reading.ts';

export type Visit = (reading: StoredReading, totals: DayTotals) => void;

/** A request for the readings of a range, with the totals of each one's day up to it. */
export interface ScanReader {
  readonly range: Range;
  readonly visit: Visit;
  readonly read: Pick<BoundedRead, 'bounds' | 'markReading'>;
}

/** More would delay the intake of readings: each reader visits every row. */
const MOST_TOGETHER = 25;

/** One scan of a device's days for several readers, each with a range and a deadline of its own. */
export class SharedScan {
  private readers: ScanReader[] = [];
  private readonly settling = new Map<ScanReader, PromiseWithResolvers<void>>();
  private readonly ending = new AbortController();

  /** Aborts when the last reader leaves. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  get isEmpty(): boolean {
    return this.readers.length === 0;
  }

  /** The latest end of the readers' ranges. */
  get to(): number {
    return Math.max(...this.readers.map(({ range }) => range.to));
  }

  get bounds(): ReadBounds {
    const maxTimeMs = Math.max(...this.readers.map(({ read }) => read.bounds.maxTimeMs));
    return { signal: this.signal, maxTimeMs };
  }

  /** Resolves when the reader has got its range. @throws at its deadline, and if there are too many readers. */
  async join(reader: ScanReader): Promise<void> {
    if (this.readers.length >= MOST_TOGETHER) throw busy();
    const { signal } = reader.read.bounds;
    signal.throwIfAborted();
    const settling = Promise.withResolvers<void>();
    const leave = () => this.leave(reader, ({ reject }) => reject(signal.reason));
    this.readers.push(reader);
    this.settling.set(reader, settling);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await settling.promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  begin(): void {
    for (const { read } of this.readers) read.markReading();
  }

  /** @param reading The next in the order of time. */
  show(reading: StoredReading, totals: DayTotals): void {
    const { timestamp } = reading;
    for (const reader of this.readers) {
      if (timestamp > reader.range.to) this.leave(reader, ({ resolve }) => resolve());
      else if (timestamp >= reader.range.from) reader.visit(reading, totals);
    }
  }

  /** Refuses the readers whose range reaches `timestamp`, where the rows become too many. */
  refuseFrom(timestamp: number): void {
    this.settleAll(
      ({ reject }) => reject(tooMuchToShow()),
      ({ range }) => range.to >= timestamp,
    );
  }

  end(): void {
    this.settleAll(({ resolve }) => resolve());
  }

  fail(error: unknown): void {
    this.settleAll(({ reject }) => reject(error));
  }

  private settleAll(
    settle: (settling: PromiseWithResolvers<void>) => void,
    those: (reader: ScanReader) => boolean = () => true,
  ): void {
    for (const reader of this.readers.filter(those)) this.leave(reader, settle);
  }

  private leave(reader: ScanReader, settle: (settling: PromiseWithResolvers<void>) => void): void {
    const settling = this.settling.get(reader);
    if (!settling) return;
    this.settling.delete(reader);
    // A new array, because a loop may be going over this one.
    this.readers = this.readers.filter((each) => each !== reader);
    settle(settling);
    if (this.isEmpty) this.ending.abort(busy());
  }
}
