import { Injectable } from '@nestjs/common';
import type { alertLog } from '@telemon/contracts/alerting/alert-log';
import type { RequestOf } from '@telemon/contracts/call';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession } from 'mongodb';
import { type AnyBulkWriteOperation, type Model, type QueryFilter, trusted } from 'mongoose';
import type { DeviceScope } from '../scope/known-devices.ts';
import { type AlertLogDocument, alertLogSchema } from './alert-log-document.ts';
import { type Columns, foundBy, sortedPage, timeLimit } from '@telemon/platform/sorted-page';

/** The open entries of a device in short. */
export interface OpenOfDevice {
  firing: number;
  silentSince: Date | null;
}

/** The fields of its open entry that a firing alert shows. */
export type EntryOfAlert = Pick<AlertLogDocument, '_id' | 'value' | 'triggeredAt'>;

export type AlertLogQuery = RequestOf<typeof alertLog.list>;

/** Which entries a user asks for, of those in scope. */
export interface Wanted extends Partial<OfDevice>, Pick<AlertLogQuery, 'q' | 'status'> {
  /** Names of the devices whose aliases match `q`. */
  withAlias?: string[];
}

/** Which pending entries of a device a user acknowledges: all, or one by its id; and what the user writes about them. */
export interface Acknowledgement {
  deviceName: string;
  id?: string | undefined;
  note?: string | null;
}

/** Which entries of one device: those that were open at some time between two instants, where they are given. */
export interface OfDevice {
  deviceName: string;
  firedFrom?: string | undefined;
  firedTo?: string | undefined;
}

const COLUMNS: Columns<NonNullable<AlertLogQuery['sort']>> = {
  newest: 'triggeredAt',
  fieldOf: {
    id: '_id',
    cause: 'cause',
    deviceName: 'deviceName',
    deviceAlias: 'deviceAlias',
    contact: 'contact',
    email: 'email',
    sensorId: 'sensorId',
    sensorName: 'sensorName',
    valueType: 'valueType',
    alertType: 'alertType',
    message: 'message',
    value: 'value',
    createdAt: 'createdAt',
    triggeredAt: 'triggeredAt',
    clearedAt: 'clearedAt',
    status: 'ackAt',
    isAck: 'ackAt',
    ackBy: 'ackBy',
  },
};

const SEARCHED = [
  'deviceName',
  'deviceAlias',
  'contact',
  'email',
  'mqtt.host',
  'mqtt.topic',
  'message',
  'sensorName',
  'ackBy',
  'ackNote',
] as const;

@Injectable()
export class AlertLogRepository {
  private readonly entries: Model<AlertLogDocument>;
  /** The same collection for users' lists, over other connections, so that firings don't wait behind lists. */
  private readonly lists: Model<AlertLogDocument>;

  constructor(mongo: Mongo) {
    this.entries = mongo.model('alert_log', alertLogSchema);
    this.lists = mongo.modelForLongReads(this.entries);
  }

  /**
   * Closes entries and adds others. An added entry that exists already is only opened again, if it should be open.
   * @returns the ids of the new entries.
   */
  async write(
    closed: { id: string; at: Date }[],
    added: AlertLogDocument[],
    session: ClientSession,
  ): Promise<Set<string>> {
    const closing = closed.map(({ id, at }) => ({
      updateOne: {
        filter: { _id: id, isOpen: true as const },
        update: { $set: { clearedAt: at }, $unset: { isOpen: '' as const } },
      },
    }));
    const adding = added.map((entry) => ({
      updateOne: { filter: { _id: entry._id }, update: additionOf(entry), upsert: true },
    }));
    const operations: AnyBulkWriteOperation<AlertLogDocument>[] = [...closing, ...adding];
    if (operations.length === 0) return new Set();
    const { upsertedIds } = await this.entries.bulkWrite(operations, { session });
    return new Set(Object.values(upsertedIds) as unknown as string[]);
  }

  /** Closes an alert's open entry; true if it had one. */
  async closeOf(alertId: string, at: Date, session: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.entries.updateMany(
      { alertId, isOpen: true },
      { $set: { clearedAt: at }, $unset: { isOpen: '' } },
      { session },
    );
    return modifiedCount > 0;
  }

  /** How many alerts of each device are firing, and since when it is silent. */
  async openOf(deviceNames: string[], session: ClientSession): Promise<Map<string, OpenOfDevice>> {
    const rows = await this.entries
      .aggregate<OpenOfDevice & { _id: string }>(
        [
          { $match: { deviceName: { $in: deviceNames }, isOpen: true } },
          {
            $group: {
              _id: '$deviceName',
              firing: { $sum: { $cond: [{ $eq: ['$cause', 'silence'] }, 0, 1] } },
              silentSince: { $max: '$silentSince' },
            },
          },
        ],
        { session, hint: 'open_of_device' },
      )
      .exec();
    return new Map(rows.map(({ _id, ...open }) => [_id, open]));
  }

