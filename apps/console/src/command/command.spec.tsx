/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Command } from '@telemon/contracts/devices/commands';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { aDeviceDashboard, answerDevicePage, minutesAgo } from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { button, columns, confirmation, dialog, hears, row, rowNow } from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/info/tank1';
const TAB = `${PAGE}?tab=commands`;
const INFO = 'GET /deviceDashboard/getDeviceInfo/:deviceName';
const ADD = 'POST /deviceDashboard/addCommand';
const DELETE = 'DELETE /deviceDashboard/deleteCommand/:id';

let dashboard: DeviceDashboard;
/** Newest first. */
let commands: Command[];

const aCommand = (id: string, command: string, deliveredAt: string | null = null): Command => ({
  id,
  command,
  deviceName: 'tank1',
  createdAt: minutesAgo(10),
  state: deliveredAt === null ? 'pending' : 'delivered',
  deliveredAt,
  isTooLarge: false,
});

beforeEach(() => {
  dashboard = aDeviceDashboard('tank1');
  dashboard.deviceInfo.template = 'Ultrasonic';
  commands = [aCommand('c2', 'reboot'), aCommand('c1', 'set interval 60', minutesAgo(3))];
  answerDevicePage(() => dashboard);
  v1.answer(INFO, () => ({ ...dashboard.deviceInfo, deviceCommands: commands }));
});

const open = async (who = MAUD, search = '') => {
  const user = openConsole(`${TAB}${search}`, who);
  await screen.findByText('Normal');
  return user;
};
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

describe('the commands of a device', () => {
  it('are a tab only for tanks', async () => {
    await open();
    await row('reboot');
    expect(tabs()).toContain('Commands');
  });

  it('have no tab for other devices, even with the tab in the address', async () => {
    dashboard.deviceInfo.template = 'Multiple';
    await open();
    await screen.findByText('No Data Available');
    expect(tabs()).not.toContain('Commands');
  });

  it('show their state and delivery time, newest first', async () => {
    await open();
    await row('reboot');
    expect(await columns()).toEqual(['SNo', 'Command', 'State', 'Created', 'Options']);
    const [, first, second] = screen.getAllByRole('row');
    expect([first!, second!].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1rebootWaiting(9|10) min ago$/),
      expect.stringMatching(/^2set interval 60Delivered[23] min ago(9|10) min ago$/),
    ]);
  });

  it('show which of them are larger than the device takes', async () => {
    commands[0]!.isTooLarge = true;
    await open();
    expect((await row('reboot')).textContent).toContain('Too large for the device');
  });

  it('show a delivery live', async () => {
    await open();
    await row('reboot');
    commands = [aCommand('c2', 'reboot', minutesAgo(0)), commands[1]!];
    v1.stream.tell('device', { deviceName: 'tank1', change: 'commands', status: 0, silentSince: null });
    await waitFor(() => expect(rowNow('reboot')!.textContent).toContain('Delivered'));
  });

  it('have pages', async () => {
    commands = Array.from({ length: 12 }, (_, place) => aCommand(`c${place}`, `step ${12 - place}`));
    const user = await open();
    await row('step 12');
    expect(rowNow('step 2')).toBeUndefined();
    await user.click(await button('Go to page 2'));
    await row('step 2');
  });

  it('may not be added or deleted by assistants', async () => {
    await open(ASA, '&command=add');
    await row('reboot');
    expect(await columns()).toEqual(['SNo', 'Command', 'State', 'Created']);
    expect(screen.queryByRole('button', { name: 'Add Command' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a new command', () => {
  it('is sent verbatim, and is listed with a notice', async () => {
    const user = await open();
    v1.answer(ADD, ({ command }) => {
      commands = [aCommand('c3', command), ...commands];
      return commands[0]!;
    });
    await user.click(await button('Add Command'));
    const form = within(await dialog('Add Command'));
    expect(address()).toBe(`${TAB}&command=add`);
    await user.type(form.getByRole('textbox', { name: 'Command' }), ' open valve 2');
    await user.click(form.getByRole('button', { name: 'Add Command' }));
    await hears('Command created successfully');
    await row('open valve 2');
    expect(v1.askedOf(ADD)).toEqual([{ deviceName: 'tank1', command: ' open valve 2' }]);
    expect(address()).toBe(TAB);
  });

  it('can be added to an empty list', async () => {
    commands = [];
    const user = await open();
    await screen.findByText('No commands yet');
    await user.click(await button('Add Command'));
    await dialog('Add Command');
  });

  it("requires a text, and stays in the dialog with the service's error", async () => {
    const user = await open(MAUD, '&command=add');
    const form = within(await dialog('Add Command'));
    await user.click(form.getByRole('button', { name: 'Add Command' }));
    await form.findByText('This field is required');
    expect(v1.askedOf(ADD)).toEqual([]);
    v1.refuseOnce(ADD, {
      status: 409,
      message: '100 commands wait for the device already',
      requestId: 'r-1',
    });
    await user.type(form.getByRole('textbox', { name: 'Command' }), 'reboot');
    await user.click(form.getByRole('button', { name: 'Add Command' }));
    await form.findByText(/^100 commands wait for the device already/);
    expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Command' }).value).toBe('reboot');
  });

  it('is not discarded by Escape without a question', async () => {
    const user = await open(MAUD, '&command=add');
    const form = within(await dialog('Add Command'));
    await user.type(form.getByRole('textbox', { name: 'Command' }), 'reboot');
    await user.keyboard('{Escape}');
    await user.click(await button('Discard'));
    await waitFor(() => expect(address()).toBe(TAB));
  });

  it('is not lost by the browser’s Back without a question', async () => {
    const user = await open();
    await user.click(await button('Add Command'));
    const form = within(await dialog('Add Command'));
    const field = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Command' });
    await user.type(field, 'reboot');
    window.history.back();
    await user.click(await button('Keep typing'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([field.value, address()]).toEqual(['reboot', `${TAB}&command=add`]);
    window.history.back();
    await user.click(await button('Discard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(TAB);
  });
});

describe('a deleted command', () => {
  it('is removed after a confirmation, with a notice', async () => {
    v1.answer(DELETE, () => {
      commands = commands.slice(1);
      return null;
    });
    const user = await open();
    await row('reboot');
    await user.click(screen.getAllByRole('button', { name: 'Delete Command' })[0]!);
    const question = within(await confirmation());
    question.getByText(/^“reboot” will be deleted/);
    await user.click(question.getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('reboot')).toBeUndefined());
    expect(v1.askedOf(DELETE)).toEqual([{ id: 'c2' }]);
  });
});
