import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { AlertLogDocument } from './alert-log-document.ts';
import { AlertLogRepository } from './alert-log.repository.ts';

/** An entry whose recipients are to be reminded. */
export interface ToBeReminded extends Pick<AlertLogDocument, '_id' | 'alertId' | 'deviceName'> {
  /** Minutes. */
  remindEvery: number;
}

/** The number of reminders of an entry, with one more. */
const COUNTED = { $add: [{ $ifNull: ['$reminders', 0] }, 1] };

/** The reminders of entries. Each entry holds the time of its next one, and how many there were. */
@Injectable()
export class RemindersRepository {
  private readonly entries: Model<AlertLogDocument>;

  constructor(repository: AlertLogRepository) {
    this.entries = repository.entries;
  }

  /** The entries whose recipients are to be reminded now, by the database's clock; the longest due first. */
  async due(most: number): Promise<ToBeReminded[]> {
    return this.entries
      .find(
        {
          remindAt: trusted({ $exists: true }),
          $expr: trusted({ $lte: ['$remindAt', '$$NOW'] }),
          // Replicas of an earlier Telemon leave the time in an entry that they close or acknowledge.
          isOpen: true,
          ackAt: null,
        },
        { alertId: 1, deviceName: 1, remindEvery: 1 },
        { sort: { remindAt: 1 }, limit: most },
      )
      .lean<ToBeReminded[]>()
      .exec();
  }

  /** The ids of these entries that are open and not acknowledged. */
  async unsettledAmong(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.entries
      .find({ _id: trusted({ $in: [...ids] }), isOpen: true, ackAt: null }, { _id: 1 })
      .lean<Pick<AlertLogDocument, '_id'>[]>()
      .exec();
    return new Set(rows.map(({ _id }) => _id));
  }

  /** Takes the reminder of an entry that is due, and plans the next one; null if another process took it, or the entry needs none now. */
  async take(id: string, most: number, session: ClientSession): Promise<number | null> {
    const isLast = { $gte: [COUNTED, most] };
    const next = { $add: ['$$NOW', { $multiply: ['$remindEvery', MINUTE_MS] }] };
    const taken = await this.entries
      .findOneAndUpdate(
        {
          _id: id,
          isOpen: true,
          ackAt: null,
          $expr: trusted({ $lte: ['$remindAt', '$$NOW'] }),
          remindAt: trusted({ $exists: true }),
        },
        [{ $set: { reminders: COUNTED, remindAt: { $cond: [isLast, '$$REMOVE', next] } } }],
        { session, returnDocument: 'after', projection: { reminders: 1 } },
      )
      .lean<Pick<AlertLogDocument, 'reminders'> | null>()
      .exec();
    return taken?.reminders ?? null;
  }

  /** Puts off the reminder of an entry, without counting it. */
  async putOff(id: string, at: Date): Promise<void> {
    await this.entries.updateOne(
      { _id: id, remindAt: trusted({ $exists: true }) },
      { $set: { remindAt: at } },
    );
  }
}
