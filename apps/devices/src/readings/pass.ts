import { busy } from '@telemon/platform/errors';
import type { DayTotals } from '../latest/day-totals.ts';
import type { BoundedRead, ReadBounds } from './bounded-read.ts';
import { tooMuchToShow } from './readings.errors.ts';
import type { Range } from './readings.repository.ts';
import type { StoredReading } from './stored-reading.ts';

export type Visit = (reading: StoredReading, totals: DayTotals) => void;

/** A question that wants to see the readings of a range, and what the day of each came to up to it. */
export interface Looker {
  readonly range: Range;
  readonly visit: Visit;
  readonly read: Pick<BoundedRead, 'bounds' | 'hasItsTurn'>;
}

/** More would hold up readings that come in: each looks at every row. */
const MOST_TOGETHER = 25;

/** Those who are shown the same days of a device, each their own range of them, until their time is over. */
export class Pass {
  private lookers: Looker[] = [];
  private readonly settling = new Map<Looker, PromiseWithResolvers<void>>();
  private readonly ending = new AbortController();

  /** Aborts when nobody looks any more. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  get isEmpty(): boolean {
    return this.lookers.length === 0;
  }

  /** The farthest that anybody wants to see. */
  get to(): number {
    return Math.max(...this.lookers.map(({ range }) => range.to));
  }

  get bounds(): ReadBounds {
    const maxTimeMs = Math.max(...this.lookers.map(({ read }) => read.bounds.maxTimeMs));
    return { signal: this.signal, maxTimeMs };
  }

  /** Resolves when the looker has seen their range. @throws when their time is over. */
  async join(looker: Looker): Promise<void> {
    if (this.lookers.length >= MOST_TOGETHER) throw busy();
    const { signal } = looker.read.bounds;
    signal.throwIfAborted();
    const settling = Promise.withResolvers<void>();
    const leave = () => this.leave(looker, ({ reject }) => reject(signal.reason));
    this.lookers.push(looker);
    this.settling.set(looker, settling);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await settling.promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  begin(): void {
    for (const { read } of this.lookers) read.hasItsTurn();
  }

  /** @param reading The next in the order of time. */
  show(reading: StoredReading, totals: DayTotals): void {
    const { timestamp } = reading;
    for (const looker of this.lookers) {
      if (timestamp > looker.range.to) this.leave(looker, ({ resolve }) => resolve());
      else if (timestamp >= looker.range.from) looker.visit(reading, totals);
    }
  }

  /** From there on it is too much to show: refuses whoever wants to see that far. */
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
    those: (looker: Looker) => boolean = () => true,
  ): void {
    for (const looker of this.lookers.filter(those)) this.leave(looker, settle);
  }

  private leave(looker: Looker, settle: (settling: PromiseWithResolvers<void>) => void): void {
    const settling = this.settling.get(looker);
    if (!settling) return;
    this.settling.delete(looker);
    // Another list, as this one may just be gone through.
    this.lookers = this.lookers.filter((each) => each !== looker);
    settle(settling);
    if (this.isEmpty) this.ending.abort(busy());
  }
}
