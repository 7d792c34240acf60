/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Device } from '@telemon/contracts/devices/devices';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { Refused } from '../../testing/fake-v1.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD, MILA } from '../../testing/people.ts';
import {
  chooseOption,
  dialog,
  exactly,
  field,
  fill,
  fillIn,
  hasFocus,
  hears,
  isChosen,
  isDisabled,
  row,
} from '../../testing/screen-steps.ts';
import { aBuilding, aDevice, aFloor, aSensorType } from '../../testing/things.ts';

const PAGE = '/dashboard/device';
const CLEARED = /^The sensors, their adjustment and the place on a floor belong to the former manager/;

let device: Device;

beforeEach(() => {
  device = aDevice('room1');
  v1.answer('GET /device', () => ({ devices: [device], pagination: { totalCount: 1 } }));
  v1.answer('GET /device/:deviceName', ({ deviceName }) => {
    if (deviceName !== 'room1') throw new Refused({ status: 404, message: 'There is no such device' });
    return device;
  });
  v1.answer('PATCH /device/:deviceName', () => device);
  v1.answer('GET /getAllManagers', { managers: [MAUD, MILA] });
  v1.answer('GET /getAllSensorType/:managerId', ({ managerId }) => ({
    sensors: managerId === MAUD.id ? [aSensorType('t', 'Temperature')] : [aSensorType('h', 'Humidity')],
  }));
  v1.answer('GET /getAllBuildings', {
    building: [
      aBuilding('b1', 'Cold store'),
      aBuilding('b2', 'Harbour'),
      { ...aBuilding('b3', 'Another manager’s'), managerId: MILA.id },
    ],
  });
  v1.answer('GET /floorByBuilding/:buildingId', ({ buildingId }) => ({
    floor: [buildingId === 'b1' ? aFloor('f1', 'Cellar') : aFloor('f2', 'Quay')],
  }));
  v1.answer('GET /floor/:id', ({ id }) => aFloor(id, 'Cellar'));
  v1.answer('GET /getDevicesByFloor/:floorId', { devices: [] });
});

const open = async (person = ADA) => {
  const user = openConsole(`${PAGE}/room1/edit`, person);
  const form = await dialog('Edit Device');
  await within(form).findByLabelText(exactly('Sensor 1'));
  await isChosen(form, 'Sensor 1', 'Temperature');
  const choose = (label: string, option: string) => chooseOption(user, form, label, option);
  const save = () => user.click(within(form).getByRole('button', { name: 'Save' }));
  return { user, form, choose, save };
};
const sent = () => v1.askedOf('PATCH /device/:deviceName');

