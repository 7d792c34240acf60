import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { type LogRow, OF_ALL_DEVICES, arrivalOf } from './log-row.ts';

/** A row in the form that a user sees. */
export interface ShownRow extends Omit<LogRow, '_id' | 'deviceKey' | 'reasons' | 'count'> {
  id: string;
  reason: string | null;
  count: number | null;
  timestamp: string;
}

export const shownRow = (row: LogRow, actor: Actor): ShownRow => {
  const { _id, deviceKey, reasons, count, ...shownAsIs } = row;
  // Only admins may see how many messages arrive from all devices.
  const mayCount = deviceKey !== OF_ALL_DEVICES || isAdmin(actor.role);
  return {
    ...shownAsIs,
    id: _id,
    reason: reasonOf(reasons),
    count: mayCount ? count : null,
    timestamp: arrivalOf(row).toISOString(),
  };
};

/** One of several reasons: the same one in whichever order they came. */
const reasonOf = (reasons: readonly string[]): string | null => {
  const [first, ...others] = reasons.toSorted();
  if (first === undefined) return null;
  return others.length === 0 ? first : `${first} (and ${others.length} more)`;
};
