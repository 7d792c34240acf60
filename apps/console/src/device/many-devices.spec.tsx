/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ImportResult } from '@telemon/contracts/devices/device-import';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD, MILA } from '../../testing/people.ts';
import { chooseFile, dialog, field, fillIn, hears } from '../../testing/screen-steps.ts';
import { aDeviceToChoose } from '../../testing/things.ts';

const PAGE = '/dashboard/device';

beforeEach(() => {
  v1.answer('GET /getAllManagers', { managers: [MAUD, MILA] });
});

describe('the import of devices', () => {
  const RIGHT: ImportResult = {
    dryRun: true,
    count: 2,
    rows: ['room-1', 'room-2'].map((deviceName, index) => ({ row: index + 2, deviceName })),
    faults: [],
    made: [],
  };
  const made = RIGHT.rows.map(({ deviceName }) => ({
    deviceName,
    mqtt: { username: deviceName, password: 'once' },
  }));

  beforeEach(() => {
    v1.answer('POST /device/import', ({ dryRun }) => (dryRun ? RIGHT : { ...RIGHT, dryRun: false, made }));
  });

  const open = async (person = MAUD) => {
    const user = openConsole(`${PAGE}/import`, person);
    const form = await dialog('Import');
    const input = form.querySelector<HTMLInputElement>('input[type=file]')!;
    const choose = (name = 'devices.csv') =>
      chooseFile(user, input, new File(['deviceName,deviceAlias,sensor1'], name));
    return { user, form, choose };
  };

  it('validates a file, then adds its devices and shows their logins once', async () => {
    const { user, form, choose } = await open();
    await choose();
    await within(form).findByText('All 2 devices in it can be added');
    within(form).getByText('room-2');
    expect(v1.askedOf('POST /device/import')).toMatchObject([{ dryRun: 'true' }]);
    await user.click(within(form).getByRole('button', { name: 'Add 2 devices' }));
    const logins = await dialog('2 devices are added');
    within(logins).getByRole('button', { name: 'Save the logins' });
    expect(v1.askedOf('POST /device/import')).toMatchObject([{ dryRun: 'true' }, { dryRun: 'false' }]);
    await user.click(within(logins).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(address()).toBe(PAGE));
  });

  it('shows each error with its row and column, and adds no devices then', async () => {
    v1.answer('POST /device/import', {
      ...RIGHT,
      rows: RIGHT.rows.slice(0, 1),
      faults: [{ row: 3, column: 'sensor1', message: 'There is no sensor Humidity' }],
    });
    const { form, choose } = await open();
    await choose();
    await within(form).findByText('One row of 2 is wrong: nothing is added yet');
    const faults = within(form).getByRole('group', { name: 'What is wrong, row by row' });
    const [, first] = within(faults).getAllByRole('row');
    expect(
      within(first!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['3', 'sensor1', 'There is no sensor Humidity']);
    expect(within(form).getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  });

  it('rejects a file of another kind without an upload', async () => {
    const { form, choose } = await open();
    await choose('devices.pdf');
    await within(form).findByText('devices.pdf is not one of .xls, .xlsx, .csv.');
    expect(v1.askedOf('POST /device/import')).toEqual([]);
  });

  it('shows why the service cannot read the file', async () => {
    const { form, choose } = await open();
    v1.refuseOnce('POST /device/import', { status: 422, message: 'The file has no column sensor1' });
    await choose();
    within(await within(form).findByRole('alert')).getByText('The file has no column sensor1');
  });

  it('requires an admin to select the manager first, and resets the file for another manager', async () => {
    const { user, form, choose } = await open(ADA);
    const chooser = field(form, 'Choose a file');
    expect(chooser.disabled).toBe(true);
    await fillIn(user, form, { Manager: 'Maud Manager' });
    expect(chooser.disabled).toBe(false);
    await choose();
    await within(form).findByText('All 2 devices in it can be added');
    expect(v1.askedOf('POST /device/import')).toMatchObject([{ managerId: 'maud' }]);
    await fillIn(user, form, { Manager: 'Mila Manager' });
    expect(within(form).queryByText('All 2 devices in it can be added')).toBeNull();
  });
});

describe('the bulk edit of devices', () => {
  beforeEach(() => {
    v1.answer('GET /getAllDevice', {
      deviceTable: ['freezer1', 'freezer2', 'tank1'].map(aDeviceToChoose),
    });
    v1.answer('PATCH /bulkUpdate/device', null);
  });

  const open = async () => {
    const user = openConsole(`${PAGE}/bulk-edit`, ADA);
    const form = await dialog('Bulk Edit');
    await within(form).findByRole('checkbox', { name: /freezer1/ });
    return { user, form, save: within(form).getByRole('button', { name: 'Save' }) };
  };

  it('assigns the found and selected devices to one manager', async () => {
    const { user, form, save } = await open();
    within(form).getByText(/^Each of them loses its sensors/);
    await user.type(within(form).getByRole('searchbox'), 'freezer');
    await waitFor(() => expect(within(form).queryByRole('checkbox', { name: /tank1/ })).toBeNull());
    await user.click(within(form).getByRole('button', { name: 'Choose these 2' }));
    await user.click(within(form).getByRole('checkbox', { name: /freezer2/ }));
    await user.clear(within(form).getByRole('searchbox'));
    await user.click(within(form).getByRole('checkbox', { name: /tank1/ }));
    within(form).getByRole('button', { name: 'Chosen (2)' });
    await fillIn(user, form, { Manager: 'Mila Manager' });
    await user.click(save);
    await hears('2 devices updated');
    expect(v1.askedOf('PATCH /bulkUpdate/device')).toEqual([
      { deviceId: ['freezer1', 'tank1'], managerId: 'mila' },
    ]);
  });

  it('requires devices and a manager', async () => {
    const { user, form, save } = await open();
    await user.click(save);
    await within(form).findByText('Choose at least one device');
    within(form).getByText('This field is required');
    expect(v1.askedOf('PATCH /bulkUpdate/device')).toEqual([]);
  });

  it('keeps the selection after an error, and shows it', async () => {
    const { user, form, save } = await open();
    await user.click(within(form).getByRole('checkbox', { name: /tank1/ }));
    await fillIn(user, form, { Manager: 'Mila Manager' });
    v1.refuseOnce('PATCH /bulkUpdate/device', { status: 404, message: 'tank1 is gone: nothing was changed' });
    await user.click(save);
    within(await within(form).findByRole('alert')).getByText('tank1 is gone: nothing was changed');
    expect(field(form, 'Manager').value).toBe('Mila Manager');
    expect(within(form).getByRole<HTMLInputElement>('checkbox', { name: /tank1/ }).checked).toBe(true);
  });

  it('is not available to a manager', async () => {
    openConsole(`${PAGE}/bulk-edit`, MAUD);
    await screen.findByText('No devices yet');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Bulk Edit' })).toBeNull();
  });
});
