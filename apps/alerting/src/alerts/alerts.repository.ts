import { Injectable } from '@nestjs/common';
import type { AlertType, alerts } from '@telemon/contracts/alerting/alerts';
import type { RequestOf } from '@telemon/contracts/call';
import type { Channel, ValueType } from '@telemon/contracts/readings';
import { Mongo } from '@telemon/platform/mongo';
import type { ClientSession, Collection } from 'mongodb';
import type { DeviceScope } from '../scope/known-devices.ts';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';

/** Whether an alert is firing, and since which reading it is as it is. */
export interface AlertState {
  /** The open entry of the alert log while it fires, else null. */
  openEntryId: string | null;
  /** Of the reading that changed it last, or of its making: when it arrived … */
  changedAt: number;
  /** … and its own time; both epoch milliseconds. */
  changedTimestamp: number;
  /** Counts the changes: whoever changes it must know the newest. */
  revision: number;
}

export interface AlertDocument {
  _id: string;
  deviceName: string;
  /** Of the device's fact when it was made; tells the device from a later one of the same name. */
  deviceVersion: number;
  sensorId: Channel;
  /** As the sensor was called when it was made, for when the device has none in its place. */
  sensorName: string;
  valueType: ValueType;
  alertType: AlertType;
  values: number[];
  contact: string | null;
  email: string | null;
  message: string;
  createdBy: string;
  createdAt: Date;
  state: AlertState;
}

export type AlertsQuery = RequestOf<typeof alerts.list>;

const COLUMNS: Columns<NonNullable<AlertsQuery['sort']>> = {
  newest: 'createdAt',
  fieldOf: {
    id: '_id',
    deviceName: 'deviceName',
    contact: 'contact',
    email: 'email',
    sensorId: 'sensorId',
    sensorName: 'sensorName',
    valueType: 'valueType',
    alertType: 'alertType',
    message: 'message',
    createdAt: 'createdAt',
    firing: 'state.openEntryId',
  },
};

const SEARCHED = [
  'deviceName',
  'contact',
  'email',
  'message',
  'sensorName',
  'alertType',
  'valueType',
] as const;

@Injectable()
export class AlertsRepository {
  private readonly alerts: Collection<AlertDocument>;
  /** The same, for people's lists. */
  private readonly lists: Collection<AlertDocument>;

  constructor(mongo: Mongo) {
    this.alerts = mongo.collection<AlertDocument>('alerts', [
      { key: { deviceName: 1, createdAt: -1 } },
      { key: { createdAt: -1, _id: -1 } },
    ]);
    this.lists = mongo.forLongReads(this.alerts);
  }

  async insert(alert: AlertDocument, session: ClientSession): Promise<void> {
    await this.alerts.insertOne(alert, { session });
  }

  /** What is in scope, of all devices or of one. */
  page(scope: DeviceScope, query: AlertsQuery, of: { deviceName?: string; withAlias?: string[] } = {}) {
    const { deviceName, withAlias = [] } = of;
    const found = foundBy<AlertDocument>(query.q, SEARCHED, { deviceName: { $in: withAlias } });
    const one = deviceName === undefined ? {} : { deviceName };
    return sortedPage(this.lists, { $and: [scope, one, found] }, query, COLUMNS);
  }

  inScope(id: string, scope: DeviceScope, session: ClientSession): Promise<AlertDocument | null> {
    return this.alerts.findOne({ $and: [{ _id: id }, scope] }, { session });
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.alerts.deleteOne({ _id: id }, { session });
  }

  /** Every alert, or those of the given ids. */
  all(ids?: string[]): AsyncIterable<AlertDocument> {
    return this.alerts.find(ids ? { _id: { $in: ids } } : {});
  }

  /** Moves alerts on to their next state. false: one of them is gone, or was moved by somebody else. */
  async advance(
    changes: { id: string; from: number; to: AlertState }[],
    session: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.alerts.bulkWrite(
      changes.map(({ id, from, to }) => ({
        updateOne: { filter: { _id: id, 'state.revision': from }, update: { $set: { state: to } } },
      })),
      { session, ordered: false },
    );
    return matchedCount === changes.length;
  }

  /** Removes those of a device that is gone; their ids. */
  async removeOf(
    { deviceName, version }: { deviceName: string; version: number },
    session: ClientSession,
  ): Promise<string[]> {
    const filter = { deviceName, deviceVersion: { $lt: version } };
    const rows = await this.alerts.find(filter, { projection: { _id: 1 }, session }).toArray();
    if (rows.length > 0) await this.alerts.deleteMany(filter, { session });
    return rows.map(({ _id }) => _id);
  }

  /** Of these devices, those that have an alert. */
  withAlerts(deviceNames: string[]): Promise<string[]> {
    return this.alerts.distinct('deviceName', { deviceName: { $in: deviceNames } });
  }
}
