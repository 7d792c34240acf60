import { createHash } from 'node:crypto';

export const CHANNELS_OF_NOTICES = ['sms', 'email'] as const;
export type NoticeChannel = (typeof CHANNELS_OF_NOTICES)[number];

/** What a notice about an alert-log entry says. */
interface AboutAlert {
  entryId: string;
  alertId: string;
  deviceName: string;
  /** Of the device's fact when the alert was made; tells it from a later device of the same name. */
  deviceVersion: number;
  /** True where the alert itself names the recipient. */
  isOwn: boolean;
  /** Users whose copy this is. */
  userIds: string[];
  headline: string;
  text: string;
  details: [label: string, value: string][];
  /** When the reading arrived. */
  receivedAt: Date;
}

/** What a letter of another service says. It is gone once the letter is done with: it may hold a code. */
interface Letter {
  subject: string;
  text: string;
  /** After this it is not sent any more. */
  goodUntil: Date;
}

/** One message to one recipient over one channel, and how far it has come: about an alert, or a letter. */
export interface NoticeDocument extends Partial<AboutAlert> {
  /** Made of what it is about, channel and recipient, so that the same cause makes the same notice. */
  _id: string;
  letter?: Letter;
  channel: NoticeChannel;
  to: string;
  createdAt: Date;
  state: 'queued' | 'sent' | 'failed' | 'held';
  reason: string | null;
  /** When the state came about. */
  at: Date;
  /** There while something is still to be done: not before then; while it is being sent, until the lease ends. */
  dueAt?: Date;
  /** Of whoever took it last to send it: nobody else may say what became of it. */
  ticket?: string;
  /** The process that took it last. */
  holder?: string;
  /** Whether it may have arrived before it was taken last. */
  isRepeated?: boolean;
  attempts: number;
  /** Somebody began to send and nobody knows whether it arrived. */
  mayHaveArrived: boolean;
  /** When a letter is forgotten; not there before it is done with, so that none goes without a word. */
  forgetAt?: Date;
}
export type AlertNotice = NoticeDocument & AboutAlert;

export const isAboutAlert = (notice: NoticeDocument): notice is AlertNotice => notice.entryId !== undefined;

export const noticeIdOf = (entryId: string, channel: NoticeChannel, to: string): string =>
  createHash('sha256').update(`${entryId}\n${channel}\n${to}`).digest('hex').slice(0, 32);

/** How a notice begins that is to be sent at once. */
export const queuedAt = (now: Date) => ({
  createdAt: now,
  state: 'queued' as const,
  reason: null,
  at: now,
  dueAt: now,
  attempts: 0,
  mayHaveArrived: false,
});

/** What an alert-log entry says to those whom it concerns. */
export interface Announcement {
  entryId: string;
  alertId: string;
  deviceName: string;
  deviceVersion: number;
  contact: string | null;
  email: string | null;
  copies: readonly { id: string; contact: string; email: string }[];
  headline: string;
  text: string;
  details: [label: string, value: string][];
  receivedAt: Date;
}

/** The notices of an announcement; an address that is named twice gets one. */
export const noticesOf = (announcement: Announcement, now: Date): AlertNotice[] => {
  const { contact, email, copies, ...said } = announcement;
  const notices = new Map<string, AlertNotice>();
  const add = (channel: NoticeChannel, to: string, userId: string | null) => {
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
      ...queuedAt(now),
    });
  };
  if (contact !== null) add('sms', contact, null);
  if (email !== null) add('email', email, null);
  for (const user of copies) {
    if (contact !== null) add('sms', user.contact, user.id);
    if (email !== null) add('email', user.email, user.id);
  }
  return [...notices.values()];
};
