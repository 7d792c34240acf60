import { type Severity, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { HOUR_MS } from '@telemon/contracts/durations';
import { type MqttTarget, recipientOf } from './mqtt-target.ts';
import {
  type AlertNotice,
  type Measured,
  type NoticeChannel,
  noticeIdOf,
  queuedAt,
  severityOf,
  wasSent,
} from './notice.ts';

/** The content and the recipients of the notices about an alert-log entry. */
export interface Announcement extends Pick<
  AlertNotice,
  | 'entryId'
  | 'alertId'
  | 'deviceName'
  | 'deviceVersion'
  | 'headline'
  | 'text'
  | 'details'
  | 'receivedAt'
  | 'kind'
  | 'isTest'
> {
  /** Distinguishes notices about one entry; absent: the notices of its firing. */
  occasion?: string;
  severity?: Severity;
  contact: string | null;
  email: string | null;
  mqtt?: { target: MqttTarget; measured: Measured } | null;
  copies: readonly { id: string; contact: string; email: string }[];
  /** Why none of its notices is sent. */
  heldBecause?: string;
}

/** A notice after the one that an entry fired. */
export type FollowUpAnnouncement = Pick<AlertNotice, 'entryId'> & {
  kind: 'cleared' | 'reminder';
  occasion: string;
  heldBecause?: string;
  /** The content of the notice to a recipient. @param told The earlier notice to that recipient */
  say: (told: AlertNotice) => Pick<AlertNotice, 'headline' | 'text' | 'details'> & {
    measured?: Measured;
    receivedAt: Date;
  };
};

/** How long a test message is kept, ms: longer than any notice is tried. */
const TEST_KEPT_MS = 48 * HOUR_MS;

/** The notices of an announcement; a recipient that occurs twice gets one. */
export const noticesOf = (announcement: Announcement, now: Date): AlertNotice[] => {
  const { contact, email, mqtt, copies, occasion, severity, heldBecause: _, ...said } = announcement;
  const notices = new Map<string, AlertNotice>();
  const add = (
    channel: NoticeChannel,
    to: string,
    userId: string | null,
    more: Partial<AlertNotice> = {},
  ) => {
    if (to === '') return;
    const _id = noticeIdOf(occasion ?? said.entryId, channel, to);
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
      ...queuedAt(now, severity ?? USUAL_SEVERITY),
      ...(said.isTest && { forgetAt: new Date(now.getTime() + TEST_KEPT_MS) }),
    });
  };
  if (contact !== null) add('sms', contact, null);
  if (email !== null) add('email', email, null);
  if (mqtt) {
    const { target, measured } = mqtt;
    add('mqtt', recipientOf(target), null, { topic: target.topic, measured });
  }
  // A silence has no recipients of its own: only these users get notices.
  const isSilence = said.alertId === null;
  for (const user of copies) {
    if (contact !== null || isSilence) add('sms', user.contact, user.id);
    if (email !== null || isSilence) add('email', user.email, user.id);
  }
  return [...notices.values()];
};

/**
 * The notices of a follow-up: one to each recipient whose earlier notice about the entry was sent or, for 'back to normal', still waits.
 * @param earlier All notices about the entry
 */
export const noticesAfter = (
  { entryId, kind, occasion, say }: FollowUpAnnouncement,
  earlier: readonly AlertNotice[],
  now: Date,
): AlertNotice[] => {
  const ids = new Set(earlier.map(({ _id }) => _id));
  const told = new Map<string, AlertNotice>();
  for (const notice of earlier.filter((one) => isTold(one, kind)).sort(byWeight))
    told.set(noticeIdOf(occasion, notice.channel, notice.to), notice);
  return [...told].flatMap(([_id, before]) => {
    if (ids.has(_id)) return [];
    const { alertId, deviceName, deviceVersion, isOwn, userIds, channel, to, topic, measured } = before;
    return [
      {
        alertId,
        deviceName,
        deviceVersion,
        isOwn,
        userIds,
        channel,
        to,
        ...(topic !== undefined && { topic }),
        ...(measured && { measured }),
        ...say(before),
        ...queuedAt(now, severityOf(before)),
        _id,
        entryId,
        kind,
        after: before._id,
      },
    ];
  });
};

/**
 * Whether a follow-up may come after a notice: it says that the alert fires, and was sent. If the alert clears earlier, the second notice
 * waits for the first. A reminder doesn't: both would go out at the same moment.
 */
const isTold = (notice: AlertNotice, after: FollowUpAnnouncement['kind']): boolean =>
  notice.kind !== 'cleared' &&
  notice.kind !== 'reminder' &&
  (wasSent(notice) || (notice.state === 'queued' && after === 'cleared'));

/** Sorts the notice of the firing to the end, and digests before it by age. */
const byWeight = (one: AlertNotice, other: AlertNotice): number =>
  Number(one.kind === undefined) - Number(other.kind === undefined) ||
  one.createdAt.getTime() - other.createdAt.getTime();
