import { Injectable } from '@nestjs/common';
import { callerGone, timeLeftMs } from '@telemon/platform/deadline';
import { busy } from '@telemon/platform/errors';
import type { ReadBounds } from '../stored-readings/read-options.ts';
import { tooMuchToShow, tookTooLong } from './history.errors.ts';
import { ReadQueue } from './read-queue.ts';

/** A query of fewer rows is done within some 20 ms, and never waits for a longer one. */
export const SHORT_READ_ROWS = 10_000;
/**
 * More than a device sends in a day at the highest rate (ten a second: 864,000), which are read in one to two seconds. A row has
 * 320 bytes at most, so that this bounds the bytes, too.
 */
export const LONGEST_READ_ROWS = 1_000_000;
/** The time limit of a request without a deadline. */
const LONGEST_WAIT_MS = 4_500;
/** How much later the database's time limit comes than ours, which takes effect between two rows. */
const GIVEN_UP_FOR_MS = 250;

/** More at once would hold more rows in memory, and be no faster: one thread decodes them. */
const SHORT_READS = { atOnce: 4, mostWaiting: 200, ofOwner: { atOnce: 3, mostWaiting: 100 } };
/**
 * Two at once: the database fetches for one while the other's rows are decoded. Reads beyond the queue would miss their deadline.
 */
const LONG_READS = { atOnce: 2, mostWaiting: 20, ofOwner: { atOnce: 1, mostWaiting: 4 } };

/** Steps of exports: one at a time, so that they leave the database and this thread to the pages. */
const STEPS = { atOnce: 1, mostWaiting: 64, ofOwner: { atOnce: 1, mostWaiting: 64 } };
/** The time limit of a step, which takes some milliseconds, ms. */
const LONGEST_STEP_MS = 10_000;

/** Counts the rows of a query, and stops at `most`. */
type Count = (most: number) => Promise<number>;

/** The reads of the history for one request, in any number of queries. */
export class BoundedRead {
  private turn: Promise<() => void>;
  /** Whether it reads many rows already, so that it waits in no queue. */
  private isReading = false;
  private readonly endsAt: number;
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly gone = callerGone();
  /** The caller is gone, so any error will do. */
  private readonly abandon = () => this.ending.abort(busy());

  constructor(
    private readonly owner: string,
    private readonly device: number,
    leftMs: number,
    short: ReadQueue,
    private readonly long: ReadQueue,
  ) {
    this.endsAt = Date.now() + leftMs;
    this.timer = setTimeout(() => this.ending.abort(this.isReading ? tookTooLong() : busy()), leftMs);
    this.gone.addEventListener('abort', this.abandon);
    if (this.gone.aborted) this.abandon();
    this.turn = this.takeTurn(short);
  }

  get bounds(): ReadBounds {
    const leftMs = Math.max(0, this.endsAt - Date.now());
    return { signal: this.ending.signal, maxTimeMs: leftMs + GIVEN_UP_FOR_MS };
  }

  /** The reason of its abort, if any: an aborted query may fail with any error. */
  get abortReason(): unknown {
    return this.ending.signal.reason;
  }

  /** Waits for its first turn. */
  async begin(): Promise<void> {
    await this.turn;
  }

  /**
   * Counts the rows of a query before any are in memory; with many rows, waits for a turn among the long reads.
   * @throws if there are too many rows.
   */
  async countRows(count: Count): Promise<number> {
    const few = await count(SHORT_READ_ROWS + 1);
    if (few <= SHORT_READ_ROWS) return few;
    await this.changeTurn(this.long);
    this.isReading = true;
    const rows = await count(LONGEST_READ_ROWS + 1);
    if (rows > LONGEST_READ_ROWS) throw tooMuchToShow();
    return rows;
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.gone.removeEventListener('abort', this.abandon);
    // If one query failed, the request needs the others no longer.
    this.ending.abort(busy());
    await this.endTurn();
  }

  private async changeTurn(queue: ReadQueue): Promise<void> {
    await this.endTurn();
    this.turn = this.takeTurn(queue);
    await this.turn;
  }

  private takeTurn(queue: ReadQueue): Promise<() => void> {
    const turn = queue.take(this.owner, this.device, this.ending.signal);
    // No unhandled rejection: the error surfaces where the turn is awaited.
    turn.catch(() => undefined);
    return turn;
  }

  private async endTurn(): Promise<void> {
    const end = await this.turn.catch(() => undefined);
    this.turn = Promise.resolve(() => undefined);
    end?.();
  }
}

/** Limits the rows and the time that each request reads of the history, and queues the reads. */
@Injectable()
export class BoundedReads {
  private readonly short = new ReadQueue(SHORT_READS);
  private readonly long = new ReadQueue(LONG_READS);
  private readonly steps = new ReadQueue(STEPS);

  /** @param owner The manager of the device. @param device Its key. */
  async run<Result>(
    owner: string,
    device: number,
    work: (read: BoundedRead) => Promise<Result>,
  ): Promise<Result> {
    const leftMs = Math.max(0, timeLeftMs() ?? LONGEST_WAIT_MS);
    const read = new BoundedRead(owner, device, leftMs, this.short, this.long);
    try {
      await read.begin();
      return await work(read);
    } catch (error) {
      throw read.abortReason ?? error;
    } finally {
      await read.end();
    }
  }

  /** Runs a step of a long read without a waiting page, such as an export: a short read, in its turn among such steps. */
  async step<Result>(
    owner: string,
    device: number,
    signal: AbortSignal,
    work: (bounds: ReadBounds) => Promise<Result>,
  ): Promise<Result> {
    const endTurn = await this.steps.take(owner, device, signal);
    try {
      return await work({ signal, maxTimeMs: LONGEST_STEP_MS });
    } finally {
      endTurn();
    }
  }
}
