import { Injectable } from '@nestjs/common';
import type { Reading } from '@telemon/contracts/readings';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { SharedWork } from '@telemon/platform/progress';
import { Evaluation } from './evaluate.ts';
import { FiringService } from './firing.service.ts';
import { RuleBook } from './rule-book.ts';

/** An alert that only clears waits so long for others to be written down with, ms. */
const CLEARED_WITHIN_MS = 200;
/** Readings compared ahead of what is written down. */
const MOST_AHEAD = 20_000;

/**
 * Compares readings without waiting for what was decided before to be written down. Decisions are written in lots, one
 * after the other: while one is under way the next gathers. Where a lot can't be written, everything since is
 * forgotten and compared again with the alerts as they then are in the database.
 */
@Injectable()
export class Decisions {
  /** What was decided last, and is not being written yet. */
  private gathered: Evaluation;
  private underWay: Evaluation | undefined;
  private writing: SharedWork | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Readings of decisions that could not be written down. */
  private again: Reading[] = [];
  private failure: unknown;
  private turn: SharedWork | undefined;

  constructor(
    private readonly rules: RuleBook,
    private readonly firing: FiringService,
  ) {
    this.gathered = this.newLot();
  }

  /** Compares readings with the alerts as they are now. @throws where it can't; then they are to come again. */
  take(readings: Iterable<Reading>): Promise<void> {
    return this.inTurn(async () => {
      if (this.again.length > 0) await this.repeat();
      if (this.rules.isStale) {
        // What is read again must hold all that was decided.
        await this.write();
        await this.rules.freshen();
      }
      if (this.gathered.readings.length > MOST_AHEAD) await this.write();
      this.compare(readings);
    });
  }

  /** Writes down what was decided up to now. @throws where it can't. */
  async settle(): Promise<void> {
    await this.write().catch((error: unknown) => {
      // Only of what is to be made again is it known how to go on.
      if (this.again.length === 0) throw error;
    });
    if (this.again.length > 0) await this.inTurn(() => this.repeat());
  }

  /** One at a time: while alerts are read again, no reading is compared. */
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

  /** Writes what is gathered by now. */
  private async write(): Promise<void> {
    const lot = this.gathered;
    await this.writing?.finished();
    if (this.gathered === lot) this.begin();
    await this.writing?.finished();
    if (this.again.length > 0) throw this.failure ?? new Error('decisions could not be written down');
  }

  /** Does with what is gathered what its urgency asks for. */
  private goOn(): void {
    if (this.underWay) return;
    const { changes, isUrgent } = this.gathered;
    if (changes.size === 0) {
      this.gathered.seal();
      this.gathered.settle();
      this.gathered = this.newLot();
    } else if (isUrgent) this.begin();
    else this.timer ??= setTimeout(() => this.begin(), CLEARED_WITHIN_MS);
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
      this.firing
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

  /** Forgets what was decided since: it was decided upon something that is not so. */
  private fail(lot: Evaluation, error: unknown): void {
    logger.warn({ reason: reasonOf(error), alerts: lot.changes.size }, 'decisions to be made again');
    this.failure = error;
    for (const { changes, readings } of [lot, this.gathered]) {
      this.rules.markStale(changes.keys());
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
