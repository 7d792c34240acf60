/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import { Refused } from '../../testing/fake-v1.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD, MILA } from '../../testing/people.ts';
import {
  button,
  chooseFile,
  chooseOption,
  columns,
  confirmation,
  dialog,
  exactly,
  field,
  fill,
  fillIn,
  hears,
  isChosen,
  row,
} from '../../testing/screen-steps.ts';
import { aSensorType } from '../../testing/things.ts';

const PAGE = '/dashboard/sensor';

let level = aSensorType('s1', 'Level');
const points = [
  { raw: 4, value: 0 },
  { raw: 20, value: 1000 },
];
const table = { rows: 2, minimum: 0, maximum: 1000, first: points[0]!, last: points[1]!, points };

beforeEach(() => {
  level = aSensorType('s1', 'Level');
  v1.answer('GET /sensorType', () => ({ sensors: [level], pagination: { totalCount: 1 } }));
  v1.answer('GET /getAllManagers', { managers: [MAUD, MILA] });
  v1.answer('POST /sensorType', level);
  v1.answer('GET /sensorType/upload/:id', ({ id }) => {
    if (id !== 's1') throw new Refused({ status: 404, message: 'There is no such sensor' });
    return { sensor: level, table: null };
  });
  v1.answer('POST /sensorType/upload/:id', { sensor: level, table });
  v1.answer('DELETE /sensorType/upload/:id', () => {
    level = { ...level, mapped: false };
    return { sensor: level };
  });
  v1.answer('DELETE /sensorType/:id', null);
});

describe('the sensors', () => {
  it.each([
    ['an admin', ADA, ['SNo', 'Sensor Name', 'Manager Name', 'Options']],
    ['a manager', MAUD, ['SNo', 'Sensor Name', 'Options']],
  ])('are listed for %s', async (_, person, expected) => {
    openConsole(PAGE, person);
    const shown = within(await row('Level'));
    expect(await columns()).toEqual(expected);
    shown.getByText('No table');
    expect(shown.queryByRole('button', { name: 'Remove Mapping' })).toBeNull();
    screen.getByText(/three steps, always in this order/);
  });

  it('lose their table after a confirmation', async () => {
    level = { ...level, mapped: true };
    const user = openConsole(PAGE, ADA);
    const remove = within(await row('Level')).getByRole('button', { name: 'Remove Mapping' });
    await user.click(remove);
    within(await confirmation()).getByText(/^Level will lose its table/);
    await user.click(await button('No'));
    expect(v1.askedOf('DELETE /sensorType/upload/:id')).toEqual([]);
    await user.click(remove);
    await user.click(await button('Yes'));
    await hears('Mapping removed');
    await screen.findByText('No table');
    expect(screen.queryByRole('button', { name: 'Remove Mapping' })).toBeNull();
  });

  it('are deleted with their table, but not while a device uses them', async () => {
    level = { ...level, mapped: true };
    const user = openConsole(PAGE, ADA);
    const remove = within(await row('Level')).getByRole('button', { name: 'Delete Sensor' });
    await user.click(remove);
    within(await confirmation()).getByText(/^Level will be deleted, with its table\./);
    v1.refuseOnce('DELETE /sensorType/:id', { status: 409, message: 'The sensor is in use by a device' });
    await user.click(await button('Yes'));
    await hears('The sensor is in use by a device');
    await user.click(within(await row('Level')).getByRole('button', { name: 'Delete Sensor' }));
    await user.click(await button('Yes'));
    await hears('Deleted!');
  });
});

