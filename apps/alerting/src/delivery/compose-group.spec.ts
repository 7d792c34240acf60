import { describe, expect, it } from '@jest/globals';
import { REPEATED, compose } from './compose.ts';
import { type Gathered, groupOf } from './grouped.ts';

const URL = 'https://telemon.example.com/';

const gathered = (count: number, change: (place: number) => Partial<Gathered> = () => ({})): Gathered[] =>
  Array.from({ length: count }, (_, place) => ({
    _id: `notice-${place}`,
    entryId: `entry-${place}`,
    alertId: 'alert',
    deviceName: 'pump01',
    deviceVersion: 1,
    headline: `Cold room ${place + 1}: 9.2 °C, above 8 °C`,
    channel: 'sms',
    to: '+15005550007',
    rank: 1,
    ...change(place),
  }));
const composed = (notices: Gathered[], isRepeated = false) =>
  compose(groupOf(notices, new Date()), URL, isRepeated, null);

describe('a message in place of several', () => {
  it('over SMS has their number, the first three and the address of the alert log', () => {
    const { to, text, reportTo, id } = composed(
      gathered(4_996, (place) => ({ rank: place < 12 ? 0 : 1 })),
      true,
    );
    expect(to).toBe('+15005550007');
    expect(text.split('\n')).toEqual([
      '4996 messages of alerts, 12 critical:',
      'Critical: Cold room 1: 9.2 °C, above 8 °C',
      'Critical: Cold room 2: 9.2 °C, above 8 °C',
      'Critical: Cold room 3: 9.2 °C, above 8 °C',
      'and 4993 more',
      'All: https://telemon.example.com/dashboard/alert/log',
      REPEATED,
    ]);
    expect(reportTo).toBe(`https://telemon.example.com/v1/delivery/twilio/${id}`);
  });

  it('over e-mail has the first ten, in HTML as text', () => {
    const email = gathered(11, () => ({ channel: 'email', to: 'on-call@example.com' }));
    const { subject, text, html, reportTo } = composed([
      { ...email[0]!, headline: '<b>\r\nBcc: x' },
      ...email.slice(1),
    ]);
    expect(subject).toBe('11 messages of alerts: <b> Bcc: x');
    expect(text.split('\n').slice(1, 13)).toEqual([
      '<b> Bcc: x',
      ...email.slice(1, 10).map(({ headline }) => headline),
      'and one more',
      '',
    ]);
    expect(html).toContain('<li><bdi>&lt;b&gt; Bcc: x</bdi></li>');
    expect(html).toContain('href="https://telemon.example.com/dashboard/alert/log"');
    expect(reportTo).toBeUndefined();
  });

  it('cuts long headlines, and keeps the address', () => {
    const long = gathered(3, () => ({ headline: 'x'.repeat(900) }));
    const { text } = composed(long);
    expect(text.split('\n')[1]).toHaveLength(120);
    expect(text.endsWith('/dashboard/alert/log')).toBe(true);
    expect(text).not.toContain('more');
  });

  it('has an id of its own, which depends on the first of its notices', () => {
    const [one, other] = [groupOf(gathered(3), new Date()), groupOf(gathered(4), new Date())];
    expect(one._id).toBe(other._id);
    expect(one._id).not.toBe(gathered(1)[0]!._id);
    expect(groupOf(gathered(4).slice(1), new Date())._id).not.toBe(one._id);
  });
});
