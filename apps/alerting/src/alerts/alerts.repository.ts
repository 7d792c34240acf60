import { Injectable } from '@nestjs/common';
import type { alerts } from '@telemon/contracts/alerting/alerts';
import type { RequestOf } from '@telemon/contracts/call';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import { type Model, trusted } from 'mongoose';
import { RULE_SHAPE, type RuleDocument, type RuleState } from '../rules/rule-document.ts';
import { RuleRepository } from '../rules/rule-repository.ts';
import type { DeviceScope } from '../scope/known-devices.ts';
import { type AlertTerms, TERMS_SHAPE } from './alert-terms.ts';

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

/** When a Periodic alert reached its set point last, and the revision that it has since before. */
export interface ReachedAlert {
  id: string;
  revision: number;
  state: Pick<RuleState, 'changedAt' | 'changedTimestamp' | 'reached'>;
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
  private readonly alerts: Model<AlertDocument>;

  constructor(mongo: Mongo) {
    const alerts = mongo.model('alerts', alertSchema);
    super(mongo, alerts, { isPaused: trusted({ $ne: true }) });
    this.alerts = alerts;
  }

  /** Stores the times without a new revision; false if an alert has another revision or is deleted. */
  async keepReached(reached: ReachedAlert[]): Promise<boolean> {
    const { matchedCount } = await this.alerts.bulkWrite(
      reached.map(({ id, revision, state }) => ({
        updateOne: {
          filter: { _id: id, 'state.revision': revision },
          update: {
            $set: {
              'state.changedAt': state.changedAt,
              'state.changedTimestamp': state.changedTimestamp,
              'state.reached': state.reached,
            },
          },
        },
      })),
      { ordered: false, throwOnValidationError: true },
    );
    return matchedCount === reached.length;
  }

  /** A page of the alerts in scope, of all devices or one. */
  page(scope: DeviceScope, query: AlertsQuery, of: { deviceName?: string; withAlias?: string[] } = {}) {
    const { deviceName, withAlias = [] } = of;
    const found = foundBy<AlertDocument>(query.q, SEARCHED, { deviceName: trusted({ $in: withAlias }) });
    const one = deviceName === undefined ? {} : { deviceName };
    return sortedPage(this.lists, { $and: [scope, one, found] }, query, COLUMNS);
  }
}
