import { beginningOf } from '../rules/rule-document.ts';
import { DueQueue } from './due-queue.ts';
import type { PartitionClock } from './partition-clock.ts';
import type { AlertRule, Rule } from './rule.ts';

/**
 * A time is stored again once a newer one is this much later, ms. After a restart the set point may have been reached up to this long
 * after the stored time.
 */
export const STORED_EVERY_MS = 60_000;

/** The deadline of a Periodic alert, as heard time; null while it is unknown when its set point was reached last. */
export const deadlineOf = ({ reached, reachedUntil, periodMs }: AlertRule): number | null =>
  reached === null ? null : Math.max(reached, reachedUntil) + periodMs;

/** Which Periodic alerts are due next, by partition, and which of them reached their set point since that was stored. */
export class Deadlines {
  private readonly queues = new Map<number, DueQueue<AlertRule>>();
  private readonly unstored = new Set<AlertRule>();

  /** Waits for the deadline of an alert. */
  watch(rule: AlertRule): void {
    let queue = this.queues.get(rule.partition);
    if (!queue) this.queues.set(rule.partition, (queue = new DueQueue()));
    queue.add(rule, deadlineOf(rule) ?? Number.NEGATIVE_INFINITY);
  }

  /** Watches an alert that was read again. @param before The same alert, as it was in memory */
  replace(before: Rule | undefined, rule: AlertRule): void {
    if (before) {
      this.unstored.delete(before as AlertRule);
      this.storeLater(rule);
    }
    this.watch(rule);
  }

  /** An alert begins to wait for its set point with the next heartbeat. */
  beginAnew(rule: AlertRule): void {
    rule.reached = null;
    rule.reachedUntil = Number.NEGATIVE_INFINITY;
    this.watch(rule);
  }

  /** A reading has reached the set point, or the alert begins to wait for it. */
  reached(rule: AlertRule, heardAt: number): void {
    rule.reached = Math.max(rule.reached ?? heardAt, heardAt);
    this.storeLater(rule);
    if (Number.isNaN(rule.dueAt)) this.watch(rule);
  }

  /** Takes out the alerts whose deadline has passed by a heard time. @param isWatched Whether an alert is still compared */
  *passed(
    partition: number,
    {
      clock,
      upTo,
      isWatched,
    }: { clock: PartitionClock; upTo: number; isWatched: (rule: AlertRule) => boolean },
  ): Generator<AlertRule> {
    for (const rule of this.queues.get(partition)?.takeDue(upTo) ?? []) {
      if (rule.openEntryId !== null || !isWatched(rule)) continue;
      if (rule.reached === null) this.reached(rule, clock.heardFrom(beginningOf(rule.document.state)));
      if (deadlineOf(rule)! <= upTo) yield rule;
      else this.watch(rule);
    }
  }

  /** The alerts with a time to be stored, without those whose change is being written. */
  unstoredExcept(isBeingWritten: (rule: AlertRule) => boolean): AlertRule[] {
    return [...this.unstored].filter((rule) => !isBeingWritten(rule));
  }

  /** A time of an alert is stored. */
  haveStored(rule: AlertRule, reached: number): void {
    rule.storedReached = reached;
    this.unstored.delete(rule);
  }

  /** Another process watches them now, or the alerts are read again. */
  clear(): void {
    this.queues.clear();
    this.unstored.clear();
  }

  /** Remembers to store the time of an alert if the stored one is too old. */
  private storeLater(rule: AlertRule): void {
    const { reached, storedReached } = rule;
    if (reached !== null && (storedReached === null || reached - storedReached >= STORED_EVERY_MS))
      this.unstored.add(rule);
  }
}
