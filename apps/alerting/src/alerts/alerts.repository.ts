import { Injectable } from '@nestjs/common';
import type { AlertType, alerts } from '@telemon/contracts/alerting/alerts';
import type { RequestOf } from '@telemon/contracts/call';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { type MqttTarget, mqttTargetSchema } from '../delivery/mqtt-target.ts';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import { trusted } from 'mongoose';
import { RULE_SHAPE, type RuleDocument } from '../rules/rule-document.ts';
import { RuleRepository } from '../rules/rule-repository.ts';
import type { DeviceScope } from '../scope/known-devices.ts';

export interface AlertDocument extends RuleDocument {
  alertType: AlertType;
  values: number[];
  contact: string | null;
  email: string | null;
  /** Absent, as null, where MQTT is disabled. */
  mqtt?: MqttTarget | null;
  message: string;
}

const alertSchema = schemaOf<AlertDocument>({
  ...RULE_SHAPE,
  alertType: String,
  values: [Number],
  contact: String,
  email: String,
  mqtt: mqttTargetSchema,
  message: String,
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
export class AlertsRepository extends RuleRepository<AlertDocument> {
  constructor(mongo: Mongo) {
    super(mongo, mongo.model('alerts', alertSchema));
  }

  /** A page of the alerts in scope, of all devices or one. */
  page(scope: DeviceScope, query: AlertsQuery, of: { deviceName?: string; withAlias?: string[] } = {}) {
    const { deviceName, withAlias = [] } = of;
    const found = foundBy<AlertDocument>(query.q, SEARCHED, { deviceName: trusted({ $in: withAlias }) });
    const one = deviceName === undefined ? {} : { deviceName };
    return sortedPage(this.lists, { $and: [scope, one, found] }, query, COLUMNS);
  }
}
