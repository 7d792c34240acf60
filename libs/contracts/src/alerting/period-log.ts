import { z } from 'zod';
import { call } from '../call.ts';
import { AlertLogEntry } from './alert-log.ts';
import { Event } from './events.ts';

/** The part of an alert-log entry that reports tell. */
export const ReportedEntry = AlertLogEntry.pick({
  id: true,
  cause: true,
  deviceName: true,
  deviceAlias: true,
  sensorName: true,
  valueType: true,
  alertType: true,
  criteria: true,
  severity: true,
  value: true,
  triggeredAt: true,
  silentSince: true,
  clearedAt: true,
  status: true,
  isAck: true,
  ackBy: true,
  ackNote: true,
});
export type ReportedEntry = z.infer<typeof ReportedEntry>;

/** An occurrence of an event. */
export const ReportedOccurrence = Event.pick({
  deviceName: true,
  sensorName: true,
  valueType: true,
  eventType: true,
  setPoint: true,
}).extend({
  id: z.string(),
  deviceAlias: z.string(),
  value: z.number(),
  occurredAt: z.string(),
  /** Null while it lasts. */
  endedAt: z.string().nullable(),
});
export type ReportedOccurrence = z.infer<typeof ReportedOccurrence>;

const instant = z.iso.datetime({ offset: true });

/** The place behind which a step goes on. */
const Place = z.strictObject({ at: instant, id: z.string().max(200) });
export type Place = z.infer<typeof Place>;

/** From an instant to the one before another. */
const step = z.strictObject({ from: instant, to: instant, after: Place.nullable() });

/** A text that is another one once the caller sees other devices: it tells whether steps are about the same ones. */
const devices = z.string();

/** A report may wait: those that began long before its period are looked for among all that ended since. */
const STEP_WITHIN_MS = 30_000;

/**
 * The entries and occurrences that were open at some time of a period on the devices that a user may see, newest first, in steps.
 * `next` is null in the last one. Each step is in the scope of its moment.
 * For services only: they ask as the user.
 */
export const periodLog = {
  entries: call(
    'alerting.period-log.entries',
    step,
    z.object({ entries: z.array(ReportedEntry), next: Place.nullable(), devices }),
    { isLarge: true, answerWithinMs: STEP_WITHIN_MS },
  ),
  occurrences: call(
    'alerting.period-log.occurrences',
    step,
    z.object({ occurrences: z.array(ReportedOccurrence), next: Place.nullable(), devices }),
    { isLarge: true, answerWithinMs: STEP_WITHIN_MS },
  ),
  /** The devices that the caller sees at present. */
  scope: call('alerting.period-log.scope', z.strictObject({}), z.object({ devices })),
};
