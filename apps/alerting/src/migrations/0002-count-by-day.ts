import { HOUR_MS } from '@telemon/contracts/durations';
import type { Migration } from '@telemon/platform/migrations/migrations';

interface FormerCounter {
  /** The counted thing, and the period. */
  _id: string;
  used: number;
  expiresAt: Date;
}
interface CounterDocument {
  /** The counted thing. */
  _id: string;
  days: Record<string, number>;
  expiresAt: Date;
}

const FORMER_ID = /^(.+):(?:day|week|month):(\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
/** From a midnight, in UTC, to the UTC day of the same date, in all time zones but three of the Pacific. */
const INTO_DAY_MS = 13 * HOUR_MS;
const AT_ONCE = 200;

/**
 * Notices were counted by period: after a change of a device's period the count began anew. Each count becomes that of its period's first
 * day. They are copied, not moved: a replica of the former version may still count.
 */
export const countByDay: Migration = {
  name: '0002-count-by-day',
  async up({ db, progress, signal }) {
    const former = db.collection<FormerCounter>('limit_counters');
    const counters = db.collection<CounterDocument>('limit_counters');
    const ofPeriods = { used: { $exists: true } };
    const total = await former.countDocuments(ofPeriods);
    let done = 0;
    const copyAll = async (rows: FormerCounter[]) => {
      signal.throwIfAborted();
      const copies = rows.flatMap(copyOf);
      if (copies.length > 0) await counters.bulkWrite(copies);
      progress((done += rows.length), total);
    };
    const rows: FormerCounter[] = [];
    for await (const row of former.find(ofPeriods)) {
      rows.push(row);
      if (rows.length === AT_ONCE) await copyAll(rows.splice(0));
    }
    if (rows.length > 0) await copyAll(rows);
  },
};

const copyOf = ({ _id, used, expiresAt }: FormerCounter) => {
  const [, counted, start] = FORMER_ID.exec(_id) ?? [];
  if (counted === undefined || start === undefined) return [];
  const day = new Date(Date.parse(start) + INTO_DAY_MS).toISOString().slice(0, 10);
  // Not a sum, so that the step can run again.
  const update = { $max: { [`days.${day}`]: used, expiresAt } };
  return [{ updateOne: { filter: { _id: counted }, update, upsert: true } }];
};
