/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DashboardDevice, MapBuilding } from '@telemon/contracts/devices/dashboards';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { aHomeBuilding, aHomeDevice, aReading, onFloor, silentFor } from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { button, dialog, hasFocus } from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/home';
const BUILDINGS = `${PAGE}?on=buildings`;
const OSLO = { lat: 59.91, lng: 10.75 };

let devices: DashboardDevice[];
let buildings: MapBuilding[];

beforeEach(() => {
  devices = [aHomeDevice('freezer1', { status: 1 }), aHomeDevice('tank1', OSLO)];
  buildings = [aHomeBuilding('b1', 'Harbour store')];
  v1.answer('GET /dashboard/', () => ({ deviceData: devices, mapData: [], buildingData: buildings }));
  v1.answer('GET /dashboard/getFilteredDevices/:locationId/:managerId', {
    deviceData: [],
    mapData: [],
    buildingData: [],
  });
});

const pin = (name: string | RegExp) => button(name);
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());

describe('the map of the home page', () => {
  it('has a pin for each device that opens its card', async () => {
    const user = openConsole(PAGE, MAUD);
    await screen.findByRole('region', { name: 'Map of the devices' });
    await pin('Alias of tank1: Normal');
    await user.click(await pin('Alias of freezer1: Firing'));
    const card = within(await dialog('Alias of freezer1: Firing'));
    expect(card.getByRole('listitem').textContent).toBe('4.5 °CAir temperature');
    expect(card.getByRole('link', { name: 'Alias of freezer1' }).getAttribute('href')).toBe(
      '/dashboard/info/freezer1',
    );
  });

  it('closes a card by Escape, and returns the focus to its pin', async () => {
    const user = openConsole(PAGE, MAUD);
    (await pin('Alias of tank1: Normal')).focus();
    await user.keyboard('{Enter}');
    const card = await dialog('Alias of tank1: Normal');
    await hasFocus(() => card);
    await user.keyboard('{Escape}');
    await hasFocus(() => screen.getByRole('button', { name: 'Alias of tank1: Normal' }));
  });

  it('shows at once that a device fires, on its pin and in its open card', async () => {
    const user = openConsole(PAGE, MAUD);
    await user.click(await pin('Alias of tank1: Normal'));
    const card = within(await dialog('Alias of tank1: Normal'));
    v1.stream.tell('device', { deviceName: 'tank1', change: 'status', status: 1, silentSince: null });
    v1.stream.tell('reading', aReading('tank1', 31.5));
    await card.findByText('31.5');
    await card.findByText('Firing');
    await pin('Alias of tank1: Firing');
  });

  it('groups close devices under their worst state, and splits them on a click', async () => {
    devices = [
      aHomeDevice('freezer1', { status: 1 }),
      aHomeDevice('freezer2', { lat: 45.761, lng: 4.841 }),
      aHomeDevice('tank1', OSLO),
    ];
    const user = openConsole(PAGE, MAUD);
    await user.click(await pin('1 of 2 devices: Firing'));
    await pin('Alias of freezer1: Firing');
    await pin('Alias of freezer2: Normal');
    expect(screen.queryByRole('button', { name: '1 of 2 devices: Firing' })).toBeNull();
  });

  it('lists the devices of a group on one spot', async () => {
    devices = [aHomeDevice('freezer1'), aHomeDevice('freezer2')];
    const user = openConsole(PAGE, MAUD);
    await user.click(await pin('2 of 2 devices: Normal'));
    const listed = within(await dialog('2 of 2 devices: Normal')).getAllByRole('link');
    expect(listed.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['freezer1', '/dashboard/info/freezer1'],
      ['freezer2', '/dashboard/info/freezer2'],
    ]);
  });

  it('filters devices by colour, and shows a message over the map if none has it', async () => {
    const user = openConsole(`${PAGE}?colour=red`, MAUD);
    await pin('Alias of freezer1: Firing');
    await isGone('Alias of tank1: Normal');
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 0, silentSince: null });
    await screen.findByText('No device is red');
    await user.click(await button('Show all'));
    await pin('Alias of tank1: Normal');
    expect(address()).toBe(PAGE);
  });

  it('has the buildings of devices on floors, with their worst state', async () => {
    devices = [
      aHomeDevice('tank1', OSLO),
      aHomeDevice('freezer1', onFloor('f1')),
      aHomeDevice('freezer2', { ...onFloor('f2'), status: 1 }),
    ];
    buildings.push({ ...aHomeBuilding('b2', 'Tool shed'), lat: 10, lng: 10 });
    const user = openConsole(PAGE, MAUD);
    await pin('Alias of tank1: Normal');
    expect(screen.queryByRole('button', { name: /^Tool shed/ })).toBeNull();
    await user.click(await pin('Harbour store: 1 of 2 firing'));
    within(await dialog('Floors')).getByText('Harbour store');
    expect(address()).toBe(`${PAGE}?building=b1`);
  });

  it('counts the devices of a building in its group', async () => {
    devices = [
      aHomeDevice('tank1'),
      aHomeDevice('freezer1', onFloor('f1')),
      aHomeDevice('freezer2', onFloor('f2')),
    ];
    openConsole(PAGE, MAUD);
    await pin('3 of 3 devices: Normal');
  });

  it('shows a message if no device has a place on the map', async () => {
    devices = [aHomeDevice('freezer1', { ...onFloor('f1'), floorData: null })];
    openConsole(PAGE, ASA);
    await screen.findByText('None of these devices stands on the map');
  });

  it('names on a grey pin since when its device is silent', async () => {
    devices = [aHomeDevice('freezer1', silentFor(60))];
    const user = openConsole(PAGE, MAUD);
    const silent = await pin(/^Alias of freezer1: Silent since/);
    expect(silent.className).toContain('pin-silent');
    await user.click(silent);
    within(await dialog(/^Alias of freezer1: Silent since/)).getByText(/^Silent since/);
  });

  it('names on a pin that its device fires and is silent too', async () => {
    devices = [aHomeDevice('freezer1', { status: 1, ...silentFor(60) })];
    openConsole(PAGE, MAUD);
    await pin(/^Alias of freezer1: Firing, Silent since/);
  });

  it('shows admins once how to configure tiles', async () => {
    const user = openConsole(PAGE, ADA);
    const notice = within(await screen.findByRole('alert'));
    notice.getByText(/MAP_TILES_URL/);
    await user.click(notice.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(Object.keys(localStorage).some((key) => key.endsWith('map.tilesNoticeRead'))).toBe(true);
  });

  it('has its own page, without counts and cards', async () => {
    const user = openConsole(`${BUILDINGS}&colour=green`, MAUD);
    await user.click(await screen.findByRole('link', { name: 'Large map' }));
    await screen.findByRole('heading', { name: 'Maps', level: 1 });
    await pin('Harbour store: No devices');
    expect(address()).toBe('/dashboard/maps?on=buildings&colour=green');
    expect(screen.queryByText('to acknowledge')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cards' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Large map' })).toBeNull();
  });
});

