import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { SharedWork } from '@telemon/platform/progress';
import { ChangeWriter } from './change-writer.ts';
import { Evaluation } from './evaluate.ts';
import { RuleBook } from './rule-book.ts';
import { refOf } from './rule.ts';

/** How long a batch in which no alert fired waits for further decisions, ms. */
const QUIET_WITHIN_MS = 200;
/** Most readings compared ahead of the writes. */
const MOST_AHEAD = 20_000;

/**
 * Compares readings without waiting until earlier decisions are written. Decisions are written in batches, one after
 * the other: while one is being written the next one gathers. If a write fails, its decisions and all later ones are
 * dropped, and their readings are compared again with the rules as the database then has them.
 */
@Injectable()
export class Decisions {
  /** The newest decisions, not being written yet. */
  private gathered: Evaluation;
  private underWay: Evaluation | undefined;
  private writing: SharedWork | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Readings whose decisions could not be written. */
  private again: Reading[] = [];
  private failure: unknown;
  private turn: SharedWork | undefined;

  constructor(
    private readonly rules: RuleBook,
    private readonly writer: ChangeWriter,
  ) {
    this.gathered = this.newLot();
  }

  /** Compares readings with the current rules. @throws if it can't; then the caller has to pass them again. */
  take(readings: Iterable<Reading>): Promise<void> {
    return this.inTurn(async () => {
      if (this.again.length > 0) await this.repeat();
      if (this.rules.isStale) {
        // The rules read from the database must include all decisions.
        await this.write();
        await this.rules.freshen();
      }
      if (this.gathered.readings.length > MOST_AHEAD) await this.write();
      this.compare(readings);
    });
  }

  /** Writes all decisions made up to now. @throws if it can't. */
  async settle(): Promise<void> {
    await this.write().catch((error: unknown) => {
      // A failed batch is repeated below; any other error is the caller's.
      if (this.again.length === 0) throw error;
    });
    if (this.again.length > 0) await this.inTurn(() => this.repeat());
  }

  /** Runs one task at a time, so that no reading is compared while rules are being read. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const before = this.turn;
    this.turn = new SharedWork(async () => {
      await before?.finished().catch(() => undefined);
      await work();
    });
    return this.turn.finished();
  }

  private async repeat(): Promise<void> {
    if (this.again.length === 0) return;
    await this.rules.freshen();
    const readings = this.again;
    this.again = [];
    this.compare(readings);
    await this.write();
  }

  private compare(readings: Iterable<Reading>): void {
    const now = Date.now();
    for (const reading of readings) this.gathered.add(reading, now);
    this.goOn();
  }

  /** Writes the decisions gathered up to now. */
  private async write(): Promise<void> {
    const lot = this.gathered;
    await this.writing?.finished();
    if (this.gathered === lot) this.begin();
    await this.writing?.finished();
    if (this.again.length > 0) throw this.failure ?? new Error('decisions not written');
  }

  /** Writes the gathered decisions at once if an alert fired, else after a while. */
  private goOn(): void {
    if (this.underWay) return;
    const { changes, isUrgent } = this.gathered;
    if (changes.size === 0) {
      this.gathered.seal();
      this.gathered.settle();
      this.gathered = this.newLot();
    } else if (isUrgent) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), QUIET_WITHIN_MS);
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.underWay || this.gathered.changes.size === 0) return;
    const lot = this.gathered;
    this.gathered = this.newLot();
    this.underWay = lot;
    lot.seal();
    this.writing = new SharedWork(() =>
      this.writer
        .write([...lot.changes.values()])
        .then(
          () => lot.settle(),
          (error: unknown) => this.fail(lot, error),
        )
        .then(() => {
          this.underWay = undefined;
          this.writing = undefined;
          this.goOn();
        }),
    );
  }

  /** Drops the failed batch and all later decisions, which build on a state that was not written. */
  private fail(lot: Evaluation, error: unknown): void {
    logger.warn({ reason: reasonOf(error), rules: lot.changes.size }, 'decisions to be made again');
    this.failure = error;
    for (const { changes, readings } of [lot, this.gathered]) {
      this.rules.markStale([...changes.values()].map(({ rule }) => refOf(rule)));
      for (const reading of readings) this.again.push(reading);
    }
    lot.takeBack();
    this.gathered.takeBack();
    this.gathered = this.newLot();
  }

  private newLot(): Evaluation {
    return new Evaluation(this.rules.watched);
  }
}
