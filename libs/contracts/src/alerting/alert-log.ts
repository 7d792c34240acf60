import { z } from 'zod';
import { call } from '../call.ts';
import { UNREADABLE } from '../errors.ts';
import { Id, blankAsAbsent } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';
import { SheetFormat, StreamedFile } from '../streamed-file.ts';
import { Alert, Severity } from './alerts.ts';
import { NOTICE_CHANNELS, NoticeKind } from './notices.ts';

export const DeliveryState = z.object({
  state: z.enum(['none', 'queued', 'sent', 'delivered', 'failed', 'held']),
  reason: z.string().nullable(),
  at: z.string().nullable(),
});
export type DeliveryState = z.infer<typeof DeliveryState>;

export const Delivery = z.object({
  sms: DeliveryState,
  email: DeliveryState,
  mqtt: DeliveryState,
  copies: z.array(z.object({ userId: z.string(), sms: DeliveryState, email: DeliveryState })),
});

/** The copies that had the same outcome over one channel. */
export interface CopiesOutcome {
  channel: (typeof COPIED_OVER)[number];
  state: DeliveryState['state'];
  count: number;
  /** Each of them once. */
  reasons: string[];
  /** The newest of their times. */
  at: string | null;
}

const COPIED_OVER = ['sms', 'email'] as const;
/** In this order, the states that need attention come first. */
const STATES_OF_COPIES = ['failed', 'held', 'queued', 'sent', 'delivered'] as const;

/** The outcomes of copies by state and channel; copies that failed or are held come first. */
export const outcomesOfCopies = (copies: z.infer<typeof Delivery>['copies']): CopiesOutcome[] =>
  STATES_OF_COPIES.flatMap((state) =>
    COPIED_OVER.flatMap((channel) => {
      const alike = copies.map((copy) => copy[channel]).filter((notice) => notice.state === state);
      if (alike.length === 0) return [];
      const reasons = [...new Set(alike.flatMap(({ reason }) => reason ?? []))];
      const at =
        alike
          .flatMap((notice) => notice.at ?? [])
          .sort()
          .at(-1) ?? null;
      return { channel, state, count: alike.length, reasons, at };
    }),
  );

/** A notice to a recipient of the alert after the one that it fired. */
export const FollowUpState = DeliveryState.extend({
  kind: NoticeKind.exclude(['fired']),
  channel: z.enum(NOTICE_CHANNELS),
});
export type FollowUpState = z.infer<typeof FollowUpState>;

/** The cause of an entry: a reading with which an alert fired, a deadline that passed (Periodic), or a silence of the device. */
export const EntryCause = z.enum(['reading', 'deadline', 'silence']);
export type EntryCause = z.infer<typeof EntryCause>;

/** The names of the causes in spreadsheets. */
export const KIND_OF_CAUSE = {
  reading: 'Alert',
  deadline: 'Deadline',
  silence: 'Silence',
} as const satisfies Record<EntryCause, string>;

/**
 * The cause of an end that no reading brought about: the device has the alert's sensor no more, or a user edited what the alert compares,
 * or paused or deleted it.
 */
export const EndCause = z.enum(['sensor-gone', 'alert-edited', 'alert-paused', 'alert-deleted']);
export type EndCause = z.infer<typeof EndCause>;

/** The causes of ends in words, for spreadsheets. */
export const WORDS_OF_END = {
  'sensor-gone': 'The device no longer has this sensor',
  'alert-edited': 'The alert was edited',
  'alert-paused': 'The alert was paused',
  'alert-deleted': 'The alert was deleted',
} as const satisfies Record<EndCause, string>;

/**
 * One firing of an alert, or one silence of a device. Open until `clearedAt`; acknowledged once and for good. A silence is due to no
 * alert: all that an entry has of one is null.
 */
export const AlertLogEntry = Alert.omit({
  firing: true,
  paused: true,
  mayChange: true,
  openEntry: true,
  notifyCleared: true,
  remindEvery: true,
}).extend({
  cause: EntryCause,
  alertId: z.string().nullable(),
  sensorId: Alert.shape.sensorId.nullable(),
  sensorName: Alert.shape.sensorName.nullable(),
  valueType: Alert.shape.valueType.nullable(),
  alertType: Alert.shape.alertType.nullable(),
  criteria: Alert.shape.criteria.nullable(),
  severity: Alert.shape.severity.nullable(),
  holdFor: Alert.shape.holdFor.nullable(),
  /** When the alert was made. */
  createdAt: Alert.shape.createdAt.nullable(),
  deviceAlias: z.string(),
  /** Null unless a reading is the cause. */
  value: z.number().nullable(),
  /** Arrival of the reading, end of the hold time, the deadline, or the time from which the device counts as silent. */
  triggeredAt: z.string(),
  /** Arrival of the last reading before a silence; null for other causes. */
  silentSince: z.string().nullable(),
  clearedAt: z.string().nullable(),
  /** The value with which the alert cleared; null unless a reading cleared it. */
  clearedValue: z.number().nullable(),
  /** Null while it is open, where a reading ended it, and in entries of earlier versions of Telemon. */
  endCause: EndCause.nullable(),
  status: z.enum(['Pending', 'Acknowledged']),
  /** When it was acknowledged, or ''. */
  isAck: z.string(),
  ackBy: z.string(),
  /** The note of the user who acknowledged it, or ''. */
  ackNote: z.string(),
  delivery: Delivery,
  /** Oldest first. */
  followUps: z.array(FollowUpState),
  /** The snooze of the entry's alert, or of the device's silences; null in a closed entry, too. */
  snoozedUntil: Alert.shape.snoozedUntil,
  snoozedBy: Alert.shape.snoozedBy,
});
export type AlertLogEntry = z.infer<typeof AlertLogEntry>;

