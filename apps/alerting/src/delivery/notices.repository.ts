import { Injectable } from '@nestjs/common';
import { NOTICE_CHANNELS } from '@telemon/contracts/alerting/notices';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import type { ClientSession } from 'mongodb';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { groupOf, inGroup } from './grouped.ts';
import {
  type AlertNotice,
  BY_RANK,
  type GroupNotice,
  type NoticeChannel,
  type NoticeDocument,
  TO_BE_DONE,
  noticeSchema,
} from './notice.ts';
import { type DeliveryReport, changeOfReport } from './notice-changes.ts';
import { type Resting, noticesIn } from './resting.ts';

/** A due notice's id, lane and turn. */
interface DueNotice extends Pick<NoticeDocument, '_id' | 'channel' | 'to' | 'rank' | 'managerId'> {
  /** How long it has been due. */
  dueForMs: number;
}

@Injectable()
export class NoticesRepository {
  /** Also for the repository of gathered notices. */
  readonly notices: Model<NoticeDocument>;
  constructor(mongo: Mongo) {
    this.notices = mongo.model('notices', noticeSchema);
  }

  async insert(notices: NoticeDocument[], session: ClientSession): Promise<void> {
    // `lean`: mongoose doesn't create and validate a document per notice.
    if (notices.length > 0) await this.notices.insertMany(notices, { session, lean: true });
  }

  /** Stores the notices that are not stored yet, and returns them. Outside a transaction, so that a majority has the others, too. */
  async insertUnlessThere(notices: NoticeDocument[]): Promise<NoticeDocument[]> {
    const inserts = notices.map((document) => ({ insertOne: { document } }));
    const taken = new Set(await writeUnlessTaken(this.notices, inserts));
    return notices.filter((_, place) => !taken.has(place));
  }

  /**
   * The notices of a channel that have been due for at least `forMs`: the most severe first and, of equal severity, the longest due.
   * @param resting The lanes and shares that are left out
   */
  due(
    channel: NoticeChannel,
    resting: readonly Resting[],
    forMs: number,
    most: number,
  ): Promise<DueNotice[]> {
    return this.notices
      .find(
        {
          channel,
          ...(resting.length > 0 && { $nor: resting.map(noticesIn) }),
          dueAt: trusted({ $exists: true }),
          $expr: trusted({ $lte: ['$dueAt', { $subtract: ['$$NOW', forMs] }] }),
        },
        { channel: 1, to: 1, rank: 1, managerId: 1, dueForMs: { $subtract: ['$$NOW', '$dueAt'] } },
        { sort: { rank: 1, dueAt: 1 }, limit: most, hint: BY_RANK },
      )
      .lean<DueNotice[]>()
      .exec();
  }

  /**
   * Makes notices due now whose time is more than `aheadMs` ahead: a wrong clock set it.
   * @returns their number.
   */
  async bringBack(aheadMs: number): Promise<number> {
    const { modifiedCount } = await this.notices.updateMany(
      {
        ...queued(),
        $expr: trusted({ $gt: ['$dueAt', { $add: ['$$NOW', aheadMs] }] }),
      },
      [{ $set: { dueAt: '$$NOW' } }],
    );
    return modifiedCount;
  }

  /** Writes what Twilio reports about an SMS of one or several alerts; null if that changes nothing. */
  async report(id: string, report: DeliveryReport): Promise<NoticeDocument | null> {
    const { of, change } = changeOfReport(report, new Date());
    const ofAlerts = {
      $or: [{ entryId: trusted({ $exists: true }) }, { group: trusted({ $exists: true }) }],
    };
    const sms = { _id: id, channel: 'sms' as const };
    const { modifiedCount } = await this.notices.updateOne({ $and: [sms, ofAlerts, of] }, change);
    return modifiedCount === 0
      ? null
      : this.notices.findOne({ _id: id }).lean<NoticeDocument | null>().exec();
  }

  /** A notice about an alert-log entry. */
  async find(id: string): Promise<AlertNotice | null> {
    const [notice = null] = await this.withIds([id]);
    return notice;
  }

  /** The notices about alert-log entries with these ids; in the caller's transaction, if there is one. */
  withIds(ids: string[], session?: ClientSession): Promise<AlertNotice[]> {
    return this.read({ _id: trusted({ $in: ids }), entryId: trusted({ $exists: true }) }, session);
  }

  /** The notices about entries; in the caller's transaction, if there is one. */
  ofEntries(entryIds: string[], session?: ClientSession): Promise<AlertNotice[]> {
    return this.read({ entryId: trusted({ $in: entryIds }) }, session);
  }

  /** The number of queued notices, and the creation time of the oldest. */
  async waiting(): Promise<{ count: number; since: Date | null }> {
    const [row] = await this.notices
      .aggregate<{ count: number; since: Date }>(
        [
          { $match: { dueAt: { $exists: true } } },
          { $group: { _id: null, count: { $sum: 1 }, since: { $min: '$createdAt' } } },
        ],
        { hint: TO_BE_DONE },
      )
      .exec();
    return row ?? { count: 0, since: null };
  }

  /** Removes the notices of deleted devices, the grouped ones that stand for no other notice any more, and their lines in others. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    const ofGone = () => ({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: trusted({ $lt: version }) })),
    });
    const groups = await this.notices
      .distinct('groupId', { $and: [ofGone(), { groupId: trusted({ $exists: true }) }] })
      .exec();
    await this.notices.deleteMany(ofGone());
    if (groups.length === 0) return;
    const kept = await this.notices.distinct('groupId', { groupId: trusted({ $in: groups }) }).exec();
    const empty = groups.filter((id) => !kept.includes(id));
    await this.notices.deleteMany({ _id: trusted({ $in: empty }) });
    for (const id of kept) await this.regroup(id!);
  }

  /** Writes a grouped notice that is still to be sent anew, from the notices that are left in it. */
  private async regroup(groupId: string): Promise<void> {
    const sort = { rank: 1, createdAt: 1, _id: 1 } as const;
    const left = await this.notices.find({ groupId }, null, { sort }).lean<AlertNotice[]>().exec();
    if (left.length === 0) return;
    const { group } = groupOf(left, new Date());
    await this.notices.updateOne({ _id: groupId, dueAt: trusted({ $exists: true }) }, { $set: { group } });
  }

  /** Notices about alert-log entries, with the states of the grouped ones in which they go out. */
  private async read(filter: QueryFilter<NoticeDocument>, session?: ClientSession): Promise<AlertNotice[]> {
    const options = session ? { session } : {};
    const rows = await this.notices.find(filter, null, options).lean<AlertNotice[]>().exec();
    const ids = [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))];
    if (ids.length === 0) return rows;
    const groups = await this.notices
      .find({ _id: trusted({ $in: ids }) }, null, options)
      .lean<GroupNotice[]>()
      .exec();
    const byId = new Map(groups.map((group) => [group._id, group]));
    return rows.map((row) => {
      const group = byId.get(row.groupId ?? '');
      return group ? inGroup(row, group) : row;
    });
  }
}

/** The filter for queued notices that the index `TO_BE_DONE` serves. */
export const queued = () => ({
  channel: trusted({ $in: [...NOTICE_CHANNELS] }),
  dueAt: trusted({ $exists: true }),
});
