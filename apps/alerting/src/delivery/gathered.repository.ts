import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { Gathered } from './grouped.ts';
import type { LimitedChannel } from './limits/notice-limits.ts';
import { type AlertNotice, BY_RECIPIENT, type NoticeDocument } from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';
import type { Reminder } from './reminder-need.ts';

/** A phone number or an e-mail address. */
export interface NoticeAddress {
  channel: LimitedChannel;
  to: string;
}

/** A notice waits for a minute: one that waits longer got its time from a wrong clock. */
const TOO_FAR_AHEAD_MS = 2 * MINUTE_MS;

/** The notices that wait for others to their recipient, and those that went out with others. */
@Injectable()
export class GatheredRepository {
  private readonly notices: Model<NoticeDocument>;

  constructor(repository: NoticesRepository) {
    this.notices = repository.notices;
  }

  /** The recipients of notices that have waited long enough, the longest wait first. */
  async recipients(now: Date, most: number): Promise<NoticeAddress[]> {
    const rows = await this.notices
      .aggregate<{ _id: NoticeAddress }>(
        [
          {
            $match: {
              gatheredUntil: { $exists: true },
              $or: [{ gatheredUntil: { $lte: now } }, { gatheredUntil: { $gt: tooFarAhead(now) } }],
            },
          },
          { $group: { _id: { channel: '$channel', to: '$to' }, since: { $min: '$gatheredUntil' } } },
          { $sort: { since: 1 } },
          { $limit: most },
        ],
        { hint: BY_RECIPIENT },
      )
      .exec();
    return rows.map(({ _id }) => _id);
  }

  /** The notices to a recipient that have waited long enough: the most severe first, of those the oldest. */
  of({ channel, to }: NoticeAddress, now: Date, most: number, session: ClientSession): Promise<Gathered[]> {
    return this.notices
      .find(
        {
          channel,
          to,
          gatheredUntil: trusted({ $exists: true }),
          $or: [
            { gatheredUntil: trusted({ $lte: now }) },
            { gatheredUntil: trusted({ $gt: tooFarAhead(now) }) },
          ],
        },
        {
          kind: 1,
          entryId: 1,
          alertId: 1,
          deviceName: 1,
          deviceVersion: 1,
          headline: 1,
          channel: 1,
          to: 1,
          rank: 1,
          managerId: 1,
          after: 1,
        },
        { session, sort: { rank: 1, createdAt: 1, _id: 1 }, limit: most },
      )
      .lean<Gathered[]>()
      .exec();
  }

  /** Has notices go out in a grouped one, in the transaction that stores it. */
  async assign(ids: string[], groupId: string, session: ClientSession): Promise<void> {
    await this.notices.updateMany(
      { _id: trusted({ $in: ids }) },
      { $set: { groupId }, $unset: { gatheredUntil: '' } },
      { session },
    );
  }

  /** Has a notice go out by itself. */
  async release(id: string, now: Date, session: ClientSession): Promise<void> {
    await this.notices.updateOne(
      { _id: id },
      { $set: { dueAt: now, reason: null }, $unset: { gatheredUntil: '' } },
      { session },
    );
  }

  /** Has notices wait for longer. */
  async putOff(ids: string[], until: Date, session: ClientSession): Promise<void> {
    if (ids.length === 0) return;
    await this.notices.updateMany(
      { _id: trusted({ $in: ids }) },
      { $set: { gatheredUntil: until } },
      { session },
    );
  }

  /** Ends notices that are not sent. */
  async end(
    ids: string[],
    outcome: { state: 'held' | 'failed'; reason: string; at: Date },
    session: ClientSession,
  ): Promise<void> {
    if (ids.length === 0) return;
    await this.notices.updateMany(
      { _id: trusted({ $in: ids }) },
      { $set: outcome, $unset: { gatheredUntil: '' } },
      { session },
    );
  }

  /** The notices that went out in a grouped one, as far as open pages are told of them. */
  members(groupId: string): Promise<Pick<AlertNotice, 'entryId' | 'alertId' | 'deviceName'>[]> {
    return this.notices
      .find({ groupId }, { entryId: 1, alertId: 1, deviceName: 1 })
      .lean<Pick<AlertNotice, 'entryId' | 'alertId' | 'deviceName'>[]>()
      .exec();
  }

  /** The reminders that went out in a grouped notice; none if it also stands for other notices. */
  async remindersAlone(groupId: string): Promise<Reminder[]> {
    const tellsMore = await this.notices.exists({ groupId, kind: trusted({ $ne: 'reminder' }) }).exec();
    if (tellsMore) return [];
    return this.notices
      .find({ groupId }, { kind: 1, entryId: 1, alertId: 1, deviceName: 1 })
      .lean<Reminder[]>()
      .exec();
  }

  /** How many notices wait for others. */
  count(): Promise<number> {
    return this.notices
      .countDocuments({ gatheredUntil: trusted({ $exists: true }) }, { hint: BY_RECIPIENT })
      .exec();
  }
}

const tooFarAhead = (now: Date): Date => new Date(now.getTime() + TOO_FAR_AHEAD_MS);
