/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { savedFiles } from '../../testing/browser.ts';
import { aDeviceDashboard, answerDevicePage } from '../../testing/dashboards.ts';
import { anExport, answerExports, answerOrders } from '../../testing/exports.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { button, hears } from '../../testing/screen-steps.ts';
import { isoDay, isoEndOfDay, isoStartOfDay } from '../texts/time.ts';

const PAGE = '/dashboard/info/freezer1';
const ORDER = 'POST /export';
const FILE = 'GET /export/:id';
const ofReadings = { rows: 'readings', format: 'xlsx', query: { deviceName: 'freezer1' } } as const;
const ORDERED = 'telemon.ordered-exports';
const HALF = { state: 'waiting', fileName: null } as const;

let saved: Map<string, Blob>;

beforeEach(() => {
  saved = savedFiles();
  answerDevicePage(() => aDeviceDashboard('freezer1'));
});

const open = async (search = '') => {
  const user = openConsole(`${PAGE}${search}`, MAUD);
  await screen.findByText('Normal');
  return user;
};
const exportAs = async (user: ReturnType<typeof openConsole>, format: string) => {
  await user.click(await button('Export Excel'));
  await user.click(await screen.findByRole('menuitem', { name: format }));
};
/** This tab has ordered an export before the page was loaded. */
const orderedBefore = (id: string) => sessionStorage.setItem(ORDERED, id);

describe('the export of a device page', () => {
  it('saves the readings that the page shows, as a workbook or as CSV', async () => {
    const day = isoDay(Date.now() - 3 * 86_400_000);
    const user = await open(`?from=${day}&to=${day}`);
    for (const [format, label] of [
      ['xlsx', 'Excel (.xlsx)'],
      ['csv', 'CSV (.csv)'],
    ] as const) {
      answerOrders(`the ${format}`);
      await exportAs(user, label);
      await waitFor(() => expect(saved.get(`Export.${format}`)?.size).toBe(4 + format.length));
      await screen.findByText(`Export.${format} was exported`);
      expect(v1.askedOf(ORDER).at(-1)).toEqual({
        rows: 'readings',
        format,
        query: {
          deviceName: 'freezer1',
          sensor: '1',
          fromDate: isoStartOfDay(day),
          toDate: isoEndOfDay(day),
        },
      });
    }
  });

  it('shows its progress, and disappears once it is cancelled', async () => {
    const user = await open();
    answerOrders('the file', HALF);
    const answer = v1.holdBack('GET /export');
    await exportAs(user, 'Excel (.xlsx)');
    await screen.findByText('Preparing the export …');
    answer();
    await screen.findByText('Exporting … 300 KB');
    v1.answer('DELETE /export/:id', () => {
      answerExports();
      return null;
    });
    await user.click(await button('Cancel'));
    await button('Export Excel');
    await waitFor(() => expect(v1.askedOf('DELETE /export/:id')).toHaveLength(1));
    expect(saved.size).toBe(0);
  });

  it('goes on when the user leaves the page, and saves its file on the next one', async () => {
    const user = await open();
    answerOrders('the file', HALF);
    await exportAs(user, 'Excel (.xlsx)');
    await screen.findByText('Exporting … 300 KB');
    await user.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Report' }));
    await screen.findByRole('heading', { name: 'Past Reports' });
    const id = sessionStorage.getItem(ORDERED)!;
    answerExports(anExport(id, ofReadings));
    await hears('Export.xlsx was exported');
    expect(saved.get('Export.xlsx')?.size).toBe(8);
  });

  it('goes on when the page is loaded again', async () => {
    orderedBefore('E1');
    v1.export(FILE, 'the file');
    answerExports(anExport('E1', ofReadings, HALF));
    await open();
    await screen.findByText('Exporting … 300 KB');
    answerExports(anExport('E1', ofReadings));
    await button('Export Excel');
    expect(saved.get('Export.xlsx')?.size).toBe(8);
    expect(sessionStorage.getItem(ORDERED)).toBeNull();
  });

  it('is not saved by a tab that has not ordered it', async () => {
    answerExports(anExport('E1', ofReadings));
    await open();
    await button('Export Excel');
    expect(v1.askedOf('GET /export')).toEqual([]);
    expect(saved.size).toBe(0);
  });

  it('says why it is refused', async () => {
    const user = await open();
    v1.refuseOnce(ORDER, { status: 429, message: '2 exports of yours are under way.' });
    await exportAs(user, 'Excel (.xlsx)');
    await screen.findByText('2 exports of yours are under way.');
    await button('Export Excel');
  });

  it('says why it has failed', async () => {
    const user = await open();
    answerOrders('', { state: 'failed', fileName: null, reason: 'There is no such device' });
    await exportAs(user, 'Excel (.xlsx)');
    await hears('There is no such device');
    await button('Export Excel');
    expect(saved.size).toBe(0);
  });

  it('saves nothing of a file that breaks off, and says so', async () => {
    const user = await open();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array(1_024));
        controller.error(new TypeError('network error'));
      },
    });
    answerOrders(broken);
    await exportAs(user, 'Excel (.xlsx)');
    await screen.findByText('The file broke off. Try again.');
    await button('Export Excel');
    expect(saved.size).toBe(0);
  });
});
