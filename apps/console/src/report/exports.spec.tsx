/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { savedFiles, widenTo } from '../../testing/browser.ts';
import { anExport, answerExports, answerOrders } from '../../testing/exports.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { button, confirmation, hears, row } from '../../testing/screen-steps.ts';
import { aDevice, aDeviceToChoose } from '../../testing/things.ts';
import { dateOf, isoEndOfDay, isoStartOfDay, startOfDay } from '../texts/time.ts';

const PAGE = '/dashboard/autoReport';
const DEVICES = { rows: 'device', format: 'xlsx', query: {} } as const;
const READINGS = { rows: 'readings', format: 'csv', query: { deviceName: 'freezer1' } } as const;

describe('the exports of the last 24 hours', () => {
  it('stand on the Report page with their state', async () => {
    answerExports(
      anExport('E1', DEVICES),
      anExport('E2', READINGS, { state: 'failed', reason: 'There is no such device' }),
      anExport('E3', { ...DEVICES, rows: 'user' }, { state: 'waiting' }),
    );
    openConsole(PAGE, MAUD);
    within(await row('Devices')).getByText('300 KB');
    within(await row('Device data freezer1')).getByText('There is no such device');
    within(await row('Users')).getByText('Being written');
  });

  it('are distinguished by the alias, sensor, dates, search and filters that they were ordered with', async () => {
    v1.answer('GET /getAllDevice', { deviceTable: [aDeviceToChoose('freezer1')] });
    const inDays = (from: string, to: string) => ({
      deviceName: 'freezer1',
      fromDate: isoStartOfDay(from),
      toDate: isoEndOfDay(to),
    });
    answerExports(
      anExport('E1', { ...DEVICES, rows: 'report', query: inDays('2026-05-01', '2026-05-03') }),
      anExport('E2', { ...READINGS, query: { ...inDays('2026-05-02', '2026-05-02'), sensor: '2' } }),
      anExport('E3', {
        ...DEVICES,
        query: { q: 'cold', state: 'firing', presence: 'never', sort: 'deviceName' },
      }),
      anExport('E4', { ...DEVICES, rows: 'alertLog', query: { status: 'Pending', severity: 'critical' } }),
    );
    openConsole(PAGE, MAUD);
    const [first, second, third] = ['01', '02', '03'].map((day) => dateOf(startOfDay(`2026-05-${day}`)));
    within(await row('Export Report')).getByText(`The freezer1 · ${first} – ${third}`);
    within(await row('Device data')).getByText(`The freezer1 · Sensor 2 · ${second}`);
    within(await row('Devices')).getByText('“cold” · Firing · Never connected');
    within(await row('Alert log')).getByText('Pending · Critical');
  });

  it('are cards with all their fields and buttons on a phone', async () => {
    widenTo(390);
    answerExports(anExport('E1', READINGS));
    openConsole(PAGE, MAUD);
    const cards = within(await screen.findByRole('list', { name: 'Exports' }));
    for (const shown of ['Device data', 'freezer1', 'CSV (.csv)', '300 KB']) cards.getByText(shown);
    cards.getByRole('button', { name: /^Download the export of / });
    cards.getByRole('button', { name: 'Delete Export' });
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('are not mentioned while there are none', async () => {
    openConsole(PAGE, MAUD);
    await screen.findByRole('heading', { name: 'Past Reports' });
    await waitFor(() => expect(v1.askedOf('GET /export')).not.toEqual([]));
    expect(screen.queryByRole('heading', { name: 'Exports' })).toBeNull();
  });

  it('can be downloaded again, and removed', async () => {
    const saved = savedFiles();
    answerExports(anExport('E1', READINGS));
    v1.export('GET /export/:id', 'the file');
    const user = openConsole(PAGE, MAUD);
    await user.click(await button(/^Download the export of /));
    await waitFor(() => expect(saved.get('Export.csv')?.size).toBe(8));
    v1.answer('DELETE /export/:id', () => {
      answerExports();
      return null;
    });
    await user.click(await button('Delete Export'));
    within(await confirmation()).getByText(/^The export “Device data” of .* and its file will be deleted/);
    expect(v1.askedOf('DELETE /export/:id')).toEqual([]);
    await user.click(await button('Yes'));
    await hears('Deleted!');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Exports' })).toBeNull());
    expect(v1.askedOf('DELETE /export/:id')).toEqual([{ id: 'E1' }]);
  });
});

describe('the export of a list', () => {
  it('has the rows that the list finds, in its order', async () => {
    const saved = savedFiles();
    v1.answer('GET /device', { devices: [aDevice('freezer1')], pagination: { totalCount: 1 } });
    answerOrders('the file');
    const user = openConsole(
      '/dashboard/device?filter={"q":"free","state":"normal"}&sort=deviceAlias&order=DESC',
      MAUD,
    );
    await row('freezer1');
    await user.click(await button('Export Excel'));
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
    await waitFor(() => expect(saved.get('Export.xlsx')?.size).toBe(8));
    expect(v1.askedOf('POST /export')).toEqual([
      {
        rows: 'device',
        format: 'xlsx',
        query: { q: 'free', state: 'normal', sort: 'deviceAlias', order: 'DESC' },
      },
    ]);
  });
});
