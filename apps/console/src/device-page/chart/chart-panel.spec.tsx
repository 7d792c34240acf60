/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { DAY_MS } from '@telemon/contracts/durations';
import { aDeviceDashboard, aReading, answerDevicePage, minutesAgo } from '../../../testing/dashboards.ts';
import { openConsole, v1 } from '../../../testing/open-console.tsx';
import { MAUD } from '../../../testing/people.ts';
import '../../../testing/room.ts';
import { button } from '../../../testing/screen-steps.ts';
import { anAlert } from '../../../testing/things.ts';
import { isoDay } from '../../texts/time.ts';

const PAGE = '/dashboard/info/freezer1';

let dashboard: DeviceDashboard;

beforeEach(() => {
  dashboard = aDeviceDashboard('freezer1');
  answerDevicePage(() => dashboard);
});

const daysAgo = (days: number) => isoDay(Date.now() - days * DAY_MS);
const openTable = async (search = '') => {
  const user = openConsole(`${PAGE}${search}`, MAUD);
  await user.click(await button('Show as a table'));
  return user;
};
/** The values of the table's rows, without their times. */
const rows = () => {
  const table = screen.getByRole('region', { name: 'Device Data as a table' });
  const [, ...ofPoints] = within(table).getAllByRole('row');
  return ofPoints.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map(({ textContent }) => textContent),
  );
};
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling!.textContent;
/** The texts in the chart: ticks, unit, set points. */
const written = () =>
  [...screen.getByRole('img', { name: /^Device Data as a chart/ }).querySelectorAll('text')].map(
    ({ textContent }) => textContent,
  );

describe('the chart of a device', () => {
  it('has the unit of the sensor at its axis, and its numbers as a table with the newest first', async () => {
    const user = openConsole(PAGE, MAUD);
    const asTable = await button('Show as a table');
    await waitFor(() => expect(written()).toContain('°C'));
    await user.click(asTable);
    expect(rows()).toEqual([
      ['4.5', '4.25', '5.00', '4.5'],
      ['4.0', '3.50', '4.25', '4.0'],
    ]);
    await user.click(await button('Show as a chart'));
    await waitFor(() => expect(written()).toContain('°C'));
  });

  it('goes on with each reading that arrives, and so do the extremes', async () => {
    await openTable();
    // A live reading holds the day's minimum so far, which does not belong to the chart's band.
    v1.stream.tell('reading', { ...aReading('freezer1', 7.25), minimum: [1, null, null, null] });
    await waitFor(() => expect(rows()[0]).toEqual(['7.25', '–', '–', '–']));
    expect(rows()).toHaveLength(3);
    expect(fact('Highest')).toMatch(/^7\.25 °C/);
    expect(fact('Lowest')).toMatch(/^4 °C/);
    expect(fact('Maximum')).toBe('7.25 °C');
  });

  it('shows a reading that arrives late at its own time', async () => {
    await openTable(`?from=${daysAgo(1)}&to=${daysAgo(0)}`);
    v1.stream.tell('reading', {
      ...aReading('freezer1', 3),
      timestamp: Date.parse(minutesAgo(8)),
      late: true,
    });
    await waitFor(() => expect(rows().map(([current]) => current)).toEqual(['4.5', '3.0', '4.0']));
    expect(fact('Lowest')).toMatch(/^3 °C/);
  });

  it('takes no reading of another device, nor one without a value of its sensor', async () => {
    await openTable('?sensor=2');
    v1.stream.tell('reading', aReading('tank1', 80, 80));
    v1.stream.tell('reading', aReading('freezer1', 70, null));
    v1.stream.tell('reading', aReading('freezer1', 60, 6));
    await waitFor(() => expect(rows().map(([current]) => current)).toEqual(['6.0', '4.5', '4.0']));
  });

  it('stays as it is where the range ends before today', async () => {
    const day = daysAgo(2);
    await openTable(`?from=${day}&to=${day}`);
    v1.stream.tell('reading', { ...aReading('freezer1', 7.25), battery: 3.55 });
    await screen.findByRole('img', { name: 'Battery 43 %' });
    expect(rows()).toHaveLength(2);
    expect(fact('Highest')).toMatch(/^4\.5 °C/);
  });

  it('shows the set points of its sensor once each, with their unit', async () => {
    const rule = anAlert('a1', 'freezer1');
    const at = (id: string, value: number) => ({
      ...rule,
      id,
      criteria: { values: [value], timePeriod: null },
    });
    v1.answer('GET /deviceDashboard/getAlertData/:deviceName', {
      alerts: [
        at('a1', 5.5),
        at('a2', 5.5),
        { ...at('a3', 3), alertType: 'Below' },
        { ...at('a4', 4), sensorId: 2 },
      ],
      pagination: { totalCount: 4 },
    });
    openConsole(PAGE, MAUD);
    await screen.findByText('Set point');
    await waitFor(() =>
      expect(written().filter((text) => /Above|Below/.test(text))).toEqual(['Above 5.5 °C', 'Below 3 °C']),
    );
  });

  it('explains no set point where there is none, nor one that is too far away to be drawn', async () => {
    const far = { ...anAlert('a1', 'freezer1'), criteria: { values: [5_000], timePeriod: null } };
    v1.answer('GET /deviceDashboard/getAlertData/:deviceName', {
      alerts: [far],
      pagination: { totalCount: 1 },
    });
    openConsole(`${PAGE}?tab=active-alerts`, MAUD);
    await screen.findByText(/5,000/);
    await button('Minimum to maximum');
    expect(screen.queryByText('Set point')).toBeNull();
    expect(screen.queryByText('Firing')).toBeNull();
    expect(screen.queryByText('Rain')).toBeNull();
  });
});
