import { HEARTBEAT_TOLERANCE_MS } from '@telemon/contracts/readings';
import { type RuleState, beginningOf } from '../rules/rule-document.ts';
import { DueQueue } from './due-queue.ts';
import { flappingDueOf } from './flapping.ts';
import { holdEndOf } from './holding.ts';
import { type AlertRule, type Rule, isPeriodic } from './rule.ts';

/**
 * The time at which a set point was reached is stored again once it has moved on by this much, ms. So after a restart, the set point may
 * have been reached up to this long after the stored time.
 */
export const STORED_EVERY_MS = 60_000;

/**
 * The deadline of a Periodic alert, as heard time; null while it is unknown when its set point was reached last.
 * @param within As `dueOf` says
 */
export const deadlineOf = (
  { reached, reachedUntil, periodMs, clock }: AlertRule,
  within = 0,
): number | null =>
  reached === null ? null : clock.after(Math.max(reached, reachedUntil), periodMs + within) - within;

/**
 * The heard time at which a hold time ends or a flapping alert has to be reported, whichever comes first; Infinity: neither.
 * @param within How long after that time the device's endpoint must have been heard, ms. An outage of the endpoint that begins earlier
 * delays the time, so that no reading from before the outage is missed
 */
export const dueOf = (rule: AlertRule, within = 0): number =>
  Math.min(holdEndOf(rule, within), flappingDueOf(rule, within));

/** The heard time at which an alert is due. A heartbeat that is `HEARTBEAT_TOLERANCE_MS` later decides about it. */
const decidedAt = (rule: AlertRule): number =>
  isPeriodic(rule)
    ? (deadlineOf(rule, HEARTBEAT_TOLERANCE_MS) ?? Number.NEGATIVE_INFINITY)
    : dueOf(rule, HEARTBEAT_TOLERANCE_MS);

/**
 * The alerts of each partition by the time at which they are due: Periodic ones at their deadline, others at the end of their hold time or
 * while they flap. Also the alerts whose times readings have moved since the times were stored.
 */
export class Deadlines {
  private readonly queues = new Map<number, DueQueue<AlertRule>>();
  private readonly unstored = new Set<AlertRule>();

  /** Puts an alert into the queue of its partition. */
  watch(rule: AlertRule): void {
    const dueAt = decidedAt(rule);
    if (dueAt === Number.POSITIVE_INFINITY) return;
    let queue = this.queues.get(rule.partition);
    if (!queue) this.queues.set(rule.partition, (queue = new DueQueue()));
    queue.add(rule, dueAt);
  }

  /** Watches an alert that was read again. @param before The same alert, as it was in memory */
  replace(before: Rule | undefined, rule: AlertRule): void {
    if (before) this.unstored.delete(before as AlertRule);
    if (before && isPeriodic(rule)) this.storeLater(rule);
    this.watch(rule);
  }

  /** The condition of an alert holds on, with a reading that is not stored. */
  holdsOn(rule: AlertRule): void {
    this.unstored.add(rule);
  }

  /** An alert begins to wait for its set point with the next heartbeat. */
  beginAnew(rule: AlertRule): void {
    rule.reached = null;
    rule.reachedUntil = Number.NEGATIVE_INFINITY;
    this.watch(rule);
  }

  /** Nothing of the alert has to be stored any more. */
  forget(rule: AlertRule): void {
    this.unstored.delete(rule);
  }

  /** A reading has reached the set point, or the alert begins to wait for it. */
  reached(rule: AlertRule, heardAt: number): void {
    rule.reached = Math.max(rule.reached ?? heardAt, heardAt);
    this.storeLater(rule);
    if (Number.isNaN(rule.dueAt)) this.watch(rule);
  }

  /** Takes out the alerts that are due by a heard time. @param isWatched Whether an alert is still compared */
  *passed(
    partition: number,
    { upTo, isWatched }: { upTo: number; isWatched: (rule: AlertRule) => boolean },
  ): Generator<AlertRule> {
    for (const rule of this.queues.get(partition)?.takeDue(upTo) ?? []) {
      if (!isWatched(rule)) continue;
      if (isPeriodic(rule)) {
        if (rule.openEntryId !== null) continue;
        if (rule.reached === null) this.reached(rule, rule.clock.heardFrom(beginningOf(rule.document.state)));
      }
      if (decidedAt(rule) <= upTo) yield rule;
      else this.watch(rule);
    }
  }

  /** The alerts with something to be stored, without those whose change is being written. */
  unstoredExcept(isBeingWritten: (rule: AlertRule) => boolean): AlertRule[] {
    return [...this.unstored].filter((rule) => !isBeingWritten(rule));
  }

  /** A part of the state of an alert is stored. */
  haveStored(rule: AlertRule, { reached, hold }: Pick<RuleState, 'reached' | 'hold'>): void {
    if (reached) rule.storedReached = reached.heardAt;
    // If the times differ, a further reading came meanwhile.
    if (reached || rule.hold === hold) this.unstored.delete(rule);
  }

  /** Forgets all alerts: another process watches them now, or they are read again. */
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
