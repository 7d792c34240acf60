/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { HOUR_MS } from '@telemon/contracts/durations';
import { aDeviceDashboard, answerDevicePage } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { button, hears } from '../../testing/screen-steps.ts';
import { setTimeZone } from '../../testing/time-zone.ts';
import { timeTicks } from '../chart/axes.ts';
import { askedOfRange, daysOf, endsOf, quickRange, readRange } from './range.ts';
import { pinned, readView } from './view.ts';

const hoursOf = ({ fromDate, toDate }: ReturnType<typeof askedOfRange>) =>
  (Date.parse(toDate) + 1 - Date.parse(fromDate)) / HOUR_MS;

it('The time axis has each hour once on the day when clocks are put forward', () => {
  setTimeZone('Europe/Paris');
  const start = new Date(2026, 2, 29).getTime();
  const ticks = timeTicks([start, start + 7 * HOUR_MS], 8);
  expect(ticks.map((tick) => new Date(tick).getHours())).toEqual([0, 1, 3, 4, 5, 6, 7, 8]);
});

describe('the days of a device page', () => {
  it.each([
    ['Pacific/Auckland', '2026-11-21', '+13:00', '+13:00', 24],
    ['America/Los_Angeles', '2026-11-21', '-08:00', '-08:00', 24],
    ['Asia/Kathmandu', '2026-11-21', '+05:45', '+05:45', 24],
    ['Europe/London', '2026-01-21', '+00:00', '+00:00', 24],
    // Clocks are put back, or forward.
    ['America/Los_Angeles', '2026-11-01', '-07:00', '-08:00', 25],
    ['Europe/Paris', '2026-03-29', '+01:00', '+02:00', 23],
    // Clocks are put forward at midnight: the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24', '+02:00', '+03:00', 23],
    ['Africa/Cairo', '2026-04-23', '+02:00', '+02:00', 24],
  ])('are asked for as they are in %s on %s', (zone, day, atBegin, atEnd, hours) => {
    setTimeZone(zone);
    const range = readRange(new URLSearchParams({ from: day, to: day }), Date.parse('2026-11-25T00:00:00Z'));
    const dates = askedOfRange(range);
    expect(dates).toEqual({
      fromDate: `${day}T00:00:00.000${atBegin}`,
      toDate: `${day}T23:59:59.999${atEnd}`,
    });
    expect(hoursOf(dates)).toBe(hours);
    expect(endsOf(range)).toEqual([Date.parse(dates.fromDate), Date.parse(dates.toDate)]);
  });

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Paris'])(
    'begin before now and end after it in %s at any time, as the last hours do',
    (zone) => {
      setTimeZone(zone);
      for (let hour = 0; hour < 48; hour++) {
        const now = Date.parse('2026-10-31T12:34:56Z') + hour * HOUR_MS;
        for (const quick of ['today', '1h', '6h', '24h'] as const) {
          const range = quickRange(quick, now);
          const { fromDate, toDate } = askedOfRange(range);
          expect(Date.parse(fromDate)).toBeLessThanOrEqual(now);
          expect(Date.parse(toDate)).toBeGreaterThan(now);
          expect(daysOf(range, now).to).toBe(quickRange('today', now).to);
        }
      }
    },
  );

  it('are the same instants for a user who opens the link in another time zone', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    setTimeZone('Pacific/Auckland');
    const view = readView(new URLSearchParams('from=2026-10-22&to=2026-11-21'), now);
    const link = pinned(new URLSearchParams(), view, endsOf(view.range), now);
    const ends = endsOf(view.range);
    setTimeZone('America/Los_Angeles');
    const abroad = readView(link, now + HOUR_MS);
    expect(endsOf(abroad.range)).toEqual(ends);
    expect(askedOfRange(abroad.range)).toEqual({
      fromDate: '2026-10-22T00:00:00.000+13:00',
      toDate: '2026-11-21T23:59:59.999+13:00',
    });
    expect(daysOf(abroad.range, now)).toEqual({ from: '2026-10-21', to: '2026-11-21' });
    setTimeZone('Pacific/Auckland');
    expect(readView(link, now + HOUR_MS)).toEqual(view);
  });
});

describe('a device page in a browser far ahead of UTC', () => {
  const PAGE = '/dashboard/info/freezer1';
  const ROUTE = 'GET /deviceDashboard/:deviceName';
  const LOG = 'GET /deviceDashboard/getSensorLog/:deviceName';
  const ALERT_LOG = 'GET /deviceDashboard/getAlertLogData/:deviceName';
  const EXPORT = 'POST /export';
  const today = () => new Intl.DateTimeFormat('sv', { timeZone: 'Pacific/Kiritimati' }).format();

  beforeEach(() => {
    setTimeZone('Pacific/Kiritimati');
    answerDevicePage(() => aDeviceDashboard('freezer1'));
  });

  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

  it('shows the day of its user, in all its parts and in its link', async () => {
    const user = openConsole(PAGE, MAUD);
    await screen.findByText('Normal');
    const day = today();
    const dates = { fromDate: `${day}T00:00:00.000+14:00`, toDate: `${day}T23:59:59.999+14:00` };
    expect([field('Start date').value, field('End date').value]).toEqual([day, day]);
    expect(v1.askedOf(ROUTE).at(-1)).toMatchObject(dates);
    await waitFor(() => expect(v1.askedOf(LOG).at(-1)).toMatchObject(dates));
    const firedFrom = new Date(dates.fromDate).toISOString();
    await waitFor(() => expect(v1.askedOf(ALERT_LOG)).toContainEqual(expect.objectContaining({ firedFrom })));
    v1.refuseOnce(EXPORT, { status: 429, message: 'Too many exports' });
    await user.click(await button('Export Excel'));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() => expect(v1.askedOf(EXPORT).at(-1)).toMatchObject({ query: dates }));
    await user.click(await button('Copy a link to this view'));
    await hears('Link copied');
    const { searchParams } = new URL(await navigator.clipboard.readText());
    expect([searchParams.get('from'), searchParams.get('to')]).toEqual([dates.fromDate, dates.toDate]);
  });

  it("shows exactly another time zone's day that a link names, and says from when to when", async () => {
    const dates = { fromDate: '2024-11-03T00:00:00.000-07:00', toDate: '2024-11-03T23:59:59.999-08:00' };
    const user = openConsole(
      `${PAGE}?${new URLSearchParams({ from: dates.fromDate, to: dates.toDate })}`,
      MAUD,
    );
    await screen.findByText('Normal');
    expect(v1.askedOf(ROUTE).at(-1)).toMatchObject(dates);
    screen.getByText(/^From Nov 3, 2024, 9:00\sPM to Nov 4, 2024, 9:59\sPM$/);
    expect([field('Start date').value, field('End date').value]).toEqual(['2024-11-03', '2024-11-04']);
    await user.click(await button('Submit'));
    await waitFor(() =>
      expect(v1.askedOf(ROUTE).at(-1)).toMatchObject({
        fromDate: '2024-11-03T00:00:00.000+14:00',
        toDate: '2024-11-04T23:59:59.999+14:00',
      }),
    );
    expect(screen.queryByText(/^From Nov/)).toBeNull();
  });
});
