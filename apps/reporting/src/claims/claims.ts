import type { Collection } from 'mongodb';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { driverCollectionOf } from '@telemon/platform/mongo-outcome';

/** A document that one process at a time works on, while its state is `waiting`. */
export interface Claimable {
  _id: string;
  state: string;
  /** The number of its claims: a process that holds an older one may not write any more. */
  fence: number;
  /** The process that claimed it last; null while no process has a claim. */
  holder: string | null;
  /** When the next process may claim it, by the database's clock; in the future while a process has it. */
  freeAt: Date;
}

/** The claim of a process on a document. */
export type Claim = Pick<Claimable, '_id' | 'fence'>;

/** The database's time, this much later. */
export const later = (ms: number) => ({
  $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: Math.round(ms) },
});

/**
 * Longer than any claim or pause, ms. If a document is to be free even later, a clock that had leapt ahead wrote that, and the document
 * counts as free now.
 */
const LONGEST_AHEAD_MS = 5 * MINUTE_MS;

/** The claims on the documents of a collection. They need an index on `freeAt`. */
export class Claims<Document extends Claimable> {
  constructor(private readonly model: { readonly collection: unknown }) {}

  private get documents(): Collection<Claimable> {
    return driverCollectionOf(this.model);
  }

  /** Claims the waiting document that is free longest, for a process; null if there is none. */
  async claim(holder: string, leaseMs: number): Promise<Document | null> {
    const update = [
      { $set: { fence: { $add: ['$fence', 1] }, holder: { $literal: holder }, freeAt: later(leaseMs) } },
    ];
    // Two queries, because the index serves each of them but not both together.
    for (const isFree of [{ $lte: ['$freeAt', '$$NOW'] }, { $gt: ['$freeAt', later(LONGEST_AHEAD_MS)] }]) {
      const waiting = { state: 'waiting', $expr: isFree };
      const options = { sort: { freeAt: 1 }, returnDocument: 'after' } as const;
      const claimed = await this.documents.findOneAndUpdate(waiting, update, options);
      if (claimed !== null) return claimed as Document;
    }
    return null;
  }

  /** Ends the claims of a process that stopped. */
  async freeFrom(holder: string): Promise<void> {
    const held = { state: 'waiting', freeAt: { $gt: new Date(0) }, holder };
    await this.documents.updateMany(held, [{ $set: { freeAt: '$$NOW' } }]);
  }

  /** Changes a claimed document; false if another process has a newer claim, or the document is not `waiting` any more. */
  async change({ _id, fence }: Claim, update: object): Promise<boolean> {
    const claimed = { _id, fence, state: 'waiting' };
    const { matchedCount } = await this.documents.updateOne(claimed, [{ $set: update }]);
    return matchedCount === 1;
  }
}
