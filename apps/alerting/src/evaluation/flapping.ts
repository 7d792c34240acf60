import { HOUR_MS, MINUTE_MS } from '@telemon/contracts/durations';
import type { ToldOfFlapping } from '../rules/rule-document.ts';
import type { AlertRule, Rule } from './rule.ts';

/** An alert flaps if it fires or clears too often within this time, and until it has done neither for as long, ms. */
export const FLAPS_WITHIN_MS = 15 * MINUTE_MS;
/** Time between two digests of an alert that goes on flapping, ms. */
const DIGEST_EVERY_MS = HOUR_MS;

/** A notice about an alert that flaps. Times are epoch milliseconds. */
export interface FlappingNotice {
  kind: 'flapping' | 'digest';
  /** The entry that the alert opened or closed last. */
  entryId: string;
  at: number;
  /** How often the alert has fired or cleared since. */
  changes: number;
  since: number;
  /** Whether the alert is calm again. */
  isOver: boolean;
  isFiring: boolean;
}

/** Whether an alert flaps now. */
export const isFlapping = ({ flaps }: Rule): boolean => Boolean(flaps?.told);

/**
 * Notes that an alert has fired or cleared.
 * @param change The entry that it opened or closed, and the heard time and the instant of that
 * @param most How often it may fire or clear within `FLAPS_WITHIN_MS`; 0: any number of times
 * @returns The notice that the alert begins to flap; null: it doesn't flap, or flapped before
 */
export const noteChange = (
  rule: AlertRule,
  { entryId, heardAt, at }: { entryId: string; heardAt: number; at: number },
  most: number,
): FlappingNotice | null => {
  const { partition, flaps } = rule;
  if (most === 0 && !flaps?.told) {
    rule.flaps = null;
    return null;
  }
  const before = (flaps?.recent ?? []).filter((time) => heardAt - time < FLAPS_WITHIN_MS);
  const recent = [...before, heardAt].slice(-most - 1);
  const told = flaps?.told;
  if (told) {
    rule.flaps = { partition, recent, entryId, told: { ...told, changes: told.changes + 1 } };
    return null;
  }
  const begins = recent.length > most;
  rule.flaps = { partition, recent, entryId, ...(begins && { told: toldNow(heardAt, at) }) };
  if (!begins) return null;
  const since = at - (heardAt - recent[0]!);
  return { kind: 'flapping', at, changes: recent.length, since, isOver: false, ...shown(rule) };
};

/**
 * The heard time at which recipients get the next notice about an alert that flaps: it is calm again, or the last notice is an hour old.
 * @param within As `dueOf` says
 */
export const flappingDueOf = ({ flaps, clock }: Rule, within = 0): number =>
  flaps?.told
    ? Math.min(
        clock.after(flaps.recent.at(-1)!, FLAPS_WITHIN_MS + within),
        clock.after(flaps.told.heardAt, DIGEST_EVERY_MS + within),
      ) - within
    : Number.POSITIVE_INFINITY;

/** Makes the digest that is due. @param at The instant of that */
export const digest = (rule: AlertRule, at: number): FlappingNotice => {
  const { told, recent, ...flaps } = rule.flaps!;
  const due = flappingDueOf(rule);
  const isOver = rule.clock.after(recent.at(-1)!, FLAPS_WITHIN_MS) <= due;
  const { changes, at: since } = told!;
  const made: FlappingNotice = { kind: 'digest', at, changes, since, isOver, ...shown(rule) };
  rule.flaps = isOver ? null : { ...flaps, recent, told: toldNow(due, at) };
  return made;
};

const toldNow = (heardAt: number, at: number): ToldOfFlapping => ({ heardAt, at, changes: 0 });

const shown = ({ flaps, openEntryId }: AlertRule) => ({
  entryId: flaps!.entryId,
  isFiring: openEntryId !== null,
});
