import { Injectable } from '@nestjs/common';
import type { EndCause } from '@telemon/contracts/alerting/alert-log';
import { Severity } from '@telemon/contracts/alerting/alerts';
import { Mongo } from '@telemon/platform/mongo';
import { type Columns, sortedIds, sortedPage, timeLimit } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import { type AnyBulkWriteOperation, type Model, trusted } from 'mongoose';
import { SEVERITY_RANK } from '../alerts/alert-terms.ts';
import type { PeriodStep } from '../rules/period-steps.ts';
import type { DeviceScope } from '../scope/known-devices.ts';
import { type AlertLogDocument, alertLogSchema } from './alert-log-document.ts';
import {
  type AlertLogQuery,
  type OfDevice,
  type WantedEntries,
  filterOf,
  filterOfPeriod,
  newerThan,
  olderThan,
} from './wanted-entries.ts';

/** The open entries of a device in short. */
interface OpenOfDevice {
  firing: number;
  silentSince: Date | null;
}

/** The fields of its open entry that a firing alert shows. */
export type EntryOfAlert = Pick<AlertLogDocument, '_id' | 'value' | 'triggeredAt'>;

/** Which pending entries of a device a user acknowledges: all, or one by its id; and what the user writes about them. */
export interface Acknowledgement {
  deviceName: string;
  id?: string | undefined;
  note?: string | null;
}

/** The column by which entries are sorted. */
export interface Sorted {
  sort: NonNullable<AlertLogQuery['sort']>;
  order?: AlertLogQuery['order'];
}

/** How an entry is closed. */
export interface ClosedEntry {
  id: string;
  at: Date;
  /** Absent unless a reading ended the firing of an alert. */
  value?: number;
  /** Absent where a reading ended it. */
  endCause?: EndCause;
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
    severity: 'severity',
    message: 'message',
    value: 'value',
    createdAt: 'createdAt',
    triggeredAt: 'triggeredAt',
    clearedAt: 'clearedAt',
    status: 'ackAt',
    isAck: 'ackAt',
    ackBy: 'ackBy',
  },
  computed: {
    // A silence has none, and comes last.
    severity: { $cond: [{ $gt: ['$alertId', null] }, SEVERITY_RANK, Severity.options.length] },
  },
};

