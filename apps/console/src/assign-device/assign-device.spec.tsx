/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AssignedAssistant } from '@telemon/contracts/devices/assignments';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { Refused } from '../../testing/fake-v1.ts';
import { address, listState, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD } from '../../testing/people.ts';
import {
  button,
  confirmation,
  dialog,
  field,
  hears,
  isDisabled,
  sorter,
} from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/assignDevice';
const ROOM = { deviceName: 'room1', deviceAlias: 'Cold room', managerId: MAUD.id, managerName: MAUD.name };
const BEN = { ...ASA, id: 'ben', name: 'Ben Assistant', email: 'ben@example.com' };

let assistants: AssignedAssistant[];

beforeEach(() => {
  assistants = [{ id: 'a1', assistantId: 'asa', assistantName: 'Asa Assistant' }];
  v1.answer('GET /getAllDevice', { deviceTable: [ROOM] });
  v1.answer('GET /user', { users: [ASA, BEN], pagination: { totalCount: 2 } });
  v1.answer('GET /assignedDevice', () => {
    const rows = assistants.length === 0 ? [] : [{ ...ROOM, assistants }];
    return { assignedManagers: rows, pagination: { totalCount: rows.length } };
  });
  v1.answer('GET /assistantByDeviceId/:deviceName', ({ deviceName }) => {
    if (deviceName !== 'room1') throw new Refused({ status: 404, message: 'There is no such device' });
    return { assistants };
  });
  v1.answer('POST /assignedDevice', () => ({ ...ROOM, assistants }));
  v1.answer('DELETE /assignedDevice/:id', () => {
    assistants = [];
    return null;
  });
});

const headings = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

describe('the assigned devices', () => {
  it('are shown with the assistants of the device in the address', async () => {
    const user = openConsole(PAGE, ADA);
    await screen.findByText('Which device?');
    const choice = await screen.findByRole('radio', { name: 'Show the assistants of Cold room' });
    expect(headings('Devices')).toEqual(['SNo', 'Device', 'Manager']);
    await user.click(choice);
    await waitFor(() => expect(address()).toBe(`${PAGE}?device=room1`));
    await screen.findByText('Asa Assistant');
    expect(headings('Assistants')).toEqual(['Name', 'Options']);
  });

  it('are unassigned after a confirmation', async () => {
    const user = openConsole(`${PAGE}?device=room1`, ADA);
    await user.click(await button('Remove Assistant'));
    within(await confirmation()).getByText(/Asa Assistant will no longer see/);
    await user.click(await button('Yes'));
    await hears('Deleted!');
    await screen.findByText('Nobody sees it');
    await screen.findByText('No device is assigned yet');
    expect(v1.askedOf('DELETE /assignedDevice/:id')).toEqual([{ id: 'a1' }]);
  });

  it('keep the selected device when the list is sorted and searched', async () => {
    const user = openConsole(`${PAGE}?device=room1`, ADA);
    await user.click(await sorter('manager'));
    await waitFor(() => expect(listState()).toEqual({ sort: 'managerName', device: 'room1' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'cold');
    await waitFor(() => expect(listState()).toEqual({ sort: 'managerName', q: 'cold', device: 'room1' }));
    await screen.findByText('Asa Assistant');
  });

  it('show that the device in the address does not exist', async () => {
    openConsole(`${PAGE}?device=nobodys`, ADA);
    await screen.findByText('There is no device nobodys');
  });
});

describe('the form that assigns a device', () => {
  const inForm = async (search = '') => {
    const user = openConsole(`${PAGE}/create${search}`, ADA);
    const form = await dialog('Assign Device');
    return { user, form, assign: within(form).getByRole('button', { name: 'Assign Device' }) };
  };
  const chooseDevice = async ({ user, form }: Awaited<ReturnType<typeof inForm>>) => {
    await user.type(within(form).getByRole('combobox', { name: 'Device' }), 'room1');
    await user.click(await screen.findByRole('option', { name: /Cold room/ }));
  };

  it('requires both a device and an assistant', async () => {
    const { user, form, assign } = await inForm();
    expect(isDisabled(form, 'Assistant')).toBe(true);
    await user.click(assign);
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(2));
  });

  it('offers only assistants without the device, and assigns it', async () => {
    const opened = await inForm();
    const { user, form, assign } = opened;
    await chooseDevice(opened);
    await waitFor(() => expect(isDisabled(form, 'Assistant')).toBe(false));
    await user.click(field(form, 'Assistant'));
    await screen.findByRole('option', { name: 'Ben Assistant' });
    const offered = screen.getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Ben Assistant', 'Add Assistant']);
    await user.click(offered[0]!);
    await user.click(assign);
    await hears('Device assigned');
    expect(v1.askedOf('POST /assignedDevice')).toEqual([{ deviceName: 'room1', assistantId: 'ben' }]);
    await waitFor(() => expect(address()).toBe(`${PAGE}?device=room1`));
  });
});
