import { Injectable } from '@nestjs/common';
import type { AlertType, alerts } from '@telemon/contracts/alerting/alerts';
import type { RequestOf } from '@telemon/contracts/call';
import type { Channel, ValueType } from '@telemon/contracts/readings';
import { CONFIRMED_WITHIN_MS, Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { type MqttTarget, mqttTargetSchema } from '../delivery/mqtt-target.ts';
import type { DeviceScope } from '../scope/known-devices.ts';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';

/** Whether an alert is firing, and the times of the reading that changed it last. */
export interface AlertState {
  /** The open alert-log entry while it fires, else null. */
  openEntryId: string | null;
  /** Arrival of the reading that changed it last, or of its creation: epoch milliseconds. */
  changedAt: number;
  /** Timestamp of that reading, epoch milliseconds. */
  changedTimestamp: number;
  /**
   * Hashes of the ids of that reading and of earlier ones with its arrival time or timestamp, which times can't tell apart.
   * Earlier versions of Telemon didn't store them.
   */
  tied?: readonly number[];
  /** Number of changes; a change must name the present one (optimistic lock). */
  revision: number;
}

export interface AlertDocument {
  _id: string;
  deviceName: string;
  /** Version of the device's fact at the alert's creation; distinguishes the device from a later one of its name. */
  deviceVersion: number;
  sensorId: Channel;
  /** The sensor's name at the alert's creation; shown if the device has no sensor there any more. */
  sensorName: string;
  valueType: ValueType;
  alertType: AlertType;
  values: number[];
  contact: string | null;
  email: string | null;
  /** Absent, as null, where MQTT is disabled. */
  mqtt?: MqttTarget | null;
  message: string;
  createdBy: string;
  createdAt: Date;
  state: AlertState;
}

const alertSchema = schemaOf<AlertDocument>({
  _id: String,
  deviceName: String,
  deviceVersion: Number,
  sensorId: Number,
  sensorName: String,
  valueType: String,
  alertType: String,
  values: [Number],
  contact: String,
  email: String,
  mqtt: mqttTargetSchema,
  message: String,
  createdBy: String,
  createdAt: Date,
  state: {
    openEntryId: String,
    changedAt: Number,
    changedTimestamp: Number,
    tied: [Number],
    revision: Number,
  },
})
  .index({ deviceName: 1, createdAt: -1 })
  .index({ createdAt: -1, _id: -1 });

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
    host: 'mqtt.host',
    port: 'mqtt.port',
    topic: 'mqtt.topic',
    message: 'message',
    createdAt: 'createdAt',
    firing: 'state.openEntryId',
  },
};

const SEARCHED = [
  'deviceName',
  'contact',
  'email',
  'mqtt.host',
  'mqtt.topic',
  'message',
  'sensorName',
  'alertType',
  'valueType',
] as const;

@Injectable()
export class AlertsRepository {
  private readonly alerts: Model<AlertDocument>;
  /** The same collection for users' lists, over other connections. */
  private readonly lists: Model<AlertDocument>;

  constructor(mongo: Mongo) {
    this.alerts = mongo.model('alerts', alertSchema);
    this.lists = mongo.modelForLongReads(this.alerts);
  }

  async insert(alert: AlertDocument, session: ClientSession): Promise<void> {
    await this.alerts.insertOne(alert, { session });
  }

  /** A page of the alerts in scope, of all devices or one. */
  page(scope: DeviceScope, query: AlertsQuery, of: { deviceName?: string; withAlias?: string[] } = {}) {
    const { deviceName, withAlias = [] } = of;
    const found = foundBy<AlertDocument>(query.q, SEARCHED, { deviceName: trusted({ $in: withAlias }) });
    const one = deviceName === undefined ? {} : { deviceName };
    return sortedPage(this.lists, { $and: [scope, one, found] }, query, COLUMNS);
  }

  inScope(id: string, scope: DeviceScope, session: ClientSession): Promise<AlertDocument | null> {
    return this.alerts
      .findOne({ $and: [{ _id: id }, scope] }, null, { session })
      .lean()
      .exec();
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.alerts.deleteOne({ _id: id }, { session });
  }

  /**
   * All alerts, or those with these ids, in states that no failover can take back; otherwise a repeated reading would count as
   * decided. For all, a majority also confirms that no newer primary has changed states.
   */
  all(ids?: string[]): AsyncIterable<AlertDocument> {
    return this.alerts
      .find(ids ? { _id: trusted({ $in: ids }) } : {})
      .readConcern(ids ? 'majority' : 'linearizable')
      .maxTimeMS(CONFIRMED_WITHIN_MS)
      .lean()
      .cursor();
  }

  /** Writes the next states of alerts. false: one of them was deleted, or has another revision by now. */
  async advance(
    changes: { id: string; from: number; to: AlertState }[],
    session: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.alerts.bulkWrite(
      changes.map(({ id, from, to }) => ({
        updateOne: { filter: { _id: id, 'state.revision': from }, update: { $set: { state: to } } },
      })),
      { session, ordered: false, throwOnValidationError: true },
    );
    return matchedCount === changes.length;
  }

  /** Removes the alerts of a deleted device, and returns their ids. */
  async removeOf(
    { deviceName, version }: { deviceName: string; version: number },
    session: ClientSession,
  ): Promise<string[]> {
    const filter = { deviceName, deviceVersion: trusted({ $lt: version }) };
    const rows = await this.alerts.find(filter, { _id: 1 }, { session }).lean().exec();
    if (rows.length > 0) await this.alerts.deleteMany(filter, { session });
    return rows.map(({ _id }) => _id);
  }

  /** Those of the given devices that have an alert. */
  withAlerts(deviceNames: string[]): Promise<string[]> {
    return this.alerts.distinct('deviceName', { deviceName: trusted({ $in: deviceNames }) }).exec();
  }
}
