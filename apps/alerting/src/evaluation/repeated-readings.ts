import { MINUTE_MS } from '@telemon/contracts/durations';
import type { Reading } from '@telemon/contracts/readings';
import { CLOCKS_DIFFER_BY_MS } from '../rules/rule-document.ts';
import { type ReadingTimes, type RecentReadings, isLater } from './recent-readings.ts';
import type { Rule } from './rule.ts';

/** Time within which devices reconnect and resend unacknowledged readings, ms. */
const SENT_AGAIN_WITHIN_MS = 2 * MINUTE_MS;

/** The times of a reading, and its place in Kafka. */
type ReadingPlace = ReadingTimes & Pick<Reading, 'rawOffset'>;

/** Most readings of the same time that are stored with a rule. */
const MOST_TIED = 1_024;

/**
 * Whether a reading with an unknown id is older than the rule's last change, as far as clocks are reliable. If this process
 * made the change, it must be older than the first one in memory, or as old as those that are forgotten.
 *
 * A reading whose arrival lies in the future came before the clock was set back. Such readings have an order among themselves; a reading
 * whose arrival lies in the past is newer than all of them.
 */
const isBeforeLastChange = (
  rule: Rule,
  { since, forgotten }: RecentReadings,
  reading: ReadingPlace,
  now: number,
): boolean => {
  const { changedAt, changedTimestamp, changedOffset = 0, changedHere, readAt } = rule;
  const { receivedAt, timestamp, rawOffset = changedOffset } = reading;
  const isOfFuture = receivedAt > now;
  if (!isOfFuture && changedAt > now) return false;
  // The devices' clocks may be set back as well: their times have no order.
  if (!isOfFuture && changedHere && (!since || since.receivedAt > now)) return false;
  // The change came after the clock was set back, or before it was set ahead. The offsets of Kafka tell which, unless the topic was made anew.
  const isFarAhead = receivedAt > now + CLOCKS_DIFFER_BY_MS;
  if (isFarAhead && changedAt <= now && rawOffset < changedOffset) return true;
  // A device resends a reading that was not acknowledged: it has a new arrival time and its old timestamp.
  const maySendAgain = timestamp !== receivedAt && now - readAt < SENT_AGAIN_WITHIN_MS;
  if (changedHere && since) {
    if (receivedAt < Math.min(changedAt, since.receivedAt)) return true;
    if (forgotten !== null && forgotten.receivedAt <= now && !isLater(reading, forgotten))
      return isLater({ receivedAt: changedAt, timestamp: changedTimestamp }, reading);
    return maySendAgain && timestamp < changedTimestamp && timestamp <= since.timestamp;
  }
  if (receivedAt < changedAt) return true;
  return (receivedAt === changedAt || maySendAgain) && timestamp < changedTimestamp;
};

/** Whether a reading was compared with the rule before. @param hash Of its id */
export const isRepeated = (
  rule: Rule,
  recent: RecentReadings,
  reading: Reading,
  { hash, now }: { hash: number; now: number },
): boolean =>
  recent.has(hash) ||
  rule.document.state.tied?.includes(hash) === true ||
  isBeforeLastChange(rule, recent, reading, now);

/** Notes a reading as the last one that changed the rule. */
export const changeBy = (rule: Rule, reading: Reading, recent: RecentReadings, hash: number): void => {
  rule.tied = [...tiedAtRead(rule, reading), ...recent.tiedWith(reading), hash].slice(-MOST_TIED);
  rule.changedAt = reading.receivedAt;
  rule.changedTimestamp = reading.timestamp;
  rule.changedOffset = reading.rawOffset;
  rule.changedHere = true;
};

/** The readings that an earlier process compared, if they have a time in common with this one. */
const tiedAtRead = (
  { document: { state } }: Rule,
  { receivedAt, timestamp }: ReadingTimes,
): readonly number[] =>
  state.changedAt === receivedAt || state.changedTimestamp === timestamp ? (state.tied ?? []) : [];
