import { describe, expect, it } from '@jest/globals';
import type { ReportedEntry, ReportedOccurrence } from '@telemon/contracts/alerting/period-log';
import { anEntry, anOccurrence } from '../../testing/report-rows.ts';
import { type Report, compose } from './compose.ts';
import { PeriodTotals } from './totals.ts';

const period = { from: new Date('2026-11-23T07:00:00Z'), to: new Date('2026-11-30T07:00:00Z') };
const NOW = period.to.getTime();
const totalsOf = (entries: Partial<ReportedEntry>[], occurrences: Partial<ReportedOccurrence>[] = []) => {
  const totals = new PeriodTotals(period, NOW, 'Europe/Paris');
  for (const entry of entries) totals.addEntry(anEntry(entry));
  for (const occurrence of occurrences) totals.addOccurrence(anOccurrence(occurrence));
  return totals;
};
const mailOf = (changes: Partial<Report> = {}) => {
  const report = {
    period,
    totals: totalsOf([{}], [{}]),
    ofAlerts: true,
    ofEvents: true,
    lateSince: null,
    isLinked: false,
    isRepeated: false,
    ...changes,
  };
  return compose(report, 'https://telemon.example.com/', 'Europe/Paris');
};
const onDevices = (...aliases: string[]) =>
  totalsOf(aliases.map((deviceAlias) => ({ deviceName: deviceAlias, deviceAlias })));
const BEFORE = { triggeredAt: '2026-11-01T10:00:00Z' };
const SILENCE = { cause: 'silence', silentSince: '2026-11-24T09:00:00Z' } as const;

