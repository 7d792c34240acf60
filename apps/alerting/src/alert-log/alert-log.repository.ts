import { Injectable } from '@nestjs/common';
import type { AlertType, alertLog } from '@telemon/contracts/alerting/alerts';
import type { RequestOf } from '@telemon/contracts/call';
import type { ValueType } from '@telemon/contracts/readings';
import { Mongo } from '@telemon/platform/mongo';
import type { AnyBulkWriteOperation, ClientSession, Collection } from 'mongodb';
import type { DeviceScope } from '../scope/known-devices.ts';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';

/** One firing, with the alert as it then was. */
export interface AlertLogDocument {
  /** Made of alert and reading, so that the same crossing makes the same entry. */
  _id: string;
  alertId: string;
  deviceName: string;
  /** Of the device's fact when the alert was made; tells it from a later device of the same name. */
  deviceVersion: number;
  deviceAlias: string;
  sensorId: number;
  sensorName: string;
  valueType: ValueType;
  alertType: AlertType;
  values: number[];
  contact: string | null;
  email: string | null;
  /** With the variables filled in. */
  message: string;
  /** When the alert was made. */
  createdAt: Date;
  value: number;
  readingId: string;
  /** When the reading that crossed the set point arrived. */
  triggeredAt: Date;
  /** When it was compared with the alert. */
  decidedAt: Date;
  /** There while the alert fires: an alert has one open entry at most. */
  isOpen?: true;
  clearedAt: Date | null;
  ackAt: Date | null;
  ackBy: string;
}

export type LogQuery = RequestOf<typeof alertLog.list>;

const COLUMNS: Columns<NonNullable<LogQuery['sort']>> = {
  newest: 'triggeredAt',
  fieldOf: {
    id: '_id',
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

const SEARCHED = ['deviceName', 'deviceAlias', 'contact', 'email', 'message', 'sensorName', 'ackBy'] as const;

@Injectable()
export class AlertLogRepository {
  private readonly entries: Collection<AlertLogDocument>;
  /** The same, for people's lists: no firing waits for a connection behind them. */
  private readonly lists: Collection<AlertLogDocument>;

  constructor(mongo: Mongo) {
    this.entries = mongo.collection<AlertLogDocument>('alert_log', [
      { key: { alertId: 1 }, unique: true, partialFilterExpression: { isOpen: true }, name: 'one_open' },
      { key: { deviceName: 1 }, partialFilterExpression: { isOpen: true }, name: 'open_of_device' },
      { key: { triggeredAt: -1, _id: -1 } },
      { key: { deviceName: 1, triggeredAt: -1, _id: -1 } },
      { key: { ackAt: 1, triggeredAt: -1, _id: -1, deviceName: 1 } },
    ]);
    this.lists = mongo.forLongReads(this.entries);
  }

  /**
   * Closes entries and adds others. An entry that is there already is not made again: it is only opened again where
   * it is to be open now.
   * @returns the ids of those that are new.
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

  /** Closes what is open of an alert; true where there was something. */
  async closeOf(alertId: string, at: Date, session: ClientSession): Promise<boolean> {
    const { modifiedCount } = await this.entries.updateMany(
      { alertId, isOpen: true },
      { $set: { clearedAt: at }, $unset: { isOpen: '' } },
      { session },
    );
    return modifiedCount > 0;
  }

  /** How many alerts of each device are firing. */
  async countOpen(deviceNames: string[], session: ClientSession): Promise<Map<string, number>> {
    const rows = await this.entries
      .aggregate<{ _id: string; count: number }>(
        [
          { $match: { deviceName: { $in: deviceNames }, isOpen: true } },
          { $group: { _id: '$deviceName', count: { $sum: 1 } } },
        ],
        { session, hint: 'open_of_device' },
      )
      .toArray();
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }

  /** What is in scope, of all devices or of one, pending or acknowledged. */
  page(scope: DeviceScope, query: LogQuery, of: { deviceName?: string; withAlias?: string[] } = {}) {
    const { deviceName, withAlias = [] } = of;
    const found = foundBy<AlertLogDocument>(query.q, SEARCHED, { deviceName: { $in: withAlias } });
    const one = deviceName === undefined ? {} : { deviceName };
    const { status } = query;
    const inStatus = status === undefined ? {} : { ackAt: status === 'Pending' ? null : { $ne: null } };
    return sortedPage(this.lists, { $and: [scope, one, inStatus, found] }, query, COLUMNS);
  }

  /** Acknowledges what of a device is pending, or one entry of it; whoever was first stays. */
  async acknowledge(
    scope: DeviceScope,
    { deviceName, id }: { deviceName: string; id?: string | undefined },
    by: string,
  ): Promise<{ count: number; entries: Pick<AlertLogDocument, '_id' | 'alertId' | 'deviceName'>[] }> {
    const entries = await this.entries
      .find(
        { $and: [scope, { deviceName, ackAt: null, ...(id !== undefined && { _id: id }) }] },
        { projection: { alertId: 1, deviceName: 1 } },
      )
      .toArray();
    const ackAt = new Date();
    const { modifiedCount: count } = await this.entries.updateMany(
      { _id: { $in: entries.map(({ _id }) => _id) }, ackAt: null },
      { $set: { ackAt, ackBy: by } },
    );
    return { count, entries };
  }

  async has(scope: DeviceScope, { deviceName, id }: { deviceName: string; id: string }): Promise<boolean> {
    return (await this.entries.countDocuments({ $and: [scope, { _id: id, deviceName }] }, { limit: 1 })) > 0;
  }

  /** Removes what is open of a device that is gone. */
  async removeOpenOf(
    { deviceName, version }: { deviceName: string; version: number },
    session: ClientSession,
  ): Promise<void> {
    await this.entries.deleteMany({ deviceName, isOpen: true, deviceVersion: { $lt: version } }, { session });
  }

  /** Removes those of devices that are gone. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.entries.deleteMany({
      $or: gone.map(({ deviceName, version }) => ({ deviceName, deviceVersion: { $lt: version } })),
    });
  }
}

const additionOf = ({ isOpen, clearedAt, ...rest }: AlertLogDocument) =>
  isOpen
    ? { $setOnInsert: rest, $set: { isOpen, clearedAt: null } }
    : { $setOnInsert: { ...rest, clearedAt } };
