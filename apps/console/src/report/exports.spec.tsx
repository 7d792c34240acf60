/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { savedFiles } from '../../testing/browser.ts';
import { anExport, answerExports, answerOrders } from '../../testing/exports.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { button, row } from '../../testing/screen-steps.ts';
import { aDevice } from '../../testing/things.ts';

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
    within(await row('Device data · freezer1')).getByText('There is no such device');
    within(await row('Users')).getByText('Being written');
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
    await user.click(await button(/^Remove the export of /));
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