describe('the form that edits a device', () => {
  it('sends only the changed fields, and never the name', async () => {
    const { form, user, save } = await open();
    expect(isDisabled(form, 'Device Name')).toBe(true);
    expect(field(form, 'Device Alias').value).toBe('Alias of room1');
    await fill(user, field(form, 'Device Alias'), 'Cold room');
    await save();
    await hears('Device updated');
    expect(sent()).toEqual([{ deviceName: 'room1', deviceAlias: 'Cold room' }]);
    expect(address()).toBe(PAGE);
  });

  it('clears fields of the former manager, and requires a sensor of the new one', async () => {
    device = { ...device, sensorId2: 't' };
    const { form, user, choose, save } = await open();
    await choose('Manager', 'Mila Manager');
    await within(form).findByText(CLEARED);
    expect(field(form, 'Sensor 1').value).toBe('');
    expect(field(form, 'Sensor 2').value).toBe('');
    await save();
    await within(form).findByText('This field is required');
    await hasFocus(() => field(form, 'Sensor 1'));
    expect(sent()).toEqual([]);
    await user.click(field(form, 'Sensor 1'));
    await screen.findByRole('option', { name: 'Humidity' });
    expect(screen.queryAllByRole('option', { name: 'Temperature' })).toEqual([]);
    await user.click(screen.getByRole('option', { name: 'Humidity' }));
    await save();
    await hears('Device updated');
    expect(sent()).toEqual([
      { deviceName: 'room1', managerId: 'mila', sensorId1: 'h', managerChanged: true },
    ]);
  });

  it('restores the cleared fields when the former manager is selected again', async () => {
    const { form, choose } = await open();
    await choose('Manager', 'Mila Manager');
    await within(form).findByText(CLEARED);
    await choose('Manager', 'Maud Manager');
    await waitFor(() => expect(within(form).queryByText(CLEARED)).toBeNull());
    await isChosen(form, 'Sensor 1', 'Temperature');
  });

  it('rejects blank, fractional and out-of-range numbers', async () => {
    const { form, user, save } = await open();
    await fillIn(user, form, { Latitude: '91', Longitude: '-181', 'SMS Limit': '-1', 'Email Limit': '' });
    await save();
    await within(form).findByText('At most 90');
    within(form).getByText('At least -180');
    within(form).getByText('At least 0');
    within(form).getByText('This field is required');
    await fillIn(user, form, { 'SMS Limit': '1.5' });
    await within(form).findByText('Should be a whole number');
    expect(sent()).toEqual([]);
  });

  it('sets the expected interval in minutes, or leaves it to be learned', async () => {
    device = { ...device, expectedInterval: 60 };
    const { form, user, save } = await open(MAUD);
    const interval = 'Expected interval (minutes)';
    expect(field(form, interval).value).toBe('60');
    within(form).getByText(/^Between two readings\. Left empty, it is learned\./);
    for (const [typed, fault] of [
      ['0', 'At least 1'],
      ['1.5', 'Should be a whole number'],
    ] as const) {
      await fillIn(user, form, { [interval]: typed });
      await save();
      await within(form).findByText(fault);
    }
    expect(sent()).toEqual([]);
    await fillIn(user, form, { [interval]: '' });
    await save();
    await hears('Device updated');
    expect(sent()).toEqual([{ deviceName: 'room1', expectedInterval: null }]);
  });

  it('requires all ranges of the chosen sensors with an adjustment, in the right order', async () => {
    const { form, user, save } = await open();
    await user.click(within(form).getByRole('switch', { name: 'Adjust what the sensors read' }));
    await within(form).findByText('Sensor 1: Temperature');
    await save();
    await waitFor(() => expect(within(form).getAllByText('Required')).toHaveLength(12));
    await hasFocus(() => field(form, 'Sensor 1, range 1: From'));
    const part = (place: number, name: string) => `Sensor 1, range ${place}: ${name}`;
    for (const place of [1, 2, 3, 4]) {
      const typed = { From: String(place * 10), To: String(place * 10 + 9), Value: '0.5' };
      for (const [name, text] of Object.entries(typed))
        await fillIn(user, form, { [part(place, name)]: text });
    }
    await fillIn(user, form, { [part(4, 'To')]: '39' });
    await save();
    await within(form).findByText('Should not be less than from');
    await fillIn(user, form, { [part(4, 'To')]: '49' });
    await save();
    await hears('Device updated');
    const sensor1 = [10, 20, 30, 40].map((from) => ({ from, to: from + 9, value: 0.5 }));
    const nothing = { sensor2: null, sensor3: null, sensor4: null };
    expect(sent()).toEqual([
      { deviceName: 'room1', sensorAdjustment: { enabled: true, sensor1, ...nothing } },
    ]);
  });

  it('requires the channel that feeds each sensor with a mapping', async () => {
    const { form, user, choose, save } = await open();
    expect(within(form).queryByLabelText('TC1')).toBeNull();
    await user.click(within(form).getByRole('switch', { name: 'Feed sensors from other channels' }));
    await save();
    await waitFor(() => expect(within(form).getAllByText('Required')).toHaveLength(4));
    const channels = { TC1: 'TC2', TC2: 'TC1', TC3: 'TC3', TC4: 'TC4' };
    for (const [channel, feeding] of Object.entries(channels)) await choose(channel, feeding);
    await save();
    await hears('Device updated');
    expect(sent()).toEqual([{ deviceName: 'room1', sensorMapping: { enabled: true, ...channels } }]);
  });

  it('requires a floor and a place in a building of its manager, and resets them for another building', async () => {
    const { form, user, choose, save } = await open();
    await user.click(within(form).getByRole('radio', { name: /^Map: / }));
    expect(isDisabled(form, 'Floor')).toBe(true);
    await user.click(field(form, 'Building'));
    await screen.findByRole('option', { name: 'Cold store' });
    expect(screen.queryByRole('option', { name: 'Another manager’s' })).toBeNull();
    await user.click(screen.getByRole('option', { name: 'Cold store' }));
    await choose('Floor', 'Cellar');
    await fillIn(user, form, { 'From the left, %': '101', 'From the top, %': '40' });
    await save();
    await within(form).findByText('At most 100');
    await choose('Building', 'Harbour');
    expect(field(form, 'Floor').value).toBe('');
    expect(field(form, 'From the top, %').value).toBe('');
    await choose('Floor', 'Quay');
    await fillIn(user, form, { 'From the left, %': '25', 'From the top, %': '40' });
    await save();
    await hears('Device updated');
    const floorData = { buildingId: 'b2', floorMapId: 'f2', xValue: 25, yValue: 40 };
    expect(sent()).toEqual([{ deviceName: 'room1', locationMode: 'Map', floorData }]);
  });

  it('shows the limits and the manager read-only to a manager', async () => {
    const { form } = await open(MAUD);
    within(form).getByText('Only an admin changes these.');
    for (const label of ['Manager', 'SMS Limit', 'Email Limit', 'Limit Refresh', 'Weather']) {
      expect([label, isDisabled(form, label)]).toEqual([label, true]);
    }
    expect(isDisabled(form, 'Device Alias')).toBe(false);
  });

  it("shows the service's error at its field, and keeps the typed text", async () => {
    const { form, user, save } = await open();
    await fill(user, field(form, 'Device Alias'), 'Cold room');
    v1.refuseOnce('PATCH /device/:deviceName', {
      status: 409,
      message: 'The device cannot be changed',
      fields: { deviceAlias: 'Another device has this alias' },
    });
    await save();
    await within(form).findByText('Another device has this alias');
    within(within(form).getByRole('alert')).getByText('The device cannot be changed');
    await hasFocus(() => field(form, 'Device Alias'));
    expect(field(form, 'Device Alias').value).toBe('Cold room');
  });

  it('shows that the device in the address does not exist', async () => {
    openConsole(`${PAGE}/gone/edit`, ADA);
    await within(await dialog('Edit Device')).findByText('There is no device gone');
  });

  it('is not available to an assistant', async () => {
    openConsole(`${PAGE}/room1/edit`, ASA);
    await row('room1');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Edit Device' })).toBeNull();
    expect(screen.queryByLabelText(exactly('Device Alias'))).toBeNull();
  });
});