describe('the e-mail of a report', () => {
  it('counts alerts and events in its subject, and lists them in text and HTML', () => {
    const { subject, text, html } = mailOf();
    expect(subject).toBe('Telemon report: 1 alert fired on 1 device, 1 not acknowledged, 1 event');
    expect(text).toContain('Telemon report\n\n1 alert fired on 1 device');
    expect(text).toContain('23/11/2026 08:00 to 30/11/2026 08:00 (Europe/Paris)');
    const device = 'https://telemon.example.com/dashboard/info/freezer1';
    expect(text).toContain(
      `\nALERTS\nCold room · Warning: Temperature above 8 °C · Fired: 1 · For: 1 min · Pending: 1 · By day: 24 Nov 1\n  ${device}\n`,
    );
    expect(text).toContain(`Cold room · Door above 0 · Times: 1 · For: 2 min\n  ${device}\n`);
    expect(text).toContain('No device was silent.');
    expect(text).toContain('https://telemon.example.com/dashboard/autoReport');
    expect(html).toMatch(
      /<bdi><a [^>]*href="https:\/\/telemon.example.com\/dashboard\/info\/freezer1">Cold room<\/a>/,
    );
    expect(html).toContain('Warning: Temperature above 8 °C');
    expect(html).toMatch(/href="https:\/\/telemon.example.com\/dashboard\/autoReport">[^<]*the Report page</);
  });

  it.each<[string, Partial<ReportedEntry>[], Partial<ReportedOccurrence>[]]>([
    ['no alerts, no events', [], []],
    [
      '1 alert firing now, no new alerts, 1 not acknowledged, no events',
      [{ ...BEFORE, clearedAt: null }],
      [],
    ],
    ['no new alerts, no events', [{ ...BEFORE, status: 'Acknowledged' }], []],
    [
      '1 event occurring now, no new alerts, 1 not acknowledged',
      [BEFORE],
      [{ occurredAt: BEFORE.triggeredAt, endedAt: null }],
    ],
    ['no alerts, no new events', [], [{ occurredAt: BEFORE.triggeredAt }]],
    ['1 event occurring now, no alerts, 2 events', [], [{ endedAt: null }, {}]],
    [
      '2 alerts firing now (1 critical), 2 alerts fired on 1 device, no events',
      [
        { clearedAt: null },
        { severity: 'critical', clearedAt: null },
        { ...BEFORE, deviceName: 'pump1' },
      ].map((entry) => ({ ...entry, status: 'Acknowledged' })),
      [],
    ],
    [
      '1 critical alert firing now, 1 alert fired on 1 device, 1 not acknowledged, no events',
      [{ severity: 'critical', clearedAt: null }],
      [],
    ],
    ['1 device silent now, no alerts, no events', [{ ...SILENCE, clearedAt: null }], []],
    ['no alerts, 1 device was silent, no events', [SILENCE], []],
    [
      '1,234 alerts fired on 1 device, 1,234 not acknowledged, no events',
      Array.from({ length: 1_234 }, () => ({})),
      [],
    ],
  ])('begins with the present state: %s', (headline, entries, occurrences) => {
    const { subject, text } = mailOf({ totals: totalsOf(entries, occurrences) });
    expect(text.split('\n')[2]!.toLowerCase()).toBe(`${headline}.`);
    expect(subject).toBe(`Telemon report: ${headline.split(', ').slice(0, 3).join(', ')}`);
  });

  it('has a bar for each day, as high as alerts fired, with dates and the highest count, and without an image', () => {
    const { html } = mailOf({ totals: totalsOf([{}, {}, { triggeredAt: '2026-11-29T10:00:00Z' }]) });
    expect(html).toContain(
      'aria-label="Alerts by day: 23 Nov 0, 24 Nov 2, 25 Nov 0, 26 Nov 0, 27 Nov 0, 28 Nov 0, 29 Nov 1, 30 Nov 0"',
    );
    expect(html).toContain('23 Nov to 30 Nov, at most 2 a day');
    expect(html.match(/height:22px/g)).toHaveLength(1);
  });

  it('has the critical alerts first, apart from the others', () => {
    const { html, text } = mailOf({
      totals: totalsOf([
        { deviceAlias: 'Cellar', clearedAt: null },
        { severity: 'critical', deviceName: 'x', deviceAlias: 'Attic' },
      ]),
    });
    for (const form of [
      html,
      text.replace(/^[A-Z ]+$/gm, (title) => title[0] + title.slice(1).toLowerCase()),
    ]) {
      const places = ['Critical alerts', 'Attic', 'Other alerts', 'Cellar'].map((part) => form.indexOf(part));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
    }
  });

  it('reports an alert that fires since before the period, and a moment', () => {
    const { text } = mailOf({
      totals: totalsOf([
        { ...BEFORE, clearedAt: null },
        { deviceName: 'x', deviceAlias: 'Attic', clearedAt: '2026-11-24T10:00:20Z' },
      ]),
    });
    expect(text).toContain(
      'Cold room · Warning: Temperature above 8 °C · Fired: earlier · For: 7 d 0 h · Now: firing',
    );
    expect(text).toContain('Fired: 1 · For: under a minute');
  });

  it('says how long a device is silent in agreement with the time of its last reading', () => {
    const silence = {
      ...SILENCE,
      silentSince: '2026-11-30T06:18:00Z',
      triggeredAt: '2026-11-30T06:33:00Z',
      clearedAt: null,
    };
    expect(mailOf({ totals: totalsOf([silence]) }).text).toContain(
      'Cold room · Silences: 1 · For: 42 min · Silent since: 30/11/2026 07:18',
    );
  });

  it('says that it comes late', () => {
    const lateSince = new Date('2026-11-30T03:00:00Z');
    const sentence =
      'This report comes late: it was due at 30/11/2026 04:00. What lasts now lasted at 30/11/2026 08:00.';
    const { text, html } = mailOf({ lateSince });
    expect(text).toContain(sentence);
    expect(html).toContain(sentence);
    expect(mailOf().text).not.toContain('late');
  });

  it('says that all was calm', () => {
    const { text } = mailOf({ totals: totalsOf([]) });
    expect(text).toContain('No alert fired.');
  });

  it('has the active parts alone', () => {
    expect(mailOf({ ofEvents: false }).text).not.toContain('EVENTS');
    expect(mailOf({ ofAlerts: false }).text).not.toContain('ALERTS');
  });

  it('has 25 rows of a table at most, and says how many more the spreadsheet has', () => {
    const rooms = Array.from({ length: 30 }, (_, number) => `Room ${number}`);
    const { text, html } = mailOf({ totals: onDevices(...rooms) });
    expect(text.match(/^Room /gm)).toHaveLength(25);
    expect(text).toContain('and 5 more, which are in the spreadsheet');
    expect(html).toContain('and 5 more, which are in the spreadsheet');
  });

  it('leads to the page for a spreadsheet that is too large, and says that it may be a second copy', () => {
    expect(mailOf().text).toContain('attached spreadsheet');
    const { text, html } = mailOf({ isLinked: true });
    expect(text).toContain('too large for an e-mail. It is on the Report page.');
    for (const form of [text, html]) expect(form).toContain('Download the spreadsheet on the Report page');
    expect(mailOf({ isRepeated: true }).html).toContain('You may have had this report before');
  });

  it('takes no markup, line breaks or direction marks from names', () => {
    const { subject, text, html } = mailOf({
      totals: onDevices('<img src=x onerror=alert(1)>\r\nBcc: x@y.z\u202e{{7*7}}'),
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\r|\u202e/);
    expect(text).not.toMatch(/^Bcc/m);
  });

  it('has neither scripts nor style sheets nor remote images', () => {
    expect(mailOf().html).not.toMatch(/<(script|style|link|img)|class=|url\(/);
  });
});
