import { describe, expect, it } from '@jest/globals';
import { anEntry, anOccurrence } from '../../testing/report-rows.ts';
import { type Report, compose } from './compose.ts';
import { PeriodTotals } from './totals.ts';

const period = { from: new Date('2026-11-23T07:00:00Z'), to: new Date('2026-11-30T07:00:00Z') };
const mailOf = (changes: Partial<Report> = {}, aliases: string[] = ['Cold room']) => {
  const totals = new PeriodTotals(period, period.to.getTime(), 'Europe/Paris');
  for (const deviceAlias of aliases) totals.addEntry(anEntry({ deviceName: deviceAlias, deviceAlias }));
  totals.addOccurrence(anOccurrence());
  const report = {
    period,
    totals,
    ofAlerts: true,
    ofEvents: true,
    isLinked: false,
    isRepeated: false,
    ...changes,
  };
  return compose(report, 'https://telemon.example.com/', 'Europe/Paris');
};

describe('the e-mail of a report', () => {
  it('says in its subject what happened, and in both forms when, where and how often', () => {
    const { subject, text, html } = mailOf();
    expect(subject).toBe('Telemon report: 1 alert on 1 device, 1 event');
    expect(text).toContain('23/11/2026 08:00 to 30/11/2026 08:00 (Europe/Paris)');
    expect(text).toContain('Cold room · Fired: 1 · For: 1 min · Pending: 1');
    expect(text).toContain('Cold room · Event: Door above 0 · Times: 1 · For: 2 min');
    expect(text).toContain('No device was silent.');
    expect(text).toContain('https://telemon.example.com/dashboard/autoReport');
    expect(html).toContain('<bdi>Cold room</bdi>');
    expect(html).toContain('href="https://telemon.example.com/dashboard/autoReport"');
  });

  it('has a bar for each day, as high as alerts fired, which needs no image', () => {
    const { html, text } = mailOf();
    expect(html).toContain('aria-label="Alerts by day: 0, 1, 0, 0, 0, 0, 0, 0"');
    expect(html.match(/height:22px/g)).toHaveLength(1);
    expect(text).toContain('Cold room · Fired: 1');
  });

  it('says that all was calm', () => {
    const { subject, text } = mailOf({
      totals: new PeriodTotals(period, period.to.getTime(), 'Europe/Paris'),
    });
    expect(subject).toBe('Telemon report: no alerts, no events');
    expect(text).toContain('No alert fired.');
  });

  it('has the active parts alone', () => {
    expect(mailOf({ ofEvents: false }).text).not.toContain('EVENTS');
    expect(mailOf({ ofAlerts: false }).text).not.toContain('ALERTS BY DEVICE');
  });

  it('has 25 rows of a table at most, and says how many more the spreadsheet has', () => {
    const { text, html } = mailOf(
      {},
      Array.from({ length: 30 }, (_, number) => `Room ${number}`),
    );
    expect(text.match(/^Room /gm)).toHaveLength(25);
    expect(text).toContain('and 5 more, which are in the spreadsheet');
    expect(html).toContain('and 5 more, which are in the spreadsheet');
  });

  it('leads to the page for a spreadsheet that is too large, and says that it may be a second copy', () => {
    expect(mailOf().text).toContain('attached spreadsheet');
    expect(mailOf({ isLinked: true }).text).toContain('too large for an e-mail');
    expect(mailOf({ isRepeated: true }).html).toContain('You may have had this report before');
  });

  it('takes no markup, line breaks or direction marks from names', () => {
    const { subject, text, html } = mailOf({}, ['<img src=x onerror=alert(1)>\r\nBcc: x@y.z\u202e{{7*7}}']);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    for (const part of [subject, text, html]) expect(part).not.toMatch(/\r|\u202e/);
    expect(text).not.toMatch(/^Bcc/m);
  });

  it('has neither scripts nor style sheets nor remote images', () => {
    expect(mailOf().html).not.toMatch(/<(script|style|link|img)|class=|url\(/);
  });
});
