import type { alertLog } from '@telemon/contracts/alerting/alert-log';
import { HOLD_FOR_MAX_S } from '@telemon/contracts/alerting/alerts';
import type { RequestOf } from '@telemon/contracts/call';
import { foundBy } from '@telemon/platform/sorted-page';
import { type QueryFilter, trusted } from 'mongoose';
import { ofSeverity } from '../alerts/alert-terms.ts';
import type { PeriodStep } from '../rules/period-steps.ts';
import type { DeviceScope } from '../scope/known-devices.ts';
import type { AlertLogDocument } from './alert-log-document.ts';

export type AlertLogQuery = RequestOf<typeof alertLog.list>;

/** The entries that a user asks for, among the ones in scope. */
export interface WantedEntries
  extends Partial<OfDevice>, Pick<AlertLogQuery, 'q' | 'status' | 'severity' | 'state'> {
  /** Names of the devices whose aliases match `q`. */
  withAlias?: string[];
  id?: string;
  /** If given, only entries with these ids. */
  ids?: readonly string[];
  /** Only those that began with one of these readings. */
  begunBy?: readonly BeginningReading[];
}

/** A reading with which an entry may have begun: at its arrival, or at the end of a hold time after it. */
interface BeginningReading {
  id: string;
  receivedAt: string;
}

/** The entries of one device; with instants, only entries that were open at some time between them. */
export interface OfDevice {
  deviceName: string;
  firedFrom?: string | undefined;
  firedTo?: string | undefined;
}

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

/** The filter for the entries in scope that a user asks for. */
export const filterOf = (
  scope: DeviceScope,
  {
    q,
    status,
    severity,
    state,
    deviceName,
    firedFrom,
    firedTo,
    withAlias = [],
    id,
    ids,
    begunBy,
  }: WantedEntries,
): QueryFilter<AlertLogDocument> => {
  const found = foundBy<AlertLogDocument>(q, SEARCHED, { deviceName: trusted({ $in: withAlias }) });
  const one = { ...(deviceName !== undefined && { deviceName }), ...(id !== undefined && { _id: id }) };
  const some = ids === undefined ? {} : { _id: trusted({ $in: [...ids] }) };
  const begun = begunBy ? filterOfReadings(begunBy) : {};
  const inStatus =
    status === undefined ? {} : { ackAt: status === 'Pending' ? null : trusted({ $ne: null }) };
  const until = firedTo === undefined ? {} : { triggeredAt: trusted({ $lte: new Date(firedTo) }) };
  const since =
    firedFrom === undefined
      ? {}
      : { $or: [{ clearedAt: null }, { clearedAt: trusted({ $gte: new Date(firedFrom) }) }] };
  const now = state === undefined ? {} : { clearedAt: null };
  // A silence has none.
  const ofAlerts =
    severity === undefined && state === undefined ? {} : { alertId: trusted({ $exists: true }) };
  return {
    $and: [scope, one, some, until, since, begun, inStatus, now, ofAlerts, ofSeverity(severity), found],
  };
};

const filterOfReadings = (readings: readonly BeginningReading[]): QueryFilter<AlertLogDocument> => {
  const times = readings.map(({ receivedAt }) => Date.parse(receivedAt));
  const last = Math.max(...times) + HOLD_FOR_MAX_S * 1_000;
  return {
    triggeredAt: trusted({ $gte: new Date(Math.min(...times)), $lte: new Date(last) }),
    readingId: trusted({ $in: readings.map(({ id }) => id) }),
  };
};

/** The place of an entry in the order of time. */
type Placed = Pick<AlertLogDocument, 'triggeredAt' | '_id'>;

/** The filter for the entries behind one, newest first. The first condition bounds the range of an index. */
export const olderThan = ({ triggeredAt, _id }: Placed): QueryFilter<AlertLogDocument> => ({
  triggeredAt: trusted({ $lte: triggeredAt }),
  $or: [{ triggeredAt: trusted({ $lt: triggeredAt }) }, { _id: trusted({ $lt: _id }) }],
});

/** The filter for the entries behind one, oldest first. */
export const newerThan = ({ triggeredAt, _id }: Placed): QueryFilter<AlertLogDocument> => ({
  triggeredAt: trusted({ $gte: triggeredAt }),
  $or: [{ triggeredAt: trusted({ $gt: triggeredAt }) }, { _id: trusted({ $gt: _id }) }],
});

/** The filter for the entries of a period that a step has left to read. */
export const filterOfPeriod = (
  scope: DeviceScope,
  { openAt, beganFrom, beganBefore, after }: Omit<PeriodStep, 'most'>,
): QueryFilter<AlertLogDocument> => ({
  $and: [
    scope,
    { triggeredAt: trusted({ ...(beganFrom && { $gte: beganFrom }), $lt: beganBefore }) },
    // Also null: an open entry. Unlike `$or`, one condition is one range of an index.
    { clearedAt: trusted({ $not: { $lt: openAt } }) },
    after ? olderThan({ triggeredAt: after.at, _id: after.id }) : {},
  ],
});
