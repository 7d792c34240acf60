import type { Reading } from '@telemon/contracts/readings';
import type { Hold, HoldingReading } from '../rules/rule-document.ts';
import type { AlertRule, Rule } from './rule.ts';

const holdingReading = ({ id, receivedAt, timestamp }: Reading, value: number): HoldingReading => ({
  readingId: id,
  value,
  at: receivedAt,
  timestamp,
});

/** The condition of an alert begins to hold. @param heardAt The heard time of the reading's arrival */
export const holdFrom = ({ partition }: Rule, reading: Reading, value: number, heardAt: number): Hold => {
  const first = holdingReading(reading, value);
  return { partition, heardAt, first, last: first };
};

/** The condition holds on, with a further reading. */
export const holdOn = (hold: Hold, reading: Reading, value: number): Hold => ({
  ...hold,
  last: holdingReading(reading, value),
});

/**
 * The heard time at which the condition will have held for the hold time; Infinity: it does not hold, or the alert has fired.
 * @param within As `dueOf` says
 */
export const holdEndOf = ({ hold, holdMs, clock }: Rule, within = 0): number =>
  hold === null ? Number.POSITIVE_INFINITY : clock.after(hold.heardAt, holdMs + within) - within;

/**
 * Takes over since when the condition of an alert that was read again holds.
 * @param before The same alert, as it was in memory
 * @returns Whether memory had a newer reading than the database
 */
export const recallHold = (rule: AlertRule, before: Rule | undefined): boolean => {
  const { hold, partition, clock } = rule;
  if (hold === null) return false;
  const heardAt = hold.partition === partition ? hold.heardAt : clock.heardFrom(hold.first.at);
  const known = before?.hold ?? null;
  const isNewer =
    known?.first.readingId === hold.first.readingId &&
    known.last.readingId !== hold.last.readingId &&
    known.last.at >= hold.last.at;
  rule.hold = { ...hold, partition, heardAt, ...(isNewer && { last: known.last }) };
  return isNewer;
};
