/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { savedFiles } from '../../testing/browser.ts';
import { aDeviceDashboard, answerDevicePage } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { isoDay, isoEndOfDay, isoStartOfDay } from '../texts/time.ts';

const ROUTE = 'GET /deviceDashboard/getExportLog/:deviceName';
const KB = 1_024;

let saved: Map<string, Blob>;

beforeEach(() => {
  saved = savedFiles();
  answerDevicePage(() => aDeviceDashboard('freezer1'));
});

const open = async (search = '') => {
  const user = openConsole(`/dashboard/info/freezer1${search}`, MAUD);
  await screen.findByText('Normal');
  return user;
};
const button = () => screen.findByRole('button', { name: 'Export Excel' });
const exportAs = async (user: ReturnType<typeof openConsole>, format: string) => {
  await user.click(await button());
  await user.click(await screen.findByRole('menuitem', { name: format }));
};
/** A file that the spec sends piece by piece. */
const sentFile = () => {
  let sending!: ReadableStreamDefaultController<Uint8Array>;
  v1.export(ROUTE, new ReadableStream<Uint8Array>({ start: (controller) => void (sending = controller) }));
  return sending;
};

describe('the export of a device page', () => {
  it('saves what the page shows, as a workbook or as CSV', async () => {
    const day = isoDay(Date.now() - 3 * 86_400_000);
    const user = await open(`?from=${day}&to=${day}`);
    for (const [format, label] of [
      ['xlsx', 'Excel (.xlsx)'],
      ['csv', 'CSV (.csv)'],
    ] as const) {
      v1.export(ROUTE, `the ${format}`);
      await exportAs(user, label);
      await waitFor(() => expect(saved.get(`Export.${format}`)?.size).toBe(4 + format.length));
      await screen.findByText(`Export.${format} was exported`);
      expect(v1.askedOf(ROUTE).at(-1)).toEqual({
        deviceName: 'freezer1',
        sensor: '1',
        fromDate: isoStartOfDay(day),
        toDate: isoEndOfDay(day),
        format,
      });
    }
  });

  it('shows how far it has come, and is no more once it is cancelled', async () => {
    const user = await open();
    const file = sentFile();
    await exportAs(user, 'Excel (.xlsx)');
    await screen.findByText('Preparing the export …');
    file.enqueue(new Uint8Array(300 * KB));
    await screen.findByText('Exporting … 300 KB');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await button();
    expect(screen.queryByRole('status', { name: /export/i })).toBeNull();
    expect(saved.size).toBe(0);
  });

  it('says why it is refused', async () => {
    const user = await open();
    v1.refuseOnce(ROUTE, { status: 429, message: '2 exports of yours are under way.' });
    await exportAs(user, 'Excel (.xlsx)');
    await screen.findByText('2 exports of yours are under way.');
    await button();
  });

  it('saves nothing of a file that breaks off, and says so', async () => {
    const user = await open();
    const file = sentFile();
    await exportAs(user, 'Excel (.xlsx)');
    file.enqueue(new Uint8Array(KB));
    await screen.findByText(/1 KB/);
    file.error(new TypeError('network error'));
    await screen.findByText('The file broke off. Try again.');
    await button();
    expect(saved.size).toBe(0);
  });
});
