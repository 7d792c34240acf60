import type { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import { type AlertNotice, type NoticeDocument, isAboutAlert } from './notice.ts';
import { inHtml, oneLine, plainText } from './plain-text.ts';
import type { Message } from './senders/notice-sender.ts';

/** The note in a message that may be a second copy. */
export const REPEATED = 'You may have had this message before: sending it was interrupted.';

/** Twilio refuses longer texts. */
const LONGEST_SMS = 1_600;

/** The message of a notice for its channel. */
export const compose = (notice: NoticeDocument, publicUrl: string, isRepeated: boolean): Message => {
  const { _id: id, to, topic = '', letter } = notice;
  const addressed = { id, to, topic, subject: '', html: '' };
  if (isAboutAlert(notice)) {
    return notice.channel === 'mqtt'
      ? { ...addressed, text: JSON.stringify(alertInFields(notice, isRepeated)) }
      : { ...addressed, ...alertInWords(notice, publicUrl, isRepeated) };
  }
  const { subject = '', text = '' } = letter ?? {};
  if (notice.channel === 'sms') return { ...addressed, subject, text: smsOf(text, isRepeated) };
  return { ...addressed, subject, text: isRepeated ? `${text}\n\n${REPEATED}` : text };
};

/** For programs. */
const alertInFields = (notice: AlertNotice, isRepeated: boolean): MqttAlertMessage => {
  const { timestamp, ...measured } = notice.measured!;
  return {
    id: notice._id,
    deviceName: notice.deviceName,
    ...measured,
    message: plainText(notice.text),
    timestamp: timestamp.toISOString(),
    repeated: isRepeated,
  };
};

/** Cuts the text to the length of an SMS, but keeps the note about a second copy. */
const smsOf = (text: string, isRepeated: boolean): string => {
  const note = isRepeated ? `\n${REPEATED}` : '';
  return text.slice(0, LONGEST_SMS - note.length).toWellFormed() + note;
};

/** An SMS has only the alert's message; an e-mail adds the details and a link. */
const alertInWords = (
  notice: AlertNotice,
  publicUrl: string,
  isRepeated: boolean,
): Pick<Message, 'subject' | 'text' | 'html'> => {
  const said = { ...notice, text: plainText(notice.text), note: isRepeated ? REPEATED : null };
  const subject = oneLine(notice.headline, 120);
  if (notice.channel === 'sms') return { subject, text: smsOf(said.text, isRepeated), html: '' };
  const link = `${publicUrl.replace(/\/+$/, '')}/dashboard/info/${encodeURIComponent(notice.deviceName)}`;
  const details = notice.details.map(([label, value]) => [label, oneLine(value, 200)] as const);
  const text = [
    said.text,
    '',
    ...details.map(([label, value]) => `${label}: ${value}`),
    '',
    link,
    ...(said.note ? ['', said.note] : []),
  ].join('\n');
  return { subject, text, html: htmlOf(said.text, details, link, said.note) };
};

const htmlOf = (
  message: string,
  details: (readonly [string, string])[],
  link: string,
  note: string | null,
): string => {
  const cell = 'style="padding:2px 16px 2px 0"';
  const rows = details.map(
    ([label, value]) =>
      `<tr><td ${cell}>${inHtml(label)}</td><td ${cell}><bdi>${inHtml(value)}</bdi></td></tr>`,
  );
  return [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:15px;line-height:1.5">',
    `<p dir="auto">${inHtml(message).replaceAll('\n', '<br>')}</p>`,
    `<table style="border-collapse:collapse">${rows.join('')}</table>`,
    `<p><a href="${inHtml(link)}">Open the device</a></p>`,
    note ? `<p>${inHtml(note)}</p>` : '',
    '</body></html>',
  ].join('\n');
};
