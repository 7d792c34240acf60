import { Injectable } from '@nestjs/common';
import type { EventType, events } from '@telemon/contracts/alerting/events';
import type { RequestOf } from '@telemon/contracts/call';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import { trusted } from 'mongoose';
import { RULE_SHAPE, type RuleDocument } from '../rules/rule-document.ts';
import { RuleRepository, additionsSchema } from '../rules/rule-repository.ts';
import type { DeviceScope } from '../scope/known-devices.ts';

export interface EventDocument extends RuleDocument {
  eventType: EventType;
  setPoint: number;
  /** When the newest occurrence began. */
  lastOccurredAt: Date | null;
}

const eventSchema = schemaOf<EventDocument>({
  ...RULE_SHAPE,
  eventType: String,
  setPoint: Number,
  lastOccurredAt: Date,
})
  .index({ deviceName: 1, createdAt: -1 })
  .index({ createdAt: -1, _id: -1 });

export type EventsQuery = RequestOf<typeof events.list>;

const COLUMNS: Columns<NonNullable<EventsQuery['sort']>> = {
  newest: 'createdAt',
  fieldOf: {
    id: '_id',
    deviceName: 'deviceName',
    sensorId: 'sensorId',
    sensorName: 'sensorName',
    valueType: 'valueType',
    eventType: 'eventType',
    setPoint: 'setPoint',
    occurring: 'state.openEntryId',
    lastOccurredAt: 'lastOccurredAt',
    createdAt: 'createdAt',
  },
};

const SEARCHED = ['deviceName', 'sensorName', 'valueType', 'eventType'] as const;

@Injectable()
export class EventsRepository extends RuleRepository<EventDocument> {
  constructor(mongo: Mongo) {
    super(mongo, mongo.model('events', eventSchema), {
      additions: mongo.model('event_additions', additionsSchema),
    });
  }

  /** A page of the events in scope, of all devices or one. */
  page(scope: DeviceScope, query: EventsQuery, of: { deviceName?: string; withAlias?: string[] } = {}) {
    const { deviceName, withAlias = [] } = of;
    const found = foundBy<EventDocument>(query.q, SEARCHED, { deviceName: trusted({ $in: withAlias }) });
    const one = deviceName === undefined ? {} : { deviceName };
    return sortedPage(this.lists, { $and: [scope, one, found] }, query, COLUMNS);
  }
}