@Injectable()
export class AlertLogRepository {
  /** Also for the reminders of entries. */
  readonly entries: Model<AlertLogDocument>;
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
    closed: ClosedEntry[],
    added: AlertLogDocument[],
    session: ClientSession,
  ): Promise<Set<string>> {
    const closing = closed.map(({ id, at, value, endCause }) => ({
      updateOne: {
        filter: { _id: id, isOpen: true as const },
        update: {
          $set: {
            clearedAt: at,
            ...(value !== undefined && { clearedValue: value }),
            ...(endCause && { endCause }),
          },
          $unset: { isOpen: '' as const, remindAt: '' as const },
        },
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
  async closeOf(
    alertId: string,
    { at, endCause }: Required<Pick<ClosedEntry, 'at' | 'endCause'>>,
    session: ClientSession,
  ): Promise<boolean> {
    const { modifiedCount } = await this.entries.updateMany(
      { alertId, isOpen: true },
      { $set: { clearedAt: at, endCause }, $unset: { isOpen: '', remindAt: '' } },
      { session },
    );
    return modifiedCount > 0;
  }

  /** How many alerts of each of the devices are firing, and since when it is silent. */
  async openOf(deviceNames: string[], session: ClientSession): Promise<Map<string, OpenOfDevice>> {
    // Counted here: an aggregation costs MongoDB twice as much, and a device has few open entries.
    const entries = await this.entries
      .find(
        { deviceName: trusted({ $in: deviceNames }), isOpen: true },
        { _id: 0, deviceName: 1, cause: 1, silentSince: 1 },
        { session, hint: 'open_of_device' },
      )
      .lean<Pick<AlertLogDocument, 'deviceName' | 'cause' | 'silentSince'>[]>()
      .exec();
    const open = new Map<string, OpenOfDevice>();
    for (const name of deviceNames) open.set(name, { firing: 0, silentSince: null });
    for (const { deviceName, cause, silentSince } of entries) {
      const ofDevice = open.get(deviceName)!;
      if (cause === 'silence') ofDevice.silentSince = silentSince ?? null;
      else ofDevice.firing += 1;
    }
    return open;
  }

  /** A page of the entries in scope, of all devices or one, pending or acknowledged. */
  page(scope: DeviceScope, query: AlertLogQuery, of: Pick<WantedEntries, keyof OfDevice | 'withAlias'> = {}) {
    return sortedPage(this.lists, filterOf(scope, { ...query, ...of }), query, COLUMNS);
  }

  /** Counts the entries in scope, and stops at `most`. */
  count(scope: DeviceScope, wanted: WantedEntries, most: number): Promise<number> {
    return this.lists.countDocuments(filterOf(scope, wanted), { limit: most, ...timeLimit() }).exec();
  }

  /** The newest entries in scope, of those that stand behind `last` in this order. */
  newest(
    scope: DeviceScope,
    wanted: WantedEntries,
    { last, most }: { last: AlertLogDocument | undefined; most: number },
  ): Promise<AlertLogDocument[]> {
    const filter = { $and: [filterOf(scope, wanted), last ? olderThan(last) : {}] };
    return this.lists
      .find(filter, null, { sort: { triggeredAt: -1, _id: -1 }, limit: most, ...timeLimit() })
      .lean<AlertLogDocument[]>()
      .exec();
  }

  /** The oldest entries in scope, of those that stand behind `last` in this order. */
  oldest(
    scope: DeviceScope,
    wanted: WantedEntries,
    { last, most }: { last: AlertLogDocument | undefined; most: number },
  ): Promise<AlertLogDocument[]> {
    const filter = { $and: [filterOf(scope, wanted), last ? newerThan(last) : {}] };
    return this.lists
      .find(filter, null, { sort: { triggeredAt: 1, _id: 1 }, limit: most, ...timeLimit() })
      .lean<AlertLogDocument[]>()
      .exec();
  }

  /** The ids of the first `most` entries in scope, as a list of them is sorted. */
  sortedIds(scope: DeviceScope, wanted: WantedEntries, sorted: Sorted, most: number): Promise<string[]> {
    return sortedIds(this.lists, filterOf(scope, wanted), sorted, { ...COLUMNS, most });
  }

  /** The wanted entries that are in scope, in the order of their ids. */
  async inOrder(
    scope: DeviceScope,
    wanted: WantedEntries & { ids: readonly string[] },
  ): Promise<AlertLogDocument[]> {
    const found = await this.lists
      .find(filterOf(scope, wanted), null, timeLimit())
      .lean<AlertLogDocument[]>()
      .exec();
    const byId = new Map(found.map((entry) => [entry._id, entry]));
    return wanted.ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** The next entries in scope that were open at some time of a period, newest first. */
  ofPeriod(scope: DeviceScope, step: PeriodStep): Promise<AlertLogDocument[]> {
    const options = { sort: { triggeredAt: -1, _id: -1 }, limit: step.most, ...timeLimit() } as const;
    // In the order of their beginning, all older entries would be read.
    const hint = step.beganFrom === null && { hint: 'by_end' };
    return this.lists
      .find(filterOfPeriod(scope, step), null, { ...options, ...hint })
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

  /** Acknowledges at most `most` of a device's pending entries, or one of them; the first acknowledgement wins. */
  async acknowledge(
    scope: DeviceScope,
    { deviceName, id, note }: Acknowledgement,
    { by, most }: { by: string; most: number },
  ): Promise<{ count: number; entries: Pick<AlertLogDocument, '_id' | 'alertId' | 'deviceName'>[] }> {
    const entries = await this.entries
      .find(
        { $and: [scope, { deviceName, ackAt: null, ...(id !== undefined && { _id: id }) }] },
        { alertId: 1, deviceName: 1 },
        { limit: most, ...timeLimit() },
      )
      .lean()
      .exec();
    const ackAt = new Date();
    const { modifiedCount: count } = await this.entries.updateMany(
      { _id: trusted({ $in: entries.map(({ _id }) => _id) }), ackAt: null },
      { $set: { ackAt, ackBy: by, ...(note && { ackNote: note }) }, $unset: { remindAt: '' } },
    );
    return { count, entries };
  }

  /** When each of these entries fired, in the caller's transaction. */
  async firedAt(ids: string[], session: ClientSession): Promise<Map<string, Date>> {
    if (ids.length === 0) return new Map();
    const rows = await this.entries
      .find({ _id: trusted({ $in: ids }) }, { triggeredAt: 1 }, { session })
      .lean<Pick<AlertLogDocument, '_id' | 'triggeredAt'>[]>()
      .exec();
    return new Map(rows.map(({ _id, triggeredAt }) => [_id, triggeredAt]));
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

const additionOf = ({ isOpen, clearedAt, ...rest }: AlertLogDocument) =>
  isOpen
    ? {
        $setOnInsert: rest,
        $set: { isOpen, clearedAt: null },
        $unset: { clearedValue: '' as const, endCause: '' as const },
      }
    : { $setOnInsert: { ...rest, clearedAt } };