/** An entry as the recipient of a notice sees it by the link in it, without signing in. */
export const LinkedEntry = AlertLogEntry.pick({
  cause: true,
  deviceName: true,
  deviceAlias: true,
  sensorName: true,
  valueType: true,
  alertType: true,
  criteria: true,
  severity: true,
  message: true,
  value: true,
  triggeredAt: true,
  silentSince: true,
  clearedAt: true,
  status: true,
  isAck: true,
  ackBy: true,
}).extend({
  /** Also of a closed entry. */
  snoozedUntil: Alert.shape.snoozedUntil,
});
export type LinkedEntry = z.infer<typeof LinkedEntry>;

/** For how long an alert may be snoozed, hours. */
export const SNOOZE_HOURS = [1, 4, 24] as const;

/** 0 ends a snooze. */
const SnoozeHours = z.literal([0, ...SNOOZE_HOURS]);
export type SnoozeHours = z.infer<typeof SnoozeHours>;

/** Behind the `#` of a link, so that it stands in no log of a server. */
const byLink = z.strictObject({ link: z.string().min(1).max(200) });

const logQuery = pageQuery([
  'id',
  'cause',
  'deviceName',
  'deviceAlias',
  'contact',
  'email',
  'sensorId',
  'sensorName',
  'valueType',
  'alertType',
  'severity',
  'message',
  'value',
  'createdAt',
  'triggeredAt',
  'clearedAt',
  'status',
  'isAck',
  'ackBy',
]);

/** An ISO 8601 instant; anything else is a 400. */
const instant = z.string().refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, {
  error: 'Not an instant',
  params: UNREADABLE,
});

const deviceName = z.string().max(64);
const status = AlertLogEntry.shape.status.optional();
const severity = Severity.optional();
const state = z.enum(['firing']).optional();
export const ACK_NOTE_MAX_LENGTH = 500;

/**
 * The entries to export: those that a list with the same filters has, of all devices or one, in its order. In another one than that of
 * `triggeredAt`, there may be at most `MOST_EXPORTED_IN_ORDER`.
 */
const exported = logQuery
  .pick({ q: true, sort: true, order: true })
  .extend({ status, severity, deviceName: deviceName.optional() });
export const MOST_EXPORTED_IN_ORDER = 100_000;

export const alertLog = {
  /**
   * Newest first. With `status`, only the pending or only the acknowledged entries; with `severity`, only those of alerts that had it;
   * with `state`, only those by which alerts fire now. In the order of severities, silences come last.
   */
  list: call(
    'alerting.alert-log.list',
    logQuery.extend({ status, severity, state }),
    pageOf('alertLogs', AlertLogEntry),
  ),
  /** With `firedFrom` and `firedTo`, only the entries that were open at some time between these instants. */
  ofDevice: call(
    'alerting.alert-log.of-device',
    logQuery.extend({
      deviceName,
      status,
      severity,
      state,
      firedFrom: instant.optional(),
      firedTo: instant.optional(),
    }),
    pageOf('alertLogs', AlertLogEntry),
  ),
  /** All entries, up to the most that are exported as JSON. */
  export: call('alerting.alert-log.export', exported, z.object({ alertLogs: z.array(AlertLogEntry) }), {
    isStreamed: true,
  }),
  /** The same as a file without a limit. */
  exportFile: call('alerting.alert-log.export-file', exported.extend({ format: SheetFormat }), StreamedFile),
  acknowledge: call(
    'alerting.alert-log.acknowledge',
    z.strictObject({
      deviceName,
      id: Id.optional(),
      note: blankAsAbsent(z.string().trim().max(ACK_NOTE_MAX_LENGTH)),
    }),
    z.object({
      acknowledged: z.int(),
      /** The time was up before all were acknowledged: ask again for the others. */
      more: z.literal(true).optional(),
    }),
  ),
  /** Snoozes an alert of a device, or with `alertId: null` its silences, from now on; for 0 hours: ends that. */
  snooze: call(
    'alerting.alert-log.snooze',
    z.strictObject({ deviceName, alertId: Id.nullable(), hours: SnoozeHours }),
    Alert.pick({ snoozedUntil: true, snoozedBy: true }),
  ),
  /** The entry that a notice's link leads to. */
  linked: call('alerting.alert-log.linked', byLink, LinkedEntry),
  /** Acknowledges the entry that a notice's link leads to, as its recipient. */
  acknowledgeLinked: call('alerting.alert-log.acknowledge-linked', byLink, LinkedEntry),
  /** Snoozes the alert of the entry that a notice's link leads to, from now on; for 0 hours: ends that. */
  snoozeLinked: call('alerting.alert-log.snooze-linked', byLink.extend({ hours: SnoozeHours }), LinkedEntry),
};