  /** A page of the entries in scope, of all devices or one, pending or acknowledged. */
  page(scope: DeviceScope, query: AlertLogQuery, of: Pick<Wanted, keyof OfDevice | 'withAlias'> = {}) {
    return sortedPage(this.lists, filterOf(scope, { ...query, ...of }), query, COLUMNS);
  }

  /** Counts the entries in scope, and stops at `most`. */
  count(scope: DeviceScope, wanted: Wanted, most: number): Promise<number> {
    return this.lists.countDocuments(filterOf(scope, wanted), { limit: most, ...timeLimit() }).exec();
  }

  /** The newest entries in scope, of those that stand behind `last` in this order. */
  newest(
    scope: DeviceScope,
    wanted: Wanted,
    { last, most }: { last: AlertLogDocument | undefined; most: number },
  ): Promise<AlertLogDocument[]> {
    const filter = { $and: [filterOf(scope, wanted), last ? olderThan(last) : {}] };
    return this.lists
      .find(filter, null, { sort: { triggeredAt: -1, _id: -1 }, limit: most, ...timeLimit() })
      .lean<AlertLogDocument[]>()
      .exec();
  }

  /** The entries with these ids, as far as an alert shows them. */
  withIds(ids: string[]): Promise<EntryOfAlert[]> {
    return this.lists
      .find({ _id: trusted({ $in: ids }) }, { value: 1, triggeredAt: 1 }, timeLimit())
      .lean<EntryOfAlert[]>()
      .exec();
  }

  /** Acknowledges a device's pending entries, or one of them; the first acknowledgement wins. */
  async acknowledge(
    scope: DeviceScope,
    { deviceName, id, note }: Acknowledgement,
    by: string,
  ): Promise<{ count: number; entries: Pick<AlertLogDocument, '_id' | 'alertId' | 'deviceName'>[] }> {
    const entries = await this.entries
      .find(
        { $and: [scope, { deviceName, ackAt: null, ...(id !== undefined && { _id: id }) }] },
        { alertId: 1, deviceName: 1 },
      )
      .lean()
      .exec();
    const ackAt = new Date();
    const { modifiedCount: count } = await this.entries.updateMany(
      { _id: trusted({ $in: entries.map(({ _id }) => _id) }), ackAt: null },
      { $set: { ackAt, ackBy: by, ...(note && { ackNote: note }) } },
    );
    return { count, entries };
  }

  find(id: string): Promise<AlertLogDocument | null> {
    return this.entries.findOne({ _id: id }).lean().exec();
  }

  async has(scope: DeviceScope, { deviceName, id }: { deviceName: string; id: string }): Promise<boolean> {
    return (await this.entries.countDocuments({ $and: [scope, { _id: id, deviceName }] }, { limit: 1 })) > 0;
  }

  /** Removes the open entries of a deleted device. */
  async removeOpenOf(
    { deviceName, version }: { deviceName: string; version: number },
    session: ClientSession,
  ): Promise<void> {
    await this.entries.deleteMany(
      { deviceName, isOpen: true, deviceVersion: trusted({ $lt: version }) },
      { session },
    );
  }

  /** Removes the entries of deleted devices. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.entries.deleteMany({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: trusted({ $lt: version }) })),
    });
  }
}

const filterOf = (
  scope: DeviceScope,
  { q, status, deviceName, firedFrom, firedTo, withAlias = [] }: Wanted,
): QueryFilter<AlertLogDocument> => {
  const found = foundBy<AlertLogDocument>(q, SEARCHED, { deviceName: trusted({ $in: withAlias }) });
  const one = deviceName === undefined ? {} : { deviceName };
  const inStatus =
    status === undefined ? {} : { ackAt: status === 'Pending' ? null : trusted({ $ne: null }) };
  const until = firedTo === undefined ? {} : { triggeredAt: trusted({ $lte: new Date(firedTo) }) };
  const since =
    firedFrom === undefined
      ? {}
      : { $or: [{ clearedAt: null }, { clearedAt: trusted({ $gte: new Date(firedFrom) }) }] };
  return { $and: [scope, one, until, since, inStatus, found] };
};

/** The first condition bounds the range of an index. */
const olderThan = ({ triggeredAt, _id }: AlertLogDocument): QueryFilter<AlertLogDocument> => ({
  triggeredAt: trusted({ $lte: triggeredAt }),
  $or: [{ triggeredAt: trusted({ $lt: triggeredAt }) }, { _id: trusted({ $lt: _id }) }],
});

const additionOf = ({ isOpen, clearedAt, ...rest }: AlertLogDocument) =>
  isOpen
    ? { $setOnInsert: rest, $set: { isOpen, clearedAt: null } }
    : { $setOnInsert: { ...rest, clearedAt } };
