import type { AlertLogEntry, DeliveryState, FollowUpState } from '@telemon/contracts/alerting/alert-log';
import type { AlertNotice, NoticeChannel } from './notice.ts';

/** The outcomes of the notices about an alert-log entry: of its firing, and of the follow-ups to the alert's own recipients. */
export type DeliveryOutcomes = Pick<AlertLogEntry, 'delivery' | 'followUps'>;

const NONE: DeliveryState = { state: 'none', reason: null, at: null };

const stateOf = (notice: AlertNotice | undefined): DeliveryState =>
  notice === undefined
    ? NONE
    : {
        state: notice.state,
        reason: notice.reason,
        at: notice.at.toISOString(),
      };

const deliveryOf = (notices: AlertNotice[]): DeliveryOutcomes['delivery'] => {
  const own = (channel: NoticeChannel) =>
    notices.find((notice) => notice.isOwn && notice.channel === channel);
  const copy = (userId: string, channel: NoticeChannel) =>
    notices.find((notice) => notice.channel === channel && notice.userIds.includes(userId));
  const userIds = [...new Set(notices.flatMap((notice) => notice.userIds))].sort();
  return {
    sms: stateOf(own('sms')),
    email: stateOf(own('email')),
    mqtt: stateOf(own('mqtt')),
    copies: userIds.map((userId) => ({
      userId,
      sms: stateOf(copy(userId, 'sms')),
      email: stateOf(copy(userId, 'email')),
    })),
  };
};

/** The outcomes of all notices about an entry. */
export const outcomesOf = (notices: AlertNotice[]): DeliveryOutcomes => {
  const fired = notices.filter(({ kind = 'fired' }) => kind === 'fired');
  const followUps = notices
    .flatMap((notice): (FollowUpState & { createdAt: Date })[] => {
      const { kind = 'fired', channel, createdAt, isOwn } = notice;
      return kind === 'fired' || !isOwn ? [] : [{ kind, channel, createdAt, ...stateOf(notice) }];
    })
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ createdAt: _createdAt, ...followUp }) => followUp);
  return { delivery: deliveryOf(fired), followUps };
};
