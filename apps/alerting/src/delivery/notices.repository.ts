import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession, Collection, UpdateFilter } from 'mongodb';
import { CHANNELS_OF_NOTICES, type NoticeChannel, type NoticeDocument } from './notice.ts';

/** What somebody who took a notice to send must show to say what became of it. */
export interface Claim {
  id: string;
  fence: number;
}

export interface Claimed extends Claim {
  notice: NoticeDocument;
  /** Somebody began to send it before, and nobody knows whether it arrived. */
  isRepeated: boolean;
}

@Injectable()
export class NoticesRepository {
  private readonly notices: Collection<NoticeDocument>;

  constructor(mongo: Mongo) {
    this.notices = mongo.collection<NoticeDocument>('notices', [
      { key: { entryId: 1 } },
      { key: { deviceName: 1 } },
      // Only what is still to be done has a dueAt, so this index stays small.
      {
        key: { state: 1, channel: 1, dueAt: 1 },
        partialFilterExpression: { dueAt: { $exists: true } },
      },
    ]);
  }

  async insert(notices: NoticeDocument[], session: ClientSession): Promise<void> {
    if (notices.length > 0) await this.notices.insertMany(notices, { session });
  }

  /** Those that have not been held against the limits yet, the alert's own recipients first, oldest first. */
  uncounted(ids: string[], session: ClientSession): Promise<NoticeDocument[]> {
    return this.notices
      .find({ _id: { $in: ids }, state: 'new' }, { session, sort: { createdAt: 1, isOwn: -1, _id: 1 } })
      .toArray();
  }

  /** Lets notices go, or holds them back with the reason. */
  async release(decisions: { id: string; held: string | null }[], session: ClientSession): Promise<void> {
    const at = new Date();
    await this.notices.bulkWrite(
      decisions.map(({ id, held }) => ({
        updateOne: {
          filter: { _id: id, state: 'new' },
          update:
            held === null
              ? { $set: { state: 'queued', at } }
              : { $set: { state: 'held', reason: held, at }, $unset: { dueAt: '' } },
        },
      })),
      { session, ordered: false },
    );
  }

  /** What should have been done before `before`, the longest due first. */
  async overdue(
    state: 'new' | 'queued',
    channel: NoticeChannel,
    before: Date,
    most: number,
  ): Promise<string[]> {
    const rows = await this.notices
      .find(
        { state, channel, dueAt: { $lte: before } },
        { projection: { _id: 1 }, sort: { dueAt: 1 }, limit: most },
      )
      .toArray();
    return rows.map(({ _id }) => _id);
  }

  /** Takes a notice to send it, for as long as the lease runs. null: somebody else has it, or it is not due. */
  async claim(id: string, holder: string, leaseMs: number): Promise<Claimed | null> {
    const before = await this.notices.findOneAndUpdate(
      // The database's clock alone decides who may take it.
      { _id: id, state: 'queued', $expr: { $lte: ['$dueAt', '$$NOW'] } },
      [
        {
          $set: {
            dueAt: { $add: ['$$NOW', leaseMs] },
            holder: { $literal: holder },
            fence: { $add: ['$fence', 1] },
            attempts: { $add: ['$attempts', 1] },
            mayHaveArrived: true,
          },
        },
      ],
      { returnDocument: 'before' },
    );
    if (!before) return null;
    const { mayHaveArrived, fence, attempts } = before;
    return {
      id,
      fence: fence + 1,
      isRepeated: mayHaveArrived,
      notice: { ...before, attempts: attempts + 1 },
    };
  }

  /** Ends the leases of a process that is no more. */
  async freeFrom(holder: string): Promise<void> {
    await this.notices.updateMany(
      { state: 'queued', channel: { $in: [...CHANNELS_OF_NOTICES] }, dueAt: { $gt: new Date() }, holder },
      [{ $set: { dueAt: '$$NOW' } }],
    );
  }

  /** It is with its provider, or never will be. false: somebody else has taken it since. */
  conclude(claim: Claim, state: 'sent' | 'failed', reason: string | null): Promise<boolean> {
    return this.update(claim, { $set: { state, reason, at: new Date() }, $unset: { dueAt: '', holder: '' } });
  }

  /** To be tried again, not before some time. */
  putOff(
    claim: Claim,
    waitMs: number,
    left: { reason: string | null; attempts: number; mayHaveArrived: boolean },
  ): Promise<boolean> {
    const { reason, attempts, mayHaveArrived } = left;
    const dueAt = new Date(Date.now() + waitMs);
    return this.update(claim, {
      $set: { dueAt, reason, attempts, mayHaveArrived },
      $unset: { holder: '' },
    });
  }

  ofEntries(entryIds: string[]): Promise<NoticeDocument[]> {
    return this.notices.find({ entryId: { $in: entryIds } }).toArray();
  }

  /** How many are still to be done, and since when the oldest of them waits. */
  async waiting(): Promise<{ count: number; since: Date | null }> {
    const [row] = await this.notices
      .aggregate<{ count: number; since: Date }>([
        { $match: { dueAt: { $exists: true } } },
        { $group: { _id: null, count: { $sum: 1 }, since: { $min: '$createdAt' } } },
      ])
      .toArray();
    return row ?? { count: 0, since: null };
  }

  /** Removes those of devices that are gone. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.notices.deleteMany({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: { $lt: version } })),
    });
  }

  private async update({ id, fence }: Claim, change: UpdateFilter<NoticeDocument>): Promise<boolean> {
    return (await this.notices.updateOne({ _id: id, fence, state: 'queued' }, change)).matchedCount === 1;
  }
}
