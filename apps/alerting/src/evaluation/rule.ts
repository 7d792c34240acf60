import type { RuleKind, RuleRef } from '@telemon/contracts/alerting/rules';
import { createHash } from 'node:crypto';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import type { EventDocument } from '../events/events.repository.ts';
import type { RuleDocument } from '../rules/rule-document.ts';
import { type Condition, type ValueField, conditionOf, placeOf } from './condition.ts';
import type { RecentReadings } from './recent-readings.ts';

interface RuleOf<Kind extends RuleKind, Document extends RuleDocument> {
  readonly kind: Kind;
  /** As it was read from the database. */
  readonly document: Document;
  readonly field: ValueField;
  readonly index: number;
  readonly holds: Condition;
  /** At first as in `document.state`, then updated by readings. */
  openEntryId: string | null;
  changedAt: number;
  changedTimestamp: number;
  tied: readonly number[];
  revision: number;
  /** When it was read from the database. */
  readonly readAt: number;
  /** Whether this process has changed it since then. */
  changedHere: boolean;
}

export type AlertRule = RuleOf<'alert', AlertDocument>;
export type EventRule = RuleOf<'event', EventDocument>;
/** An alert or an event made ready to be compared with readings. */
export type Rule = AlertRule | EventRule;

/** The rules of a device, and its recent readings. */
export interface WatchedDevice {
  readonly rules: readonly Rule[];
  readonly recent: RecentReadings;
}

/** Rules of all kinds have their fields in the same order, so that the comparison of readings treats them as one type. */
const ready = <Kind extends RuleKind, Document extends RuleDocument>(
  kind: Kind,
  document: Document,
  holds: Condition,
): RuleOf<Kind, Document> => ({
  kind,
  document,
  ...placeOf(document.valueType, document.sensorId),
  holds,
  tied: [],
  ...document.state,
  readAt: Date.now(),
  changedHere: false,
});

export const ruleOfAlert = (alert: AlertDocument): AlertRule =>
  ready('alert', alert, conditionOf(alert.alertType, alert.values));

export const ruleOfEvent = (event: EventDocument): EventRule =>
  ready('event', event, conditionOf(event.eventType, [event.setPoint]));

export const refOf = ({ kind, document }: Rule): RuleRef => ({ kind, id: document._id });

/** The same crossing always makes the same entry of the alert log, or of the event log. */
export const entryIdOf = (ruleId: string, readingId: string): string =>
  createHash('sha256').update(`${ruleId}\n${readingId}`).digest('hex').slice(0, 32);
