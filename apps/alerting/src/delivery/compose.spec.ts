import { describe, expect, it } from '@jest/globals';
import type { LetterLink } from '@telemon/contracts/alerting/letters';
import { MqttAlertMessage } from '@telemon/contracts/alerting/mqtt-message';
import { oneLine } from '@telemon/platform/plain-text';
import fc from 'fast-check';
import { noticesOf } from './announcement.ts';
import { REPEATED, compose } from './compose.ts';
import { brokerOf, recipientOf } from './mqtt-target.ts';
import { type AlertNotice, type NoticeDocument, laneOf, partsOf, queuedAt } from './notice.ts';

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
const letterOf = (link?: LetterLink): NoticeDocument => ({
  _id: 'l1',
  letter: { subject: 'Your code', text: '1234 is your code', goodUntil: new Date(), ...(link && { link }) },
  channel: 'email',
  to: 'x',
  ...queuedAt(new Date()),
});
const overMqtt = (changes: Partial<AlertNotice> = {}) => {
  const mqtt: Parameters<typeof noticesOf>[0]['mqtt'] = {
    target: { host: 'broker.example.com', port: 1883, topic: 'plant/alerts' },
    measured: {
      deviceAlias: 'Pump',
      sensorId: 2,
      sensorName: 'Temperature',
      valueType: 'Current',
      value: 12.5,
      alertType: 'Restrict Range',
      setPoints: [2, 10],
      timestamp: new Date('2026-11-25T10:00:00Z'),
    },
  };
  const [only] = noticesOf({ ...announcement, email: null, mqtt }, new Date());
  return { ...only!, ...changes };
};

describe('a notice over MQTT', () => {
  it('is JSON for the topic, with the measured value', () => {
    const written = overMqtt();
    const { to, topic, text } = compose(written, URL, false, LINK);
    expect({ to, topic }).toEqual({ to: 'broker.example.com:1883', topic: 'plant/alerts' });
    expect(MqttAlertMessage.strict().parse(JSON.parse(text))).toEqual({
      id: written._id,
      event: 'fired',
      severity: 'warning',
      deviceName: 'pump01',
      deviceAlias: 'Pump',
      sensorId: 2,
      sensorName: 'Temperature',
      valueType: 'Current',
      value: 12.5,
      alertType: 'Restrict Range',
      setPoints: [2, 10],
      message: 'It is hot',
      timestamp: '2026-11-25T10:00:00.000Z',
      repeated: false,
    });
  });

  it('says what happened and how severe it is', () => {
    const { measured, ...digest } = overMqtt({ kind: 'digest', rank: 0 });
    const { text } = compose(
      { ...digest, measured: { ...measured!, value: null, changes: 7 } },
      URL,
      false,
      LINK,
    );
    expect(MqttAlertMessage.parse(JSON.parse(text))).toMatchObject({
      event: 'digest',
      severity: 'critical',
      message: 'It is hot',
      value: null,
      changes: 7,
    });
  });

  it('says that it may be a second copy, and keeps its id', () => {
    const [first, second] = [false, true].map((isRepeated) =>
      JSON.parse(compose(overMqtt(), URL, isRepeated, LINK).text),
    );
    expect(second).toEqual({ ...first, repeated: true });
  });

  it('holds any text as a value, without control characters and direction marks', () => {
    const text = '","repeated":true,"x":"\u202e\0\r\n{{7*7}} <b>$&</b>';
    const sent = JSON.parse(compose(overMqtt({ text }), URL, false, LINK).text);
    expect(sent).toMatchObject({ message: '","repeated":true,"x":"\n{{7*7}} <b>$&</b>', repeated: false });
  });

  it('has a lane for each broker, so that none waits for another', () => {
    expect(laneOf(overMqtt())).toBe('mqtt:broker.example.com:1883');
    expect(partsOf('mqtt:broker.example.com:1883')).toEqual({
      channel: 'mqtt',
      broker: 'broker.example.com:1883',
    });
    expect(partsOf(laneOf(notice()))).toEqual({ channel: 'email', broker: '' });
  });

  it.each(['broker.example.com', '192.0.2.1', '2001:db8::1'])('names its broker: %s', (host) => {
    expect(brokerOf(recipientOf({ host, port: 8883, topic: 't' }))).toEqual({ host, port: 8883 });
  });
});

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

  it('says in its subject and its text if it is a test, and has nothing to acknowledge', () => {
    const test = (changes: Partial<AlertNotice> = {}) =>
      compose(notice({ isTest: true, ...changes }), URL, false, null);
    expect(test({ channel: 'sms' }).text).toBe('Test, no alert has fired: It is hot');
    const { subject, text, html } = test();
    expect(subject).toBe('Test: Pump: Temperature above 10');
    expect(text).toMatch(/^Test, no alert has fired: It is hot\n/);
    expect(html).toContain('Test, no alert has fired: It is hot');
    expect(text + html).not.toContain('Acknowledge');
    const { text: overMqttText } = test({ ...overMqtt(), isTest: true });
    expect(JSON.parse(overMqttText)).toMatchObject({
      message: 'Test, no alert has fired: It is hot',
      test: true,
    });
  });

  it.each([
    [0, 'Critical: '],
    [1, ''],
    [undefined, ''],
    [2, 'Info: '],
  ])('begins with its severity, unless that is the usual one: %p', (rank, prefix) => {
    const { rank: _, ...usual } = notice();
    const severe = { ...usual, ...(rank !== undefined && { rank }) };
    const { subject, text } = compose(severe, URL, false, LINK);
    expect(subject).toBe(`${prefix}Pump: Temperature above 10`);
    expect(text.split('\n')[0]).toBe(`${prefix}It is hot`);
    const sms = compose({ ...severe, channel: 'sms' }, URL, false, LINK).text;
    expect(sms).toBe(`${prefix}It is hot\nAcknowledge: ${LINK}`);
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
    expect(compose({ ...letterOf(), channel }, URL, true, null).text).toBe(text);
  });

  it.each<[string, NoticeDocument, string]>([
    ['a notice', notice(), 'Pump: Temperature above 10'],
    ['a letter with a link', letterOf({ label: 'Choose a password', address: LINK }), 'Your code'],
    ['a letter without', letterOf(), 'Your code'],
  ])(
    'of %s is a page of Telemon that fits a phone, in the colours of the console',
    (_which, document, title) => {
      const { html } = compose(document, URL, true, LINK);
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain('>Telemon</p>');
      expect(html).toContain(REPEATED);
      expect(html).not.toMatch(/<(script|style|link|img)|class=|url\(|#0b5fff/);
    },
  );

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
