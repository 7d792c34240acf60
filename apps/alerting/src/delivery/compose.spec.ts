import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { REPEATED, compose } from './compose.ts';
import { type AlertNotice, type NoticeDocument, noticesOf, queuedAt } from './notice.ts';
import { oneLine } from './plain-text.ts';

const announcement = {
  entryId: 'e1',
  alertId: 'a1',
  deviceVersion: 1,
  contact: null,
  email: 'on-call@example.com',
  copies: [],
  receivedAt: new Date(),
  deviceName: 'pump01',
  headline: 'Pump: Temperature above 10',
  text: 'It is hot',
  details: [['Device', 'Pump (pump01)']] as [string, string][],
};
const notice = (changes: Partial<AlertNotice> = {}): AlertNotice => ({
  ...noticesOf(announcement, new Date())[0]!,
  ...changes,
});
const URL = 'https://telemon.example.com/';
const LINK = 'https://telemon.example.com/acknowledge#token';

describe('a composed notice', () => {
  it('has the message, the details and links to the entry and the device in an e-mail', () => {
    const { subject, text, html } = compose(notice(), URL, false, LINK);
    expect(subject).toBe('Pump: Temperature above 10');
    expect(text).toBe(
      `It is hot\n\nDevice: Pump (pump01)\n\nAcknowledge: ${LINK}\nDevice: https://telemon.example.com/dashboard/info/pump01`,
    );
    expect(html).toContain(`href="${LINK}"`);
    expect(html).toContain('href="https://telemon.example.com/dashboard/info/pump01"');
  });

  it('is the alert’s message with a link to acknowledge it in an SMS', () => {
    expect(compose(notice({ channel: 'sms' }), URL, false, LINK).text).toBe(
      `It is hot\nAcknowledge: ${LINK}`,
    );
  });

  it('says that it may be a second copy', () => {
    expect(compose(notice({ channel: 'sms' }), URL, true, LINK).text).toBe(
      `It is hot\nAcknowledge: ${LINK}\n${REPEATED}`,
    );
    expect(compose(notice(), URL, true, LINK).html).toContain(REPEATED);
  });

  it('is cut to the length of an SMS, but keeps the link and the note about a second copy', () => {
    const long = '\u{1f525}x'.repeat(1_000);
    const first = compose(notice({ channel: 'sms', text: long }), URL, false, LINK).text;
    expect(first).toHaveLength(1_600);
    const second = compose(notice({ channel: 'sms', text: long }), URL, true, LINK).text;
    expect(second).toHaveLength(1_600);
    expect(first.endsWith(`\nAcknowledge: ${LINK}`)).toBe(true);
    expect(second.endsWith(`\nAcknowledge: ${LINK}\n${REPEATED}`)).toBe(true);
    expect([first, second].every((text) => text.isWellFormed())).toBe(true);
  });

  it.each([
    ['sms', `1234 is your code\n${REPEATED}`],
    ['email', `1234 is your code\n\n${REPEATED}`],
  ] as const)('says that a letter by %s may be a second copy', (channel, text) => {
    const letter: NoticeDocument = {
      _id: 'l1',
      letter: { subject: 'Your code', text: '1234 is your code', goodUntil: new Date() },
      channel,
      to: 'x',
      ...queuedAt(new Date()),
    };
    expect(compose(letter, URL, true, null).text).toBe(text);
  });

  it('escapes markup and removes control characters in user input', () => {
    const evil = '<img src=x onerror=alert(1)>"\'&\u202Eevil\u0007';
    const { subject, text, html } = compose(
      notice({
        text: `${evil}\nsecond`,
        headline: `a\r\nBcc: all@example.com${evil}`,
        details: [['Device', evil]],
      }),
      URL,
      false,
      LINK,
    );
    expect(subject).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;evil<br>second');
    expect(text).toContain('second');
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('has a subject of one line for any alias', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 200 }), (text, most) => {
        const line = oneLine(text, most);
        expect(line.length).toBeLessThanOrEqual(most);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(line.isWellFormed()).toBe(true);
      }),
    );
  });
});
