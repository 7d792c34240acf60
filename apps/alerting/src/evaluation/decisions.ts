import { Inject, Injectable } from '@nestjs/common';
import { HEARTBEAT_TOLERANCE_MS, type Reading } from '@telemon/contracts/readings';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import { SharedWork } from '@telemon/platform/progress';
import type { AlertingVariables } from '../config.ts';
import type { Change } from './change.ts';
import { ChangeWriter } from './change-writer.ts';
import { Clocks } from './clocks.ts';
import type { Heard } from './decode.ts';
import { Evaluation } from './evaluate.ts';
import type { Lot } from './lot.ts';
import { RuleBook } from './rule-book.ts';
import { refOf } from './rule.ts';
import { keyOf } from './silence-watch.ts';
import { Watchdog } from './watchdog.ts';

/** How long decisions wait for further ones if no alert fired, ms. */
const QUIET_WITHIN_MS = 200;
/**
 * The pause between two lots, as a part of the time that the write before it took: a lot costs a transaction of about ten commands
 * whatever it holds, so on a busy machine, where writes take longer, fewer and larger lots leave it room.
 */
const PAUSE_OF_WRITE = 1 / 3;
/** The longest pause between two lots, ms. */
const LONGEST_PAUSE_MS = 100;
/** Most readings compared ahead of the writes. */
const MOST_AHEAD = 20_000;
/** A device that begins and ends more entries than these in one lot is busy. */
const MOST_OF_DEVICE = 20;
/** Time between two lots about busy devices, ms: an entry that begins and ends in one lot costs half, and the database is free for others. */
const BUSY_PAUSE_MS = 500;

/** Writes lots one after the other. */
interface LotWriter {
  /** The lot that it is writing. */
  underWay?: Lot | undefined;
  writing?: SharedWork | undefined;
  /** When it may begin the next lot, by `performance.now()`. */
  restsUntil: number;
}

/**
 * Compares readings without waiting until earlier decisions are written. Decisions are written in lots, one after
 * the other: while a lot is being written, the next one gathers. Decisions about busy devices are written in lots of their own beside the
 * others, so that no other device waits for them; the decisions about one device are written in their order. If a write fails, its
 * decisions and all later ones about its devices are dropped, and their readings are compared again with the rules from the database;
 * deadlines and silences are decided again at the next heartbeat.
 */
@Injectable()
export class Decisions {
  /** The newest decisions, not being written yet. */
  private gathered: Evaluation;
  private readonly usual: LotWriter = { restsUntil: 0 };
  private readonly busy: LotWriter = { restsUntil: 0 };
  /** Counts the calls of `write`: decisions before a call have a lower turn than decisions after it. */
  private turns = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Readings whose decisions could not be written, and the heard times of their arrivals. */
  private again: [Reading, heardAt: number][] = [];
  private failure: unknown;
  private turn: SharedWork | undefined;

  constructor(
    private readonly rules: RuleBook,
    private readonly watchdog: Watchdog,
    private readonly clocks: Clocks,
    private readonly writer: ChangeWriter,
    @Inject(CONFIG) private readonly config: Pick<AlertingVariables, 'FLAPPING_CHANGES'>,
  ) {
    this.gathered = this.newLot();
  }

  /** Compares the messages of a partition. @throws if it can't; then the caller has to pass them again */
  take(partition: number, messages: Iterable<Heard>): Promise<void> {
    return this.inTurn(async () => {
      if (this.again.length > 0) await this.repeat();
      if (this.rules.isStale || this.watchdog.isStale) {
        // The rules and devices read from the database must include all decisions.
        await this.write();
        await this.freshen();
      }
      if (this.gathered.readings.length > MOST_AHEAD) await this.write();
      this.compare(partition, messages);
    });
  }

  /** Marks everything as outdated: another process may have decided for these partitions meanwhile. */
  markAllStale(): void {
    this.rules.markAllStale();
    this.watchdog.markAllStale();
    this.clocks.markStale();
  }

  /** Writes all decisions, times and clocks up to now. @throws if it can't */
  async settle(): Promise<void> {
    await this.settleDecisions();
    const isBeingWritten = (key: string) =>
      [this.gathered, this.usual.underWay, this.busy.underWay].some((lot) => lot?.changes.has(key) === true);
    await this.rules.storeMoved(({ document }) => isBeingWritten(document._id));
    await this.watchdog.store((watch) => isBeingWritten(keyOf(watch)));
    await this.clocks.save();
  }

