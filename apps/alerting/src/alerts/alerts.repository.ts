import { Injectable } from '@nestjs/common';
import type { alerts } from '@telemon/contracts/alerting/alerts';
import type { RequestOf } from '@telemon/contracts/call';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import { type Model, trusted } from 'mongoose';
import { RULE_SHAPE, type RuleDocument, type RuleState } from '../rules/rule-document.ts';
import { RuleRepository, additionsSchema } from '../rules/rule-repository.ts';
import type { DeviceScope } from '../scope/known-devices.ts';
import { type AlertTerms, SEVERITY_RANK, TERMS_SHAPE, ofSeverity } from './alert-terms.ts';

export interface AlertDocument extends RuleDocument, AlertTerms {
  message: string;
  /** Set while a user keeps it from being compared. */
  isPaused?: boolean;
}

const alertSchema = schemaOf<AlertDocument>({
  ...RULE_SHAPE,
  ...TERMS_SHAPE,
  message: String,
  isPaused: Boolean,
})
  .index({ deviceName: 1, createdAt: -1 })
  .index({ createdAt: -1, _id: -1 });

/** A part of an alert's state that readings moved without a change, and the revision that the alert has since before. */
export interface MovedState {
  id: string;
  revision: number;
  state: Partial<RuleState>;
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
    host: 'mqtt.host',
    port: 'mqtt.port',
    topic: 'mqtt.topic',
    message: 'message',
    severity: 'severity',
    createdAt: 'createdAt',
    firing: 'state.openEntryId',
  },
  computed: { severity: SEVERITY_RANK },
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
  private readonly alerts: Model<AlertDocument>;

  constructor(mongo: Mongo) {
    const alerts = mongo.model('alerts', alertSchema);
    const additions = mongo.model('alert_additions', additionsSchema);
    super(mongo, alerts, { additions, compared: { isPaused: trusted({ $ne: true }) } });
    this.alerts = alerts;
  }

  /** Stores what readings moved, without a new revision; false if an alert has another revision or is deleted. */
  async keep(moved: MovedState[]): Promise<boolean> {
    const { matchedCount } = await this.alerts.bulkWrite(
      moved.map(({ id, revision, state }) => ({
        updateOne: {
          filter: { _id: id, 'state.revision': revision },
          update: {
            $set: Object.fromEntries(Object.entries(state).map(([part, value]) => [`state.${part}`, value])),
          },
        },
      })),
      { ordered: false, throwOnValidationError: true },
    );
    return matchedCount === moved.length;
  }

  /** A page of the alerts in scope, of all devices or one. */
  page(scope: DeviceScope, query: AlertsQuery, of: { deviceName?: string; withAlias?: string[] } = {}) {
    const { deviceName, withAlias = [] } = of;
    const found = foundBy<AlertDocument>(query.q, SEARCHED, { deviceName: trusted({ $in: withAlias }) });
    const one = deviceName === undefined ? {} : { deviceName };
    const filter = { $and: [scope, one, ofSeverity(query.severity), found] };
    return sortedPage(this.lists, filter, query, COLUMNS);
  }
}
