/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD, MILA } from '../../testing/people.ts';
import { aBuilding, aDevice, aFloor, aSensorType } from '../../testing/things.ts';
import {
  chooseOption,
  columns,
  dialog,
  exactly,
  field,
  fillIn,
  hasFocus,
  isChosen,
  isDisabled,
  row,
} from '../../testing/screen-steps.ts';
import { i18nProvider } from '../texts/i18n-provider.ts';

const PAGE = '/dashboard/device';
const REQUIRED = 'This field is required';

beforeEach(() => {
  const room = aDevice('room1');
  v1.answer('GET /device', { devices: [room], pagination: { totalCount: 1 } });
  v1.answer('GET /device/:deviceName', ({ deviceName }) => aDevice(deviceName));
  v1.answer('GET /getAllManagers', { managers: [MAUD, MILA] });
  v1.answer('GET /getAllSensorType/:managerId', { sensors: [aSensorType('t', 'Temperature')] });
  v1.answer('GET /sensorType', {
    sensors: [aSensorType('t', 'Temperature')],
    pagination: { totalCount: 1 },
  });
  v1.answer('POST /device', ({ deviceName }) => ({
    deviceData: aDevice(deviceName),
    mqtt: { username: deviceName, password: 'secret' },
  }));
});

afterEach(() => i18nProvider.changeLocale('en'));

const open = async (person = ADA) => {
  const user = openConsole(`${PAGE}/create`, person);
  const form = await dialog('Add Device');
  const add = within(form).getByRole('button', { name: 'Add Device' });
  const choose = (label: string, option: string) => chooseOption(user, form, label, option);
  return { user, form, add, choose };
};

describe('the form that adds a device', () => {
  it('shows which fields are missing, and focuses the first', async () => {
    const { user, form, add } = await open();
    expect(field(form, 'SMS Limit').value).toBe('10');
    expect(field(form, 'Email Limit').value).toBe('10');
    expect(field(form, 'Limit Refresh').textContent).toBe('Monthly');
    await user.click(within(form).getByRole('switch', { name: 'Feed sensors from other channels' }));
    await user.click(add);
    // Name, alias, manager, first sensor, latitude and longitude; then the four channels.
    await waitFor(() => expect(within(form).getAllByText(REQUIRED)).toHaveLength(6));
    expect(within(form).getAllByText('Required')).toHaveLength(4);
    await hasFocus(() => field(form, 'Device Name'));
    expect(v1.askedOf('POST /device')).toEqual([]);
  });

  it('says in French which fields are missing', async () => {
    await i18nProvider.changeLocale('fr');
    const user = openConsole(`${PAGE}/create`, ADA);
    const form = await dialog('Ajouter un appareil');
    await user.click(
      within(form).getByRole('switch', { name: 'Alimenter les capteurs par d’autres canaux' }),
    );
    await user.click(within(form).getByRole('button', { name: 'Ajouter un appareil' }));
    await waitFor(() => expect(within(form).getAllByText('Ce champ est obligatoire')).toHaveLength(6));
    expect(within(form).getAllByText('Obligatoire')).toHaveLength(4);
  });

  it('shows the fields of its template', async () => {
    const { form, choose } = await open();
    expect(within(form).getAllByLabelText(/^Sensor \d/)).toHaveLength(4);
    await choose('Template', 'Ultrasonic');
    await waitFor(() => expect(within(form).queryByLabelText(exactly('Sensor 2'))).toBeNull());
    expect(field(form, 'Maximum Depth').value).toBe('600');
    expect(field(form, 'Value Type').textContent).toBe('First');
    expect(field(form, 'Application Type').textContent).toBe('Fill');
    await choose('Template', 'Multiple');
    await waitFor(() => expect(within(form).queryByLabelText(exactly('Maximum Depth'))).toBeNull());
  });

  it("shows the service's error, and keeps the typed values", async () => {
    const { user, form, add, choose } = await open();
    await choose('Manager', 'Maud Manager');
    await isChosen(form, 'Sensor 1', 'Temperature');
    const typed = { 'Device Name': 'room1', 'Device Alias': 'Another one', Latitude: '45', Longitude: '4' };
    await fillIn(user, form, typed);
    v1.refuseOnce('POST /device', {
      status: 409,
      message: 'There is already a device room1',
      fields: { deviceName: 'It is taken' },
    });
    await user.click(add);
    await within(await within(form).findByRole('alert')).findByText('There is already a device room1');
    await within(form).findByText('It is taken');
    for (const [label, text] of Object.entries(typed)) expect(field(form, label).value).toBe(text);
    await hasFocus(() => field(form, 'Device Name'));
  });

  it('preselects the only sensor of the selected manager, and the only building and floor', async () => {
    v1.answer('GET /getAllSensorType/:managerId', ({ managerId }) => ({
      sensors: (managerId === MAUD.id ? ['Temperature'] : ['Level', 'Flow']).map((name) =>
        aSensorType(name, name),
      ),
    }));
    v1.answer('GET /getAllBuildings', { building: [aBuilding('b1', 'Cold store')] });
    v1.answer('GET /floorByBuilding/:buildingId', { floor: [aFloor('f1', 'Cellar')] });
    v1.answer('GET /floor/:id', ({ id }) => aFloor(id, 'Cellar'));
    v1.answer('GET /getDevicesByFloor/:floorId', { devices: [] });
    const { user, form, choose } = await open();
    await choose('Manager', 'Mila Manager');
    await waitFor(() => expect(isDisabled(form, 'Sensor 1')).toBe(false));
    expect(field(form, 'Sensor 1').value).toBe('');
    await choose('Manager', 'Maud Manager');
    await isChosen(form, 'Sensor 1', 'Temperature');
    await user.click(within(form).getByRole('radio', { name: /^Map: it stands on the plan/ }));
    await isChosen(form, 'Building', 'Cold store');
    await isChosen(form, 'Floor', 'Cellar');
  });

  it('takes coordinates from a city', async () => {
    const { user, form } = await open();
    await user.type(within(form).getByRole('combobox', { name: 'Search a city' }), 'Berl');
    await user.click(await screen.findByRole('option', { name: /Berlin/ }));
    await waitFor(() => expect(field(form, 'Latitude').value).toBe('52.52'));
  });
});

describe('a manager', () => {
  it('has a list without company, manager and Bulk Edit', async () => {
    openConsole(PAGE, MAUD);
    await row('room1');
    expect(await columns()).toEqual(['SNo', 'Name', 'Alias', 'Created At', 'Options']);
    expect(screen.queryByRole('button', { name: 'Bulk Edit' })).toBeNull();
  });

  it('adds own devices, without the fields that only an admin sets', async () => {
    const { user, form, add } = await open(MAUD);
    for (const label of ['Manager', 'SMS Limit', 'Email Limit', 'Limit Refresh', 'Weather']) {
      expect(isDisabled(form, label)).toBe(true);
    }
    await isChosen(form, 'Sensor 1', 'Temperature');
    await fillIn(user, form, {
      'Device Name': 'hers',
      'Device Alias': 'Her own',
      Latitude: '45',
      Longitude: '4',
      'Expected interval (minutes)': '60',
    });
    await user.click(add);
    await dialog('hers is added');
    expect(v1.askedOf('POST /device')).toEqual([
      expect.objectContaining({ deviceName: 'hers', sensorId1: 't', lat: 45, lng: 4, expectedInterval: 60 }),
    ]);
  });
});
