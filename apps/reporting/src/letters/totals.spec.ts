import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@telemon/contracts/durations';
import { anEntry, anOccurrence } from '../../testing/report-rows.ts';
import { PeriodTotals } from './totals.ts';

const PERIOD = { from: new Date('2026-11-23T00:00:00Z'), to: new Date('2026-11-30T00:00:00Z') };
const NOW = Date.parse('2026-11-30T00:10:00Z');
const totals = () => new PeriodTotals(PERIOD, NOW, 'UTC');

describe('the sums of a period', () => {
  it('count how often alerts fired, how long within the period, how many fire still and are not acknowledged', () => {
    const sums = totals();
    sums.addEntry(anEntry({ triggeredAt: '2026-11-24T10:00:00Z', clearedAt: '2026-11-24T11:00:00Z' }));
    // Fired before the period, and cleared in it.
    sums.addEntry(
      anEntry({
        triggeredAt: '2026-11-22T22:00:00Z',
        clearedAt: '2026-11-23T02:00:00Z',
        status: 'Acknowledged',
      }),
    );
    // Fires still: until the end of the period.
    sums.addEntry(anEntry({ triggeredAt: '2026-11-29T21:00:00Z', clearedAt: null }));
    expect(sums.alerts).toMatchObject([
      {
        deviceName: 'freezer1',
        deviceAlias: 'Cold room',
        rule: 'Temperature above 8 °C',
        severity: 'warning',
        times: 2,
        open: 1,
        pending: 2,
        byDay: [0, 1, 0, 0, 0, 0, 1],
      },
    ]);
    expect(sums.alerts[0]!.lasted.totalMs).toBe(6 * HOUR_MS);
  });

  it('count the time of overlapping firings once, so that no alert lasts longer than the period', () => {
    const sums = totals();
    for (const triggeredAt of ['2026-11-24T12:00:00Z', '2026-11-24T11:00:00Z', '2026-11-01T00:00:00Z'])
      sums.addEntry(anEntry({ triggeredAt, clearedAt: null }));
    for (const occurredAt of ['2026-11-24T12:00:00Z', '2026-11-01T00:00:00Z'])
      sums.addOccurrence(anOccurrence({ occurredAt, endedAt: null }));
    const periodMs = PERIOD.to.getTime() - PERIOD.from.getTime();
    expect(sums.alerts.map(({ open, lasted }) => [open, lasted.totalMs])).toEqual([[3, periodMs]]);
    expect(sums.events.map(({ open, lasted }) => [open, lasted.totalMs])).toEqual([[2, periodMs]]);
  });

  it('distinguish alerts by rule and severity', () => {
    const sums = totals();
    sums.addEntry(anEntry({ severity: 'info' }));
    sums.addEntry(anEntry({ severity: 'critical' }));
    sums.addEntry(
      anEntry({
        alertType: 'Restrict Range',
        criteria: { values: [8, 2], timePeriod: null },
        valueType: 'Average',
      }),
    );
    sums.addEntry(
      anEntry({
        sensorName: 'Flow',
        alertType: 'Periodic',
        criteria: { values: [30], timePeriod: 6 },
        clearedAt: null,
      }),
    );
    expect(sums.alerts.map(({ severity, rule }) => [severity, rule])).toEqual([
      ['critical', 'Temperature above 8 °C'],
      ['warning', 'Flow below 30 for 6 hours'],
      ['warning', 'Temperature (average) outside 2 to 8 °C'],
      ['info', 'Temperature above 8 °C'],
    ]);
  });

  it('count by the calendar days of the zone, also where clocks change', () => {
    const period = { from: new Date('2026-10-19T06:00:00Z'), to: new Date('2026-10-26T07:00:00Z') };
    const sums = new PeriodTotals(period, NOW, 'Europe/Paris');
    for (const triggeredAt of [
      '2026-10-19T06:00:00Z',
      '2026-10-24T21:59:59Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:59Z',
      '2026-10-25T23:00:00Z',
    ])
      sums.addEntry(anEntry({ triggeredAt, clearedAt: triggeredAt }));
    expect(sums.alerts[0]!.byDay).toEqual([1, 0, 0, 0, 0, 1, 2, 1]);
    expect(sums.dates.map((date) => date.toISOString().slice(0, 10))).toEqual(
      [19, 20, 21, 22, 23, 24, 25, 26].map((day) => `2026-10-${day}`),
    );
  });

  it('begin with the alerts that still fire, then the alerts that fired most', () => {
    const sums = totals();
    for (const [deviceName, times, open] of [
      ['once', 1, 0],
      ['often', 3, 0],
      ['firing', 1, 1],
    ] as const) {
      for (let time = 0; time < times; time++)
        sums.addEntry(
          anEntry({
            deviceName,
            deviceAlias: deviceName,
            clearedAt: open ? null : '2026-11-24T10:01:00Z',
          }),
        );
    }
    expect(sums.alerts.map(({ deviceName }) => deviceName)).toEqual(['firing', 'often', 'once']);
  });

  it('separate silences from alerts, with the last reading of a device that is silent still', () => {
    const sums = totals();
    const silence = {
      cause: 'silence',
      sensorName: null,
      alertType: null,
      criteria: null,
      value: null,
    } as const;
    sums.addEntry(anEntry({ ...silence, silentSince: '2026-11-24T09:00:00Z' }));
    sums.addEntry(anEntry({ ...silence, silentSince: '2026-11-25T09:00:00Z', clearedAt: null }));
    expect(sums.alerts).toEqual([]);
    expect(sums.silences).toMatchObject([
      { deviceName: 'freezer1', times: 2, open: 1, since: new Date('2026-11-25T09:00:00Z') },
    ]);
    // From the last reading on, not from the time at which the silence was noticed.
    const lastedMs = 61 * 60_000 + (PERIOD.to.getTime() - Date.parse('2026-11-25T09:00:00Z'));
    expect(sums.silences[0]!.lasted.totalMs).toBe(lastedMs);
  });

  it('count a silence within the period alone', () => {
    const sums = totals();
    sums.addEntry(
      anEntry({
        cause: 'silence',
        triggeredAt: '2026-11-23T00:05:00Z',
        silentSince: '2026-11-22T23:05:00Z',
        clearedAt: '2026-11-23T01:00:00Z',
      }),
    );
    expect(sums.silences[0]).toMatchObject({ times: 1, since: null });
    expect(sums.silences[0]!.lasted.totalMs).toBe(HOUR_MS);
  });

  it('have a line for each event', () => {
    const sums = totals();
    sums.addOccurrence(anOccurrence());
    sums.addOccurrence(anOccurrence({ id: 'o2', endedAt: null }));
    sums.addOccurrence(anOccurrence({ id: 'o3', valueType: 'Maximum', setPoint: 5 }));
    expect(sums.events.map(({ rule, times, open }) => [rule, times, open])).toEqual([
      ['Door above 0', 2, 1],
      ['Door (maximum) above 5', 1, 0],
    ]);
  });
});
