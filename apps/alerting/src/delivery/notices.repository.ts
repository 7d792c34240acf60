import { Injectable } from '@nestjs/common';
import { Mongo } from '@telemon/platform/mongo';
import { Together } from '@telemon/platform/together';
import { type ClientSession, type Collection, type Document, ObjectId, type UpdateFilter } from 'mongodb';
import { type AlertNotice, CHANNELS_OF_NOTICES, type NoticeChannel, type NoticeDocument } from './notice.ts';

/** What somebody who took a notice to send must show to say what became of it. */
interface Claim {
  id: string;
  ticket: string;
}

export interface Claimed extends Claim {
  notice: NoticeDocument;
  /** Somebody began to send it before, and nobody knows whether it arrived. */
  isRepeated: boolean;
}

/** What becomes of a notice that was taken: done with, or to be tried again after a while. */
export type Mark =
  | { state: 'sent' | 'failed'; reason: string | null; forgetAt?: Date }
  | { state: 'queued'; reason: string | null; waitMs: number; attempts: number; mayHaveArrived: boolean };

/** As much of a notice as tells what is to be done with it. */
interface Due extends Pick<NoticeDocument, '_id' | 'channel'> {
  /** For how long it has been due. */
  dueForMs: number;
}

const TO_BE_DONE = 'to_be_done';
/** Notices taken or marked in one go. */
const AT_ONCE = 100;

@Injectable()
export class NoticesRepository {
  private readonly notices: Collection<NoticeDocument>;
  private readonly claims = new Together(
    (asked: Parameters<typeof this.claimAll>[0]) => this.claimAll(asked),
    AT_ONCE,
  );
  private readonly marks = new Together(
    (marked: Parameters<typeof this.markAll>[0]) => this.markAll(marked),
    AT_ONCE,
  );

  constructor(mongo: Mongo) {
    this.notices = mongo.collection<NoticeDocument>('notices', [
      { key: { entryId: 1 } },
      { key: { deviceName: 1 } },
      { key: { forgetAt: 1 }, expireAfterSeconds: 0 },
      // Only what is still to be done has a dueAt, so this index stays small.
      {
        name: TO_BE_DONE,
        key: { channel: 1, dueAt: 1 },
        partialFilterExpression: { dueAt: { $exists: true } },
      },
    ]);
  }

  async insert(notices: NoticeDocument[], session: ClientSession): Promise<void> {
    if (notices.length > 0) await this.notices.insertMany(notices, { session });
  }

  /** The notices that have been due over these channels for so long, the longest due first. */
  due(channels: NoticeChannel[], forMs: number, most: number): Promise<Due[]> {
    return this.notices
      .find<Due>(
        {
          channel: { $in: channels },
          dueAt: { $exists: true },
          $expr: { $lte: ['$dueAt', { $subtract: ['$$NOW', forMs] }] },
        },
        {
          projection: { channel: 1, dueForMs: { $subtract: ['$$NOW', '$dueAt'] } },
          sort: { dueAt: 1 },
          limit: most,
        },
      )
      .toArray();
  }

  /**
   * Makes due now what is due later than in so long: it was written down by a clock that was wrong.
   * @returns how many were.
   */
  async bringBack(aheadMs: number): Promise<number> {
    const { modifiedCount } = await this.notices.updateMany(
      {
        channel: { $in: [...CHANNELS_OF_NOTICES] },
        dueAt: { $exists: true },
        $expr: { $gt: ['$dueAt', { $add: ['$$NOW', aheadMs] }] },
      },
      [{ $set: { dueAt: '$$NOW' } }],
    );
    return modifiedCount;
  }

  /** Takes a notice to send it, for as long as the lease runs. null: somebody else has it, or it is not due. */
  claim(id: string, holder: string, leaseMs: number): Promise<Claimed | null> {
    return this.claims.do({ id, holder, leaseMs });
  }

  /** Says what became of a notice; nothing happens where somebody else has taken it since. */
  mark(claim: Claim, mark: Mark): Promise<void> {
    return this.marks.do({ claim, mark });
  }

  /** Ends the leases of a process that is no more. */
  async freeFrom(holder: string): Promise<void> {
    await this.notices.updateMany(
      { channel: { $in: [...CHANNELS_OF_NOTICES] }, dueAt: { $gt: new Date() }, holder },
      [{ $set: { dueAt: '$$NOW' } }],
    );
  }

  ofEntries(entryIds: string[]): Promise<AlertNotice[]> {
    return this.notices.find({ entryId: { $in: entryIds } }).toArray() as Promise<AlertNotice[]>;
  }

  /** How many are still to be done, and since when the oldest of them waits. */
  async waiting(): Promise<{ count: number; since: Date | null }> {
    const [row] = await this.notices
      .aggregate<{ count: number; since: Date }>(
        [
          { $match: { dueAt: { $exists: true } } },
          { $group: { _id: null, count: { $sum: 1 }, since: { $min: '$createdAt' } } },
        ],
        { hint: TO_BE_DONE },
      )
      .toArray();
    return row ?? { count: 0, since: null };
  }

  /** Removes those of devices that are gone. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.notices.deleteMany({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: { $lt: version } })),
    });
  }

  private async claimAll(
    asked: { id: string; holder: string; leaseMs: number }[],
  ): Promise<(Claimed | null)[]> {
    const ticket = new ObjectId().toHexString();
    const ids = asked.map(({ id }) => id);
    const { holder, leaseMs } = asked[0]!;
    await this.notices.updateMany(
      // The database's clock alone decides who may take it.
      { _id: { $in: ids }, state: 'queued', $expr: { $lte: ['$dueAt', '$$NOW'] } },
      [
        {
          $set: {
            ticket,
            holder: { $literal: holder },
            dueAt: { $add: ['$$NOW', leaseMs] },
            attempts: { $add: ['$attempts', 1] },
            isRepeated: '$mayHaveArrived',
            mayHaveArrived: true,
          },
        },
      ],
    );
    const taken = new Map<string, NoticeDocument>();
    for await (const notice of this.notices.find({ _id: { $in: ids }, ticket }))
      taken.set(notice._id, notice);
    return ids.map((id) => {
      const notice = taken.get(id);
      // Asked for twice in one breath: the first has it.
      taken.delete(id);
      return notice ? { id, ticket, notice, isRepeated: notice.isRepeated === true } : null;
    });
  }

  private async markAll(marked: { claim: Claim; mark: Mark }[]): Promise<void[]> {
    const now = Date.now();
    await this.notices.bulkWrite(
      marked.map(({ claim: { id, ticket }, mark }) => ({
        updateOne: { filter: { _id: id, ticket, state: 'queued' }, update: changeOf(mark, now) },
      })),
      { ordered: false },
    );
    return marked.map(() => undefined);
  }
}

const changeOf = (mark: Mark, now: number): UpdateFilter<NoticeDocument> | Document[] => {
  if (mark.state !== 'queued') {
    const { state, reason, forgetAt } = mark;
    const done = { dueAt: '', ticket: '', holder: '', letter: '' } as const;
    return { $set: { state, reason, at: new Date(now), ...(forgetAt && { forgetAt }) }, $unset: done };
  }
  const { reason, waitMs, attempts, mayHaveArrived } = mark;
  // By the clock by which it is taken.
  const dueAt = { $add: ['$$NOW', waitMs] };
  return [
    { $set: { reason: { $literal: reason }, dueAt, attempts, mayHaveArrived } },
    { $unset: ['ticket', 'holder'] },
  ];
};
