import { letterLink, letterNote, letterPage, letterParagraph } from '@telemon/platform/mail/letter-page';
import { inHtml, oneLine } from '@telemon/platform/plain-text';
import { publicAddress } from '@telemon/platform/public-address';
import type { GroupNotice } from './notice.ts';
import type { Message } from './senders/notice-sender.ts';
import { shortened } from './sms-text.ts';

/** The page of the console. */
const ALERT_LOG = '/dashboard/alert/log';
/** How many headlines an SMS has: it is paid for by its length. */
const MOST_IN_SMS = 3;

/** The text of a grouped notice: how many notices it stands for, the first of their headlines, and the address of the whole list. */
export const composeGroup = (
  { channel, group }: GroupNotice,
  publicUrl: string,
  notes: readonly string[],
): Pick<Message, 'subject' | 'text' | 'html'> => {
  const { count, critical, lines = [] } = group;
  const counted =
    critical === 0 ? `${count} messages of alerts` : `${count} messages of alerts, ${critical} critical`;
  const subject = oneLine(`${counted}: ${lines[0] ?? ''}`, 120);
  const shown = channel === 'sms' ? lines.slice(0, MOST_IN_SMS) : lines;
  const others = count - shown.length;
  const more = others === 0 ? [] : [`and ${others === 1 ? 'one' : others} more`];
  const log = publicAddress(publicUrl, ALERT_LOG);
  const said = [`${counted}:`, ...shown, ...more];
  if (channel === 'sms') {
    return { subject, text: shortened(said.join('\n'), [`All: ${log}`, ...notes]), html: '' };
  }
  const text = [...said, '', `Alert log: ${log}`, ...notes.flatMap((note) => ['', note])].join('\n');
  return { subject, text, html: htmlOf(subject, { counted, lines: [...shown, ...more], log, notes }) };
};

const htmlOf = (
  subject: string,
  {
    counted,
    lines,
    log,
    notes,
  }: { counted: string; lines: readonly string[]; log: string; notes: readonly string[] },
): string =>
  letterPage(subject, [
    letterParagraph(`${counted}:`),
    `<ul>${lines.map((line) => `<li><bdi>${inHtml(line)}</bdi></li>`).join('')}</ul>`,
    `<p style="margin:12px 0">${letterLink('Open the alert log', log)}</p>`,
    ...notes.map(letterNote),
  ]);