describe('the buildings of the home page', () => {
  it('have the current worst state of the devices on their floors', async () => {
    devices = [aHomeDevice('freezer1', onFloor('f1')), aHomeDevice('freezer2', onFloor('f2'))];
    buildings = [aHomeBuilding('b1', 'Harbour store'), { ...aHomeBuilding('b2', 'Tool shed'), ...OSLO }];
    const user = openConsole(PAGE, MAUD);
    const choice = within(await screen.findByRole('group', { name: 'On the map' }));
    await user.click(choice.getByRole('button', { name: 'View Building' }));
    await pin('Harbour store: 2 normal');
    await pin('Tool shed: No devices');
    v1.stream.tell('device', { deviceName: 'freezer2', change: 'status', status: 1, silentSince: null });
    await pin('Harbour store: 1 of 2 firing');
    await user.click(await button('Red'));
    await isGone('Tool shed: No devices');
    await pin('Harbour store: 1 of 2 firing');
  });

  it('appear and disappear as other users add and delete them', async () => {
    openConsole(BUILDINGS, MAUD);
    await pin('Harbour store: No devices');
    buildings = [{ ...aHomeBuilding('b2', 'Tool shed'), ...OSLO }];
    v1.stream.tell('place', { place: 'building', id: 'b1', change: 'deleted' });
    await pin('Tool shed: No devices');
    await isGone('Harbour store: No devices');
  });

  it('share a pin that lists them when they are close together', async () => {
    buildings = [aHomeBuilding('b1', 'Harbour store'), aHomeBuilding('b2', 'Tool shed')];
    const user = openConsole(BUILDINGS, MAUD);
    await user.click(await pin('2 of 2 buildings: Normal'));
    const listed = within(await dialog('2 of 2 buildings: Normal'));
    // Leaflet handles two quick clicks as a double click.
    listed.getByRole('button', { name: 'Tool shed' }).focus();
    await user.keyboard('{Enter}');
    within(await dialog('Floors')).getByText('Tool shed');
    expect(address()).toBe(`${BUILDINGS}&building=b2`);
  });

  it.each([
    ['manager', MAUD, 'A building that is added stands here, with the state of its devices.'],
    ['assistant', ASA, 'Buildings in which assigned devices stand will be shown here.'],
  ])('show the %s that there are none yet', async (_, person, words) => {
    buildings = [];
    const user = openConsole(BUILDINGS, person);
    await screen.findByText('No buildings yet');
    screen.getByText(words);
    const add = screen.queryByRole('link', { name: 'Add Building' });
    expect(add !== null).toBe(person !== ASA);
    if (add === null) return;
    await user.click(add);
    await waitFor(() => expect(address()).toBe('/dashboard/building/create'));
  });

  it('have a message for no match by colour and one by customer', async () => {
    const user = openConsole(`${BUILDINGS}&colour=red&customer=mila`, ADA);
    await screen.findByText('No building is red');
    await user.click(await button('Show all'));
    await screen.findByText('No buildings of this location and customer');
    await user.click(await button('Show all'));
    await pin('Harbour store: No devices');
    expect(address()).toBe(BUILDINGS);
  });
});