  private async settleDecisions(): Promise<void> {
    await this.write().catch((error: unknown) => {
      // A failed batch is repeated below; any other error goes to the caller.
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
    // The rules read from the database must include the decisions about other devices.
    await this.write().catch(() => undefined);
    await this.freshen();
    const readings = this.again;
    this.again = [];
    const now = Date.now();
    this.gathered.turn = this.turns;
    for (const [reading, heardAt] of readings) this.gathered.add(reading, now, heardAt);
    this.goOn();
    await this.write();
  }

  private async freshen(): Promise<void> {
    await this.clocks.freshen();
    await this.rules.freshen();
    await this.watchdog.freshen();
  }

  private compare(partition: number, messages: Iterable<Heard>): void {
    const now = Date.now();
    this.gathered.turn = this.turns;
    const clock = this.clocks.of(partition);
    for (const [rule, since] of this.rules.withoutSensor(partition))
      this.gathered.endWithoutSensor(rule, since);
    for (const { offset, readings, heartbeatAt, isFresh, sources } of messages) {
      for (const reading of readings) {
        clock.hear(reading.receivedAt, offset, false, reading.source && [reading.source]);
        this.gathered.add(reading, now, clock.heardAt(reading.receivedAt));
      }
      // A heartbeat that was heard before decides nothing: the readings behind it may not be in memory.
      if (heartbeatAt !== null && clock.hear(heartbeatAt, offset, isFresh, sources))
        this.pass(partition, clock.heardAt(heartbeatAt) - HEARTBEAT_TOLERANCE_MS, now);
    }
    this.goOn();
  }

  /** Decides about alerts and silences that are due up to a heard time of a partition; no reading before that time comes any more. */
  private pass(partition: number, upTo: number, now: number): void {
    for (const rule of this.rules.passed(partition, upTo)) this.gathered.passDue(rule, upTo, now);
    for (const watch of this.watchdog.passed(partition, upTo)) this.gathered.passSilence(watch, upTo, now);
  }

  /** Writes the decisions gathered up to now. */
  private async write(): Promise<void> {
    const upTo = this.turns++;
    for (;;) {
      this.begin({ isAtOnce: true });
      const { gathered, usual, busy } = this;
      const writing = [usual, busy].flatMap((lotWriter) => lotWriter.writing ?? []);
      const isWritten = [gathered, usual.underWay, busy.underWay].every((lot) => !lot || lot.oldest > upTo);
      if (writing.length === 0 || isWritten) break;
      await Promise.all(writing.map((work) => work.finished()));
    }
    if (this.again.length > 0) throw this.failure ?? new Error('decisions not written');
  }

  /** Writes the gathered decisions as soon as the next lot may begin if an alert fired, else after a while. */
  private goOn(): void {
    const { changes, isUrgent } = this.gathered;
    if (changes.size > 0 && !isUrgent) {
      this.timer ??= setTimeout(() => this.begin(), QUIET_WITHIN_MS);
      return;
    }
    const wait = changes.size > 0 ? this.usual.restsUntil - performance.now() : 0;
    if (wait <= 0) return this.begin();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.begin(), wait);
  }

  /** Begins to write the gathered decisions with each idle writer. @param isAtOnce Also before the pause between lots about busy devices ends */
  private begin({ isAtOnce = false } = {}): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { usual, busy } = this;
    if (usual.underWay && busy.underWay) return;
    const busyDevices = this.gathered.busyDevices(MOST_OF_DEVICE);
    if (!busy.underWay && busyDevices.size > 0) {
      const isDue = isAtOnce || performance.now() >= busy.restsUntil;
      if (isDue)
        this.beginIn(
          busy,
          this.gathered.takeOut((one) => busyDevices.has(one) && !isIn(usual, one)),
        );
      else this.timer = setTimeout(() => this.begin(), BUSY_PAUSE_MS);
    }
    if (usual.underWay) return;
    const isForAll = busyDevices.size === 0 && !busy.underWay;
    this.beginIn(
      usual,
      isForAll ? this.takeAll() : this.gathered.takeOut((one) => !busyDevices.has(one) && !isIn(busy, one)),
    );
  }

  private takeAll(): Lot {
    const lot = this.gathered;
    this.gathered = this.newLot();
    return lot;
  }

  private beginIn(lotWriter: LotWriter, lot: Lot): void {
    lot.seal();
    if (lot.changes.size === 0) return lot.settle();
    lotWriter.underWay = lot;
    const begunAt = performance.now();
    lotWriter.writing = new SharedWork(() =>
      this.writer
        .write([...lot.changes.values()])
        .then(
          () => lot.settle(),
          (error: unknown) => this.fail(lot, error),
        )
        .then(() => {
          const now = performance.now();
          lotWriter.restsUntil =
            now + (lotWriter === this.busy ? BUSY_PAUSE_MS : pauseAfterWrite(now - begunAt));
          lotWriter.underWay = undefined;
          lotWriter.writing = undefined;
          this.goOn();
        }),
    );
  }

  /** Drops the failed lot and all later decisions about its devices, which build on a state that was not written. */
  private fail(lot: Lot, error: unknown): void {
    logger.warn({ reason: reasonOf(error), rules: lot.changes.size }, 'decisions to be made again');
    this.failure = error;
    const later = this.gathered.takeOut((deviceName) => lot.has(deviceName));
    // The newer first, so that the older one's state before it counts.
    for (const { changes } of [later, lot]) for (const change of changes.values()) this.drop(change);
    for (const { readings, heardAt } of [lot, later])
      for (const [place, reading] of readings.entries()) this.again.push([reading, heardAt[place]!]);
    lot.takeBack();
    later.takeBack();
  }

  private drop({ rule, fromReached, fromHold }: Change): void {
    if (rule.kind === 'silence') return this.watchdog.markStale(rule.deviceName);
    rule.reached = fromReached;
    rule.hold = fromHold;
    this.rules.markStale([refOf(rule)]);
  }

  private newLot(): Evaluation {
    const { rules, watchdog } = this;
    const { FLAPPING_CHANGES: mostChanges } = this.config;
    return new Evaluation({ watched: rules.watched, deadlines: rules.deadlines, watchdog, mostChanges });
  }
}

const pauseAfterWrite = (tookMs: number): number => Math.min(tookMs * PAUSE_OF_WRITE, LONGEST_PAUSE_MS);

const isIn = ({ underWay }: LotWriter, deviceName: string): boolean => underWay?.has(deviceName) === true;
