/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { minutesAgo } from '../../testing/dashboards.ts';
import { holdListPolls } from '../../testing/list-polls.ts';
import { pageOfRows } from '../../testing/lists.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA } from '../../testing/people.ts';
import { columns, confirmation, dialog, field, hears, row, rowNow } from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/unknownDevice';

let unknown: UnknownDevice[];

beforeEach(() => {
  unknown = [
    {
      deviceName: 'tank_02',
      source: 'udp',
      firstSeenAt: minutesAgo(90),
      lastSeenAt: minutesAgo(3.5),
      count: 1_200,
      data: 'tank_02,TC1=20.1',
      bytes: 16,
    },
    {
      deviceName: 'freezer9',
      source: 'mqtt',
      firstSeenAt: minutesAgo(5),
      lastSeenAt: minutesAgo(5),
      count: 1,
      data: null,
      bytes: 0,
    },
  ];
  v1.answer('GET /unknownDevice', (query) => {
    const { rows, pagination } = pageOfRows(unknown, query);
    return { unknownDevices: rows, pagination };
  });
  v1.answer('DELETE /unknownDevice/:deviceName', ({ deviceName }) => {
    unknown = unknown.filter((one) => one.deviceName !== deviceName);
    return null;
  });
});

afterEach(() => void jest.restoreAllMocks());

describe('the unknown devices', () => {
  it('are listed with a sample, the count and the times of their messages', async () => {
    openConsole(PAGE, ADA);
    const tank = within(await row('tank_02'));
    expect(await columns()).toEqual([
      'SNo',
      'Name',
      'Over',
      'Sample',
      'Times',
      'First seen',
      'Last seen',
      'Options',
    ]);
    const texts = tank.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(texts.slice(0, 5)).toEqual(['1', 'tank_02', 'UDP', 'tank_02,TC1=20.1', '1,200']);
    tank.getByText('3 min ago');
    within(await row('freezer9')).getByText('It tried to sign in');
  });

  it('have the columns that a narrow window has room for beside the options', async () => {
    widenTo(960);
    openConsole(PAGE, ADA);
    await row('tank_02');
    expect(await columns()).toEqual(['SNo', 'Name', 'Sample', 'Times', 'Last seen', 'Options']);
  });

  it('become devices: the form has the name, and leads back to the list as it was', async () => {
    const user = openConsole(`${PAGE}?perPage=25`, ADA);
    await user.click(within(await row('tank_02')).getByRole('link', { name: 'Create device' }));
    const form = await dialog('Add Device');
    expect(field(form, 'Device Name').value).toBe('tank_02');
    expect(field(form, 'Device Alias').value).toBe('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(`${PAGE}?perPage=25`);
  });

  it('keep the form of a device open when they are gone from the list', async () => {
    const polls = holdListPolls();
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('tank_02')).getByRole('link', { name: 'Create device' }));
    const form = await dialog('Add Device');
    unknown = [];
    await polls.fiveSecondsPass();
    await screen.findByText('No unknown device');
    expect(field(form, 'Device Name').value).toBe('tank_02');
    expect(form.isConnected).toBe(true);
  });

  it('are removed one by one', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('freezer9')).getByRole('button', { name: 'Delete unknown device' }));
    const question = within(await confirmation());
    question.getByText('freezer9 will be removed from this list. If it sends again, it is listed again.');
    await user.click(question.getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('freezer9')).toBeUndefined());
    await row('tank_02');
  });

  it('are none where everything that sends is a device', async () => {
    unknown = [];
    openConsole(PAGE, ADA);
    await screen.findByText('No unknown device');
  });
});
