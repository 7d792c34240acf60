import { Injectable } from '@nestjs/common';
import { callerGone, timeLeftMs } from '@telemon/platform/deadline';
import { busy } from '@telemon/platform/errors';
import { ReadQueue } from './read-queue.ts';
import { tooMuchToShow, tookTooLong } from './readings.errors.ts';

/** A query of fewer rows is done within some 20 ms, and never waits for a longer one. */
export const SHORT_READ_ROWS = 10_000;
/**
 * More than a device sends in a day at the highest rate (ten a second: 864,000), which are read in one to two seconds. A row has
 * 320 bytes at most, so that this bounds the bytes, too.
 */
export const LONGEST_READ_ROWS = 1_000_000;
/** Where nobody says until when they wait. */
const LONGEST_WAIT_MS = 4_500;
/** So much later the database ends a query by itself, which is noticed here before its next rows otherwise. */
const GIVEN_UP_FOR_MS = 250;

/** More at once would hold more rows in memory, and be no quicker: it is one thread that reads them. */
const SHORT_READS = { atOnce: 4, mostWaiting: 200, ofOwner: { atOnce: 3, mostWaiting: 100 } };
/** While one's rows are read here, the database looks for the other's. Who came after so many others would be too late. */
const LONG_READS = { atOnce: 2, mostWaiting: 20, ofOwner: { atOnce: 1, mostWaiting: 4 } };

/** With which each query of a question ends as soon as its answer would be too late. */
export interface ReadBounds {
  /** To be looked at between rows, not for the driver: one that it aborts leaves its cursor open in the database. */
  signal: AbortSignal;
  maxTimeMs: number;
}

/** Counts the rows of a query, and stops at `most`. */
type Count = (most: number) => Promise<number>;

/** The reads of the history that belong to one question, in however many queries. */
export class BoundedRead {
  private turn: Promise<() => void>;
  /** Its rows, which are many, are being read: it waits for nobody. */
  private isReading = false;
  private readonly endsAt: number;
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly gone = callerGone();
  /** The caller is gone, so that this error reaches no one. */
  private readonly abandon = () => this.ending.abort(busy());

  constructor(
    private readonly owner: string,
    leftMs: number,
    private readonly short: ReadQueue,
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

  /** Why its time was over, where it was: a query that ends with it may say anything. */
  get endedFor(): unknown {
    return this.ending.signal.reason;
  }

  /** Waits until it may begin. */
  async begin(): Promise<void> {
    await this.turn;
  }

  /**
   * Whether a query reads so few rows that it may go on among the short reads, while none are in memory.
   * @param count Counts the rows, and stops at `most`.
   */
  async isShort(count: Count): Promise<boolean> {
    return (await count(SHORT_READ_ROWS + 1)) <= SHORT_READ_ROWS;
  }

  /**
   * Finds out how many rows a query is about to go through, while none are in memory; many wait for their turn among the long
   * reads. @throws where they are too many to show.
   */
  async weigh(count: Count): Promise<number> {
    const few = await count(SHORT_READ_ROWS + 1);
    if (few <= SHORT_READ_ROWS) return few;
    await this.changeTurn(this.long);
    this.hasItsTurn();
    const rows = await count(LONGEST_READ_ROWS + 1);
    if (rows > LONGEST_READ_ROWS) throw tooMuchToShow();
    return rows;
  }

  /** Goes on with something that has a turn of its own, which others may be part of. */
  async inAnotherTurn(work: () => Promise<void>): Promise<void> {
    await this.endTurn();
    this.isReading = false;
    await work();
    this.isReading = false;
    await this.changeTurn(this.short);
  }

  /** The turn that it waited for has come. */
  hasItsTurn(): void {
    this.isReading = true;
  }

  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.gone.removeEventListener('abort', this.abandon);
    // Where one query failed, the others of the question have nobody left to read for.
    this.ending.abort(busy());
    await this.endTurn();
  }

  private async changeTurn(queue: ReadQueue): Promise<void> {
    await this.endTurn();
    this.turn = this.takeTurn(queue);
    await this.turn;
  }

  private takeTurn(queue: ReadQueue): Promise<() => void> {
    const turn = queue.take(this.owner, this.ending.signal);
    // It is heard of where it is waited for.
    turn.catch(() => undefined);
    return turn;
  }

  private async endTurn(): Promise<void> {
    const end = await this.turn.catch(() => undefined);
    this.turn = Promise.resolve(() => undefined);
    end?.();
  }
}

/** Bounds what each question reads of the history in rows and time, and has reads wait for one another. */
@Injectable()
export class BoundedReads {
  private readonly short = new ReadQueue(SHORT_READS);
  private readonly long = new ReadQueue(LONG_READS);

  /** @param owner Whose device is read. */
  async run<Result>(owner: string, work: (read: BoundedRead) => Promise<Result>): Promise<Result> {
    const leftMs = Math.max(0, timeLeftMs() ?? LONGEST_WAIT_MS);
    const read = new BoundedRead(owner, leftMs, this.short, this.long);
    try {
      await read.begin();
      return await work(read);
    } catch (error) {
      throw read.endedFor ?? error;
    } finally {
      await read.end();
    }
  }

  /** Goes through many rows, for whoever wants to see them, when it is the turn of that. */
  async inLongTurn(owner: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const end = await this.long.take(owner, signal);
    try {
      await work();
    } finally {
      end();
    }
  }
}