describe('the form that adds a sensor', () => {
  const inForm = async (person = ADA) => {
    const user = openConsole(`${PAGE}/create`, person);
    const form = await dialog('Add Sensor');
    return { user, form, add: within(form).getByRole('button', { name: 'Add Sensor' }) };
  };

  it('requires a manager and a name of valid length', async () => {
    const { user, form, add } = await inForm();
    await fill(user, field(form, 'Sensor Name'), 'Le');
    await user.click(add);
    await within(form).findByText('At least 3 characters');
    await within(form).findByText('This field is required');
    await user.clear(field(form, 'Sensor Name'));
    await user.type(field(form, 'Sensor Name'), 'L'.repeat(26));
    expect(field(form, 'Sensor Name').value).toHaveLength(25);
    await fillIn(user, form, { 'Sensor Name': 'Level', Manager: 'Maud Manager' });
    await user.click(add);
    await hears('Sensor created');
    expect(v1.askedOf('POST /sensorType')).toEqual([{ sensorName: 'Level', userId: 'maud' }]);
  });

  it('has no manager field for a manager', async () => {
    const { user, form, add } = await inForm(MAUD);
    expect(within(form).queryByLabelText(exactly('Manager'))).toBeNull();
    await fill(user, field(form, 'Sensor Name'), 'Own level');
    await user.click(add);
    await hears('Sensor created');
    await waitFor(() => expect(address()).toBe(PAGE));
  });

  const HAS_TABLE = 'A table converts its raw values: upload it next';

  it('opens the upload next if the sensor has a table', async () => {
    const { user, form, add } = await inForm(MAUD);
    await fill(user, field(form, 'Sensor Name'), 'Level');
    await user.click(within(form).getByRole('switch', { name: HAS_TABLE }));
    await user.click(add);
    await screen.findByText(/^The table of Level/);
    expect(v1.askedOf('POST /sensorType')).toEqual([{ sensorName: 'Level', userId: null }]);
    await user.click(within(await dialog('Upload Excel')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe(PAGE));
  });

  it('selects the new sensor in the device form after the upload', async () => {
    const sensors = [aSensorType('a', 'Flow'), aSensorType('b', 'Weight')];
    v1.answer('GET /getAllSensorType/:managerId', () => ({ sensors }));
    v1.answer('POST /sensorType', () => {
      sensors.push(level);
      return level;
    });
    const user = openConsole('/dashboard/device/create', MAUD);
    const device = await dialog('Add Device');
    await chooseOption(user, device, 'Sensor 1', 'Add Sensor');
    const form = await dialog('Add Sensor');
    await fill(user, field(form, 'Sensor Name'), 'Level');
    await user.click(within(form).getByRole('switch', { name: HAS_TABLE }));
    await user.click(within(form).getByRole('button', { name: 'Add Sensor' }));
    await user.click(within(await dialog('Upload Excel')).getByRole('button', { name: 'Cancel' }));
    await isChosen(device, 'Sensor 1', 'Level');
    expect(address()).toBe('/dashboard/device/create');
  });
});

describe('the upload of a table', () => {
  const fileOf = (name: string, text: string) => new File([text], name);
  const inUpload = async () => {
    const user = openConsole(`${PAGE}/s1/upload`, ADA);
    await screen.findByText(/^The table of Level/);
    const form = await dialog();
    const input = form.querySelector<HTMLInputElement>('input[type=file]')!;
    const choose = (file: File) => chooseFile(user, input, file);
    return { user, form, choose, save: () => within(form).getByRole('button', { name: 'Save' }) };
  };

  it('rejects files that are no tables, with the reason', async () => {
    const { form, choose, save } = await inUpload();
    await choose(fileOf('table.pdf', '%PDF'));
    await within(form).findByText('table.pdf is not one of .xls, .xlsx, .csv.');
    await choose(fileOf('large.csv', '1'.repeat(5 * 1_048_576 + 1)));
    await within(form).findByText('large.csv is larger than 5 MB.');
    const files = [fileOf('a.csv', '1,1'), fileOf('b.csv', '1,1')];
    fireEvent.drop(within(form).getByText('or drop it here'), { dataTransfer: { files } });
    await within(form).findByText('One file at a time.');
    expect(v1.askedOf('POST /sensorType/upload/:id')).toEqual([]);
    const message = 'Row 4, column A (raw) must be larger';
    v1.refuseOnce('POST /sensorType/upload/:id', { status: 422, message });
    await choose(fileOf('order.csv', '4,0\n8,1\n6,2'));
    await hears(message);
    await within(await within(form).findByRole('alert')).findByText(message);
    await within(form).findByText('order.csv cannot be taken.');
    expect(save().matches(':disabled')).toBe(true);
  });

  it('shows a table before it is saved', async () => {
    const { user, form, choose, save } = await inUpload();
    await choose(fileOf('tank.csv', '4,0\n20,1000'));
    await within(form).findByRole('img', { name: 'What each raw value stands for, as a curve' });
    const facts = [...form.querySelectorAll('dl')[0]!.querySelectorAll('dd')];
    expect(facts.map(({ textContent }) => textContent)).toEqual(['2', '4 to 20', '0 to 1,000']);
    await user.click(save());
    await hears('Table uploaded');
    const sent = v1.asked.filter(({ route }) => route === 'POST /sensorType/upload/:id');
    expect(sent.map(({ query }) => query['dryRun'] ?? 'false')).toEqual(['true', 'false']);
  });

  it('takes the file that was chosen last, even if an earlier one is read later', async () => {
    const { form, choose } = await inUpload();
    const early = fileOf('early.csv', '1,1\n2,2');
    const reading = Promise.withResolvers<ArrayBuffer>();
    early.arrayBuffer = () => reading.promise;
    await choose(early);
    await choose(fileOf('late.csv', '4,0\n20,1000'));
    await within(form).findByRole('img', { name: 'What each raw value stands for, as a curve' });
    await act(async () => reading.resolve(new ArrayBuffer(8)));
    within(form).getByText('late.csv');
    expect(v1.askedOf('POST /sensorType/upload/:id')).toHaveLength(1);
  });

  it('shows that a sensor does not exist', async () => {
    openConsole(`${PAGE}/foreign/table`, MAUD);
    await within(await dialog()).findByText('There is no such sensor');
  });
});
