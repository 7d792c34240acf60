import type { Migration } from '@telemon/platform/migrations/migrations';

interface CounterDocument {
  /** The name of a limit and a key. */
  _id: string;
  count: number;
  until: Date;
}

const PREFIX = 'RESET_LIMIT ';
const AT_ONCE = 200;

/**
 * Resets of a month were stored with other limits, which Redis counts now. They are copied, not moved: a replica of the former
 * version may still count in `counters`, whose documents expire with the month.
 */
export const copyResets: Migration = {
  name: '0001-copy-resets',
  async up({ db, progress, signal }) {
    const counters = db.collection<CounterDocument>('counters');
    const resets = db.collection<CounterDocument>('resets');
    const ofResets = { _id: { $gte: PREFIX, $lt: `${PREFIX}\uffff` } };
    const total = await counters.countDocuments(ofResets);
    let done = 0;
    const copyAll = async (rows: CounterDocument[]) => {
      signal.throwIfAborted();
      await resets.bulkWrite(rows.map(copyOf), { ordered: false });
      progress((done += rows.length), total);
    };
    const rows: CounterDocument[] = [];
    for await (const row of counters.find(ofResets)) {
      rows.push(row);
      if (rows.length === AT_ONCE) await copyAll(rows.splice(0));
    }
    if (rows.length > 0) await copyAll(rows);
  },
};

const copyOf = ({ _id, count, until }: CounterDocument) => ({
  updateOne: {
    filter: { _id: _id.slice(PREFIX.length) },
    update: { $setOnInsert: { count, until } },
    upsert: true,
  },
});
