/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { screen, waitFor } from '@testing-library/react/pure';
import { savedFiles } from '../../testing/browser.ts';
import { answerOrders } from '../../testing/exports.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import { button, columns, fill, row } from '../../testing/screen-steps.ts';
import { aDeviceToChoose } from '../../testing/things.ts';
import { isoDay, isoEndOfDay, isoStartOfDay } from '../texts/time.ts';
import { shownDay } from './days.ts';

const EXPORT = 'POST /export';
const LOG = 'GET /deviceDashboard/getSensorLog/:deviceName';
const PAGE = '/dashboard/autoReport';

const day = (daysAgo: number) => isoDay(Date.now() - daysAgo * 24 * 3_600_000);

const aLogRow = (timestamp: string, values: Partial<SensorLogRow>): SensorLogRow => {
  const none = ['TC', 'TN', 'TM', 'TA'].flatMap((prefix) =>
    [1, 2, 3, 4].map((channel) => [`${prefix}${channel}`, null]),
  );
  return {
    ...(Object.fromEntries(none) as SensorLogRow),
    timestamp,
    receivedAt: timestamp,
    BATTERY: 3.7,
    ...values,
  };
};

beforeEach(() => {
  v1.answer('GET /getAllDevice', { deviceTable: ['freezer1', 'tank1'].map(aDeviceToChoose) });
  v1.answer('GET /deviceDashboard/sensorOptions/:deviceName', {
    sensorOptions: [{ option: '2', sensorName: 'Humidity %' }],
  });
  v1.answer(LOG, {
    sensorLog: [aLogRow(`${day(1)}T10:00:00.000Z`, { TC2: 55, TN2: 50, TM2: 60, TA2: 54.5 })],
    pagination: { totalCount: 1_234 },
  });
});

const dateField = (name: string) => screen.findByRole('textbox', { name });
const isOff = (element: HTMLElement) => (element as HTMLButtonElement).disabled;

describe('Export Report', () => {
  it('exports the chosen device, of the last seven days at first, once a device is chosen', async () => {
    const saved = savedFiles();
    const user = openConsole(PAGE, ASA);
    await screen.findByRole('heading', { name: 'Export Report', level: 2 });
    expect(isOff(await button('Export Excel'))).toBe(true);
    await user.click(await screen.findByRole('combobox', { name: 'Device' }));
    await user.click(await screen.findByRole('option', { name: /The tank1/ }));
    await waitFor(() => expect(address()).toBe(`${PAGE}?device=tank1`));
    answerOrders('the file');
    await user.click(await button('Export Excel'));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() => expect(saved.size).toBe(1));
    expect(v1.askedOf(EXPORT)).toEqual([
      {
        rows: 'report',
        format: 'csv',
        query: { deviceName: 'tank1', fromDate: isoStartOfDay(day(6)), toDate: isoEndOfDay(day(0)) },
      },
    ]);
  });

  it('shows the first rows of the report with its columns, and how many there are', async () => {
    openConsole(`${PAGE}?device=freezer1`, MAUD);
    await row('54.5');
    expect(await columns()).toEqual([
      'Timestamp',
      'Humidity %',
      'Humidity % Minimum',
      'Humidity % Maximum',
      'Humidity % Average',
      'Battery (V)',
    ]);
    await screen.findByText('1,234 readings in these days. The first one is below.');
    expect(v1.askedOf(LOG).at(-1)).toMatchObject({ deviceName: 'freezer1', limit: '10', order: 'ASC' });
    expect(v1.askedOf(EXPORT)).toEqual([]);
  });

  it('takes dates as dd/MM/yyyy, and keeps them in the address', async () => {
    const user = openConsole(`${PAGE}?device=freezer1`, MAUD);
    await fill(user, await dateField('Start date'), shownDay(day(3)));
    await fill(user, await dateField('End date'), shownDay(day(2)));
    await waitFor(() => expect(address()).toBe(`${PAGE}?device=freezer1&from=${day(3)}&to=${day(2)}`));
    await waitFor(() =>
      expect(v1.askedOf(LOG).at(-1)).toMatchObject({
        fromDate: isoStartOfDay(day(3)),
        toDate: isoEndOfDay(day(2)),
      }),
    );
  });

  it.each([
    ['more than seven days', day(9), day(1), 'The end date can be at most 7 days after the start date.'],
    ['a day in the future', day(1), day(-1), 'The end date is in the future.'],
    ['an end before the start', day(1), day(2), 'The end date is before the start date.'],
  ])('exports nothing for %s, and says why', async (_what, from, to, message) => {
    const user = openConsole(`${PAGE}?device=freezer1`, MAUD);
    await fill(user, await dateField('Start date'), shownDay(from));
    await fill(user, await dateField('End date'), shownDay(to));
    await screen.findByText(message);
    expect(isOff(await button('Export Excel'))).toBe(true);
  });

  it.each([
    ['a date is missing while it is not whole', '1/2/2026', 'Both dates are needed, as dd/MM/yyyy.'],
    ['the calendar has no such date', '31/02/2026', '31/02/2026 is not a date of the calendar.'],
  ])('says that %s, and not that the device is missing', async (_what, typed, message) => {
    const user = openConsole(`${PAGE}?device=freezer1`, MAUD);
    await fill(user, await dateField('Start date'), typed);
    await screen.findByText(message);
    expect(screen.queryByText(/Choose the device/)).toBeNull();
  });

  it('asks for the device', async () => {
    openConsole(PAGE, MAUD);
    await screen.findByText(/Choose the device/);
  });

  it('says that the device sent nothing', async () => {
    v1.answer(LOG, { sensorLog: [], pagination: { totalCount: 0 } });
    openConsole(`${PAGE}?device=freezer1`, MAUD);
    await screen.findByText('The device sent nothing in these days.');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says why it has no preview', async () => {
    v1.refuse(LOG, { status: 404, message: 'There is no such device' });
    openConsole(`${PAGE}?device=gone1`, MAUD);
    await screen.findByText(/There is no such device/);
  });
});
