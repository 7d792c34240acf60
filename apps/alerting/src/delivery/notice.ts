import { REMIND_EVERY_MIN, Severity, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import type { LetterLink } from '@telemon/contracts/alerting/letters';
import type { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import type { NOTICE_CHANNELS, NoticeKind } from '@telemon/contracts/alerting/notices';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { createHash } from 'node:crypto';
import type { Turn } from './turns.ts';

export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** The measurement, or the deadline, that made an alert fire or clear, for programs that read its MQTT messages. */
export interface Measured extends Pick<
  MqttAlertMessage,
  'deviceAlias' | 'sensorId' | 'sensorName' | 'valueType' | 'alertType' | 'setPoints'
> {
  value: number | null;
  /** Time of the reading, or the deadline. */
  timestamp: Date;
  /** How often an alert that flaps has changed. */
  changes?: number;
}

/** The fields of a notice about an alert-log entry. */
interface AboutAlert {
  entryId: string;
  /** Null for the silence of a device. */
  alertId: string | null;
  deviceName: string;
  /** Version of the device's fact at the alert's creation; distinguishes the device from a later one of its name. */
  deviceVersion: number;
  /** True if the alert itself names the recipient. */
  isOwn: boolean;
  /** Ids of the users who get this notice as a copy. */
  userIds: string[];
  headline: string;
  text: string;
  details: [label: string, value: string][];
  /** When the reading arrived, the deadline was, or the device fell silent. */
  receivedAt: Date;
  /** Absent: the alert has fired, or the device is silent. */
  kind?: NoticeKind;
  /** The notice without which this one is not sent: it told the recipient about the entry. */
  after?: string;
  /** A test message: `entryId` names no alert-log entry. */
  isTest?: true;
}

/** The content of a letter of another service. Deleted once the letter is finished, because it may hold a code. */
interface LetterContent {
  subject: string;
  text: string;
  link?: LetterLink;
  /** The letter is not sent after this time. */
  goodUntil: Date;
}

/** The content of a grouped notice: one message in place of several. */
interface GroupContent {
  /** How many notices it stands for. */
  count: number;
  /** How many of them are about critical alerts. */
  critical: number;
  /** The headlines of the first ones, the most severe first. Deleted once the grouped notice is finished. */
  lines?: string[];
}

/** One message to one recipient over one channel, with its delivery state: about an alert, or a letter, or in place of several. */
export interface NoticeDocument extends Partial<AboutAlert> {
  /** Hash of the entry's or letter's id, the channel and the recipient, so that the same cause makes the same notice. */
  _id: string;
  letter?: LetterContent;
  group?: GroupContent;
  /** Set while the notice waits to go out with others to its recipient: the time from which they do. It has no `dueAt` meanwhile. */
  gatheredUntil?: Date;
  /** The grouped notice in which it goes out; from then on, the state of that one is its own. */
  groupId?: string;
  channel: NoticeChannel;
  /** A phone number, an e-mail address, or the host:port of an MQTT broker. */
  to: string;
  /** Only over MQTT. */
  topic?: string;
  /** Only over MQTT. */
  measured?: Measured;
  /** The place of its severity; those with a lower one are sent first. */
  rank?: number;
  /** The manager of the device, in whose share the notice is sent. Letters and notices of earlier versions have none, and a share of their own. */
  managerId?: string;
  createdAt: Date;
  state: 'queued' | 'sent' | 'delivered' | 'failed' | 'held';
  reason: string | null;
  /** When the notice got its state. */
  at: Date;
  /** Twilio's id of the copy that it took last. */
  sid?: string;
  /** Id of a copy that Twilio could not deliver, as it reported before its answer for that copy was written down. */
  failedSid?: string;
  failedReason?: string;
  /** Set while the notice is queued: the time of its next attempt or, while it is being sent, the end of the lease. */
  dueAt?: Date;
  /** Token of the last claim; the outcome is written only with this token. */
  ticket?: string;
  /** The process with the last claim. */
  holder?: string;
  /** Whether it may have arrived before the last claim. */
  isRepeated?: boolean;
  attempts: number;
  /** How long it has been tried without success, ms; absent before the first failed attempt. */
  triedForMs?: number;
  /** When its last attempt failed. */
  failedAt?: Date;
  /** An attempt was started, and it is unknown whether the message arrived. */
  mayHaveArrived: boolean;
  /**
   * When MongoDB deletes it, if it belongs to no alert-log entry. Of a letter set once it is finished, so that none is deleted unsent
   * without a log line.
   */
  forgetAt?: Date;
}

/** After this time, a test message would only surprise. */
const TEST_GOOD_FOR_MS = 10 * MINUTE_MS;
/** After this time, the next reminder may be due. */
const REMINDER_GOOD_FOR_MS = REMIND_EVERY_MIN.least * MINUTE_MS;

/** Whether a notice is of no use any more at a time, epoch ms: a letter after its expiry, a test message or a reminder after minutes. */
export const isOutdated = ({ letter, isTest, kind, createdAt }: NoticeDocument, now: number): boolean => {
  if (letter) return letter.goodUntil.getTime() < now;
  const ageMs = now - createdAt.getTime();
  return (
    (isTest === true && ageMs > TEST_GOOD_FOR_MS) || (kind === 'reminder' && ageMs > REMINDER_GOOD_FOR_MS)
  );
};

/** Whether a provider took the notice, as far as is known. */
export const wasSent = ({ state }: Pick<NoticeDocument, 'state'>): boolean =>
  state === 'sent' || state === 'delivered';

/** Name of the index of the gathered notices. */
export const BY_RECIPIENT = 'by_recipient';
/** Name of the index of the queued notices. */
export const TO_BE_DONE = 'to_be_done';
/** Name of the index of the queued notices in the order in which they are sent. */
export const BY_RANK = 'by_rank';

/** The rank of letters and of critical alerts. */
const FIRST = 0;
/** The rank of notices that earlier versions of Telemon stored. */
const USUAL = Severity.options.indexOf(USUAL_SEVERITY);

/** The place of a notice among those that wait: 0 is the first. */
export const rankOf = ({ rank = USUAL }: Pick<NoticeDocument, 'rank'>): number => rank;

/** The place of a notice among those that wait, and the manager with whose others it shares the slots. */
export const turnOf = (notice: Pick<NoticeDocument, 'rank' | 'managerId'>): Turn => ({
  rank: rankOf(notice),
  share: notice.managerId ?? '',
});

export const severityOf = (notice: Pick<NoticeDocument, 'rank'>): Severity =>
  Severity.options[rankOf(notice)]!;

export const noticeSchema = schemaOf<NoticeDocument>({
  _id: String,
  entryId: String,
  alertId: String,
  deviceName: String,
  deviceVersion: Number,
  isOwn: Boolean,
  userIds: [String],
  headline: String,
  text: String,
  details: [[String]],
  receivedAt: Date,
  kind: String,
  after: String,
  isTest: Boolean,
  letter: schemaOf<LetterContent>({
    subject: String,
    text: String,
    link: schemaOf<LetterLink>({ label: String, address: String }),
    goodUntil: Date,
  }),
  group: schemaOf<GroupContent>({ count: Number, critical: Number, lines: [String] }),
  gatheredUntil: Date,
  groupId: String,
  channel: String,
  to: String,
  topic: String,
  measured: schemaOf<Measured>({
    deviceAlias: String,
    sensorId: Number,
    sensorName: String,
    valueType: String,
    value: Number,
    alertType: String,
    setPoints: [Number],
    timestamp: Date,
    changes: Number,
  }),
  rank: Number,
  managerId: String,
  createdAt: Date,
  state: String,
  reason: String,
  at: Date,
  sid: String,
  failedSid: String,
  failedReason: String,
  dueAt: Date,
  ticket: String,
  holder: String,
  isRepeated: Boolean,
  attempts: Number,
  triedForMs: Number,
  failedAt: Date,
  mayHaveArrived: Boolean,
  forgetAt: Date,
})
  .index({ entryId: 1 })
  .index({ deviceName: 1 })
  .index({ forgetAt: 1 }, { expireAfterSeconds: 0 })
  .index({ groupId: 1 }, { partialFilterExpression: { groupId: { $exists: true } } })
  .index(
    { channel: 1, to: 1, gatheredUntil: 1 },
    { name: BY_RECIPIENT, partialFilterExpression: { gatheredUntil: { $exists: true } } },
  )
  // Only queued notices have a dueAt, so this index stays small.
  .index(
    { channel: 1, dueAt: 1 },
    { name: TO_BE_DONE, partialFilterExpression: { dueAt: { $exists: true } } },
  )
  .index(
    { channel: 1, rank: 1, dueAt: 1 },
    { name: BY_RANK, partialFilterExpression: { dueAt: { $exists: true } } },
  );

/**
 * A lane: the notices that share one provider's troubles. SMS and e-mail have one each; over MQTT each broker has its own, so that
 * one that is dead or slow delays no other.
 */
export type NoticeLane = 'sms' | 'email' | `mqtt:${string}`;

export const laneOf = ({ channel, to }: Pick<NoticeDocument, 'channel' | 'to'>): NoticeLane =>
  channel === 'mqtt' ? `mqtt:${to}` : channel;

/** The channel of a lane, and its broker's host:port, or '' where the channel has one lane. */
export const partsOf = (lane: NoticeLane): { channel: NoticeChannel; broker: string } =>
  lane === 'sms' || lane === 'email'
    ? { channel: lane, broker: '' }
    : { channel: 'mqtt', broker: lane.slice('mqtt:'.length) };

export type AlertNotice = NoticeDocument & AboutAlert;

export const isAboutAlert = (notice: NoticeDocument): notice is AlertNotice => notice.entryId !== undefined;

export type GroupNotice = NoticeDocument & { group: GroupContent };

export const isGroup = (notice: NoticeDocument): notice is GroupNotice => notice.group !== undefined;

/** The same for one mailbox in capital and small letters. */
export const recipientKeyOf = (to: string): string => to.toLowerCase();

/** @param occasion The id of an entry or a letter, or what else a notice about an entry tells */
export const noticeIdOf = (occasion: string, channel: NoticeChannel, to: string): string =>
  createHash('sha256')
    .update(`${occasion}\n${channel}\n${recipientKeyOf(to)}`)
    .digest('hex')
    .slice(0, 32);

/** The delivery state of a new notice, due at once. @param severity Of its alert; absent for a letter */
export const queuedAt = (now: Date, severity?: Severity) => ({
  rank: severity === undefined ? FIRST : Severity.options.indexOf(severity),
  createdAt: now,
  state: 'queued' as const,
  reason: null,
  at: now,
  dueAt: now,
  attempts: 0,
  mayHaveArrived: false,
});
