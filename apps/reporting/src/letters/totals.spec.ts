import { describe, expect, it } from '@jest/globals';
import { anEntry, anOccurrence } from '../../testing/report-rows.ts';
import { PeriodTotals } from './totals.ts';

const PERIOD = { from: new Date('2026-11-23T00:00:00Z'), to: new Date('2026-11-30T00:00:00Z') };
const NOW = Date.parse('2026-11-30T00:10:00Z');
const HOUR_MS = 3_600_000;
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
    expect(sums.devices).toEqual([
      {
        deviceName: 'freezer1',
        deviceAlias: 'Cold room',
        times: 2,
        lastedMs: 6 * HOUR_MS,
        open: 1,
        pending: 2,
        byDay: [0, 1, 0, 0, 0, 0, 1],
      },
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
    expect(sums.devices[0]!.byDay).toEqual([1, 0, 0, 0, 0, 1, 2, 1]);
  });

  it('have the devices first whose alerts fire still, then those that fired most', () => {
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
    expect(sums.devices.map(({ deviceName }) => deviceName)).toEqual(['firing', 'often', 'once']);
  });

  it('tell silences apart from alerts, with the last reading of a device that is silent still', () => {
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
    expect(sums.devices).toEqual([]);
    expect(sums.silences).toMatchObject([
      { deviceName: 'freezer1', times: 2, open: 1, since: new Date('2026-11-25T09:00:00Z') },
    ]);
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
