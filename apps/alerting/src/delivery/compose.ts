import { twilioReportPath } from '@telemon/contracts/alerting/delivery-reports';
import type { LetterLink } from '@telemon/contracts/alerting/letters';
import type { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import {
  letterButton,
  letterLink,
  letterNote,
  letterPage,
  letterParagraph,
} from '@telemon/platform/mail/letter-page';
import { inHtml, oneLine, plainText } from '@telemon/platform/plain-text';
import { publicAddress } from '@telemon/platform/public-address';
import { composeGroup } from './compose-group.ts';
import { type AlertNotice, type NoticeDocument, isAboutAlert, isGroup, severityOf } from './notice.ts';
import type { Message } from './senders/notice-sender.ts';
import { severityPrefix } from './severity-prefix.ts';
import { shortened } from './sms-text.ts';

/** The note in a message that may be a second copy. */
export const REPEATED = 'You may have had this message before: sending it was interrupted.';

/**
 * The message of a notice for its channel.
 * @param acknowledge The address where the recipient acknowledges the alert-log entry; null for a notice without one
 */
export const compose = (
  notice: NoticeDocument,
  publicUrl: string,
  isRepeated: boolean,
  acknowledge: string | null,
): Message => {
  const { _id: id, to, topic = '', letter } = notice;
  const addressed = { id, to, topic, subject: '', html: '' };
  const notes = isRepeated ? [REPEATED] : [];
  const reportTo = publicAddress(publicUrl, twilioReportPath(id));
  if (isAboutAlert(notice)) {
    const tried = notice.isTest ? marked(notice) : notice;
    if (tried.channel === 'mqtt')
      return { ...addressed, text: JSON.stringify(alertInFields(tried, isRepeated)) };
    const said = withSeverity(tried);
    const device = publicAddress(publicUrl, `/dashboard/info/${encodeURIComponent(said.deviceName)}`);
    const subject = oneLine(said.headline, 120);
    return said.channel === 'sms'
      ? {
          ...addressed,
          subject,
          text: smsOf(said, acknowledge, notes),
          reportTo,
        }
      : { ...addressed, subject, ...emailOf({ ...said, subject }, { acknowledge, device }, notes) };
  }
  if (isGroup(notice)) {
    const said = composeGroup(notice, publicUrl, notes);
    return { ...addressed, ...said, ...(notice.channel === 'sms' && { reportTo }) };
  }
  const { subject = '', text = '', link } = letter ?? {};
  const added = link ? [`${link.label}: ${link.address}`, ...notes] : notes;
  if (notice.channel === 'sms') return { ...addressed, subject, text: shortened(text, added) };
  const html = letterInHtml({ subject, text, link }, notes);
  return { ...addressed, subject, text: [text, ...added].join('\n\n'), html };
};

/** A test message says so in its subject and its text. */
const marked = (notice: AlertNotice): AlertNotice => ({
  ...notice,
  headline: `Test: ${notice.headline}`,
  text: `Test, no alert has fired: ${notice.text}`,
});

/** A message begins with the severity of its alert, unless that is the usual one. */
const withSeverity = (notice: AlertNotice): AlertNotice => {
  const prefix = severityPrefix(notice);
  if (prefix === '') return notice;
  return { ...notice, headline: prefix + notice.headline, text: prefix + notice.text };
};

/** The message over MQTT, as JSON for programs. */
const alertInFields = (notice: AlertNotice, isRepeated: boolean): MqttAlertMessage => {
  const { timestamp, ...measured } = notice.measured!;
  return {
    id: notice._id,
    event: notice.kind ?? 'fired',
    severity: severityOf(notice),
    deviceName: notice.deviceName,
    ...measured,
    message: plainText(notice.text),
    timestamp: timestamp.toISOString(),
    repeated: isRepeated,
    ...(notice.isTest && { test: true as const }),
  };
};

/** The line with the address to acknowledge an entry, if there is one. */
const acknowledgeLine = (address: string | null): string[] =>
  address === null ? [] : [`Acknowledge: ${address}`];

/** An SMS has the alert's message and the address to acknowledge it. */
const smsOf = ({ text }: AlertNotice, acknowledge: string | null, notes: readonly string[]): string =>
  shortened(plainText(text), [...acknowledgeLine(acknowledge), ...notes]);

/** The addresses in an e-mail. */
interface Links {
  readonly acknowledge: string | null;
  readonly device: string;
}

/** An e-mail adds the details of the firing and an address of the device. */
const emailOf = (
  notice: AlertNotice & { subject: string },
  links: Links,
  notes: readonly string[],
): Pick<Message, 'text' | 'html'> => {
  const message = plainText(notice.text);
  const details = notice.details.map(([label, value]) => [label, oneLine(value, 200)] as const);
  const text = [
    message,
    '',
    ...details.map(([label, value]) => `${label}: ${value}`),
    '',
    ...acknowledgeLine(links.acknowledge),
    `Device: ${links.device}`,
    ...notes.flatMap((note) => ['', note]),
  ].join('\n');
  return { text, html: htmlOf(notice.subject, message, details, links, notes) };
};

const letterInHtml = (
  { subject, text, link }: { subject: string; text: string; link?: LetterLink | undefined },
  notes: readonly string[],
): string =>
  letterPage(subject, [
    letterParagraph(text),
    ...(link ? [letterButton(link.label, link.address)] : []),
    ...notes.map(letterNote),
  ]);

const htmlOf = (
  subject: string,
  message: string,
  details: readonly (readonly [string, string])[],
  { acknowledge, device }: Links,
  notes: readonly string[],
): string => {
  const cell = 'style="padding:2px 16px 2px 0"';
  const rows = details.map(
    ([label, value]) =>
      `<tr><td ${cell}>${inHtml(label)}</td><td ${cell}><bdi>${inHtml(value)}</bdi></td></tr>`,
  );
  return letterPage(subject, [
    letterParagraph(message),
    `<table style="border-collapse:collapse">${rows.join('')}</table>`,
    ...(acknowledge === null ? [] : [letterButton('Acknowledge', acknowledge)]),
    `<p style="margin:12px 0">${letterLink('Open the page of the device', device)}</p>`,
    ...notes.map(letterNote),
  ]);
};
