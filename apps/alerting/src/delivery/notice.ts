import type { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import { schemaOf } from '@telemon/platform/mongo-schema';
import { createHash } from 'node:crypto';
import { type MqttTarget, recipientOf } from './mqtt-target.ts';

export const CHANNELS_OF_NOTICES = ['sms', 'email', 'mqtt'] as const;
export type NoticeChannel = (typeof CHANNELS_OF_NOTICES)[number];

/** The measurement, or the deadline, that made an alert fire, for programs that read its MQTT messages. */
export interface Measured extends Pick<
  MqttAlertMessage,
  'deviceAlias' | 'sensorId' | 'sensorName' | 'valueType' | 'alertType' | 'setPoints'
> {
  value: number | null;
  /** Time of the reading, or the deadline. */
  timestamp: Date;
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
  /** A test message: `entryId` names no alert-log entry. */
  isTest?: true;
}

/** The content of a letter of another service. Deleted once the letter is finished, because it may hold a code. */
interface LetterContent {
  subject: string;
  text: string;
  /** The letter is not sent after this time. */
  goodUntil: Date;
}

/** One message to one recipient over one channel, with its delivery state: about an alert, or a letter. */
export interface NoticeDocument extends Partial<AboutAlert> {
  /** Hash of the entry's or letter's id, the channel and the recipient, so that the same cause makes the same notice. */
  _id: string;
  letter?: LetterContent;
  channel: NoticeChannel;
  /** A phone number, an e-mail address, or the host:port of an MQTT broker. */
  to: string;
  /** Only over MQTT. */
  topic?: string;
  /** Only over MQTT. */
  measured?: Measured;
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
  /** An attempt was started, and it is unknown whether the message arrived. */
  mayHaveArrived: boolean;
  /**
   * When MongoDB deletes it, if it belongs to no alert-log entry. Of a letter set once it is finished, so that none is deleted unsent
   * without a log line.
   */
  forgetAt?: Date;
}

/** After this time, a test message would only surprise. */
const TEST_GOOD_FOR_MS = 10 * 60_000;
/** Longer than any notice is tried. */
const TEST_KEPT_MS = 48 * 3_600_000;

/** Whether a notice is of no use any more at a time, epoch ms: a letter after its expiry, a test message after ten minutes. */
export const isOutdated = ({ letter, isTest, createdAt }: NoticeDocument, now: number): boolean =>
  letter ? letter.goodUntil.getTime() < now : isTest === true && createdAt.getTime() + TEST_GOOD_FOR_MS < now;

/** Name of the index of the queued notices. */
export const TO_BE_DONE = 'to_be_done';

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
  isTest: Boolean,
  letter: schemaOf<LetterContent>({ subject: String, text: String, goodUntil: Date }),
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
  }),
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
  mayHaveArrived: Boolean,
  forgetAt: Date,
})
  .index({ entryId: 1 })
  .index({ deviceName: 1 })
  .index({ forgetAt: 1 }, { expireAfterSeconds: 0 })
  // Only queued notices have a dueAt, so this index stays small.
  .index(
    { channel: 1, dueAt: 1 },
    { name: TO_BE_DONE, partialFilterExpression: { dueAt: { $exists: true } } },
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

export const noticeIdOf = (entryId: string, channel: NoticeChannel, to: string): string =>
  createHash('sha256').update(`${entryId}\n${channel}\n${to}`).digest('hex').slice(0, 32);

/** The delivery state of a new notice, due at once. */
export const queuedAt = (now: Date) => ({
  createdAt: now,
  state: 'queued' as const,
  reason: null,
  at: now,
  dueAt: now,
  attempts: 0,
  mayHaveArrived: false,
});

/** The content and the recipients of the notices about an alert-log entry. */
export interface Announcement {
  entryId: string;
  alertId: string | null;
  deviceName: string;
  deviceVersion: number;
  contact: string | null;
  email: string | null;
  mqtt?: { target: MqttTarget; measured: Measured } | null;
  copies: readonly { id: string; contact: string; email: string }[];
  headline: string;
  text: string;
  details: [label: string, value: string][];
  receivedAt: Date;
  isTest?: true;
}

/** The notices of an announcement; a recipient that occurs twice gets one. */
export const noticesOf = (announcement: Announcement, now: Date): AlertNotice[] => {
  const { contact, email, mqtt, copies, ...said } = announcement;
  const notices = new Map<string, AlertNotice>();
  const add = (
    channel: NoticeChannel,
    to: string,
    userId: string | null,
    more: Partial<AlertNotice> = {},
  ) => {
    if (to === '') return;
    const _id = noticeIdOf(said.entryId, channel, to);
    const known = notices.get(_id);
    if (known) {
      if (userId !== null) known.userIds.push(userId);
      return;
    }
    notices.set(_id, {
      _id,
      ...said,
      channel,
      to,
      isOwn: userId === null,
      userIds: userId === null ? [] : [userId],
      ...more,
      ...queuedAt(now),
      ...(said.isTest && { forgetAt: new Date(now.getTime() + TEST_KEPT_MS) }),
    });
  };
  if (contact !== null) add('sms', contact, null);
  if (email !== null) add('email', email, null);
  if (mqtt) {
    const { target, measured } = mqtt;
    add('mqtt', recipientOf(target), null, { topic: target.topic, measured });
  }
  // Nobody but these users is told of a silence.
  const isSilence = said.alertId === null;
  for (const user of copies) {
    if (contact !== null || isSilence) add('sms', user.contact, user.id);
    if (email !== null || isSilence) add('email', user.email, user.id);
  }
  return [...notices.values()];
};
