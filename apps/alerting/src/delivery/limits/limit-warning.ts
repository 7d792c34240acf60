import { oneLine, plainText } from '@telemon/platform/plain-text';
import { randomUUID } from 'node:crypto';
import { asMoment } from '../message-variables.ts';
import { type NoticeDocument, noticeIdOf, queuedAt } from '../notice.ts';
import { type Limit, inWords } from './notice-limits.ts';

const LONGEST_SUBJECT = 120;

/** An e-mail to the manager, which counts against no limit itself. */
export const warningOf = (
  { channel, most, period, warns }: Limit & { warns: NonNullable<Limit['warns']> },
  { used, email, zone, now }: { used: number; email: string; zone: string; now: number },
): NoticeDocument => {
  const share = `${used} of ${inWords(most, channel)} of this ${period.name}`;
  const others = channel === 'sms' ? 'SMS' : 'e-mails';
  const until = asMoment(zone, period.end);
  const condition = used < most ? 'Once all are used, further' : 'Further';
  return {
    _id: noticeIdOf(randomUUID(), 'email', email),
    letter: {
      subject: oneLine(`${warns.subject}${share} are used`, LONGEST_SUBJECT),
      text: plainText(
        `${warns.has} used ${share}. ${condition} ${others} of alerts are held until ${until}; the alert log shows each of them.`,
      ),
      goodUntil: new Date(period.end),
    },
    channel: 'email',
    to: email,
    ...queuedAt(new Date(now)),
  };
};
