/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DashboardDevice } from '@telemon/contracts/devices/dashboards';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { aHomeBuilding, aHomeDevice, onFloor, silentFor } from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { button, dialog } from '../../testing/screen-steps.ts';
import { aFloor } from '../../testing/things.ts';

const BUILDINGS = '/dashboard/home?on=buildings';
const FLOORS = `${BUILDINGS}&building=b1`;
const PLAN = `${FLOORS}&floor=f1`;

let devices: DashboardDevice[];

beforeEach(() => {
  devices = [
    aHomeDevice('freezer1', { ...onFloor('f1'), status: 1 }),
    aHomeDevice('freezer2', onFloor('f1')),
  ];
  v1.answer('GET /dashboard/', () => ({
    deviceData: devices,
    mapData: [],
    buildingData: [aHomeBuilding('b1', 'Cold store')],
  }));
  v1.answer('GET /floorByBuilding/:buildingId', { floor: [aFloor('f1', 'Cellar'), aFloor('f2', 'Roof')] });
  v1.answer('GET /floor/:id', aFloor('f1', 'Cellar'));
  v1.answer('GET /getDevicesByFloor/:floorId', () => ({
    devices: devices.map(({ floorData, ...device }) => ({ ...device, floorData: floorData! })),
  }));
});

const floor = async (name: string) =>
  within(await dialog('Floors')).findByRole('button', { name: new RegExp(`^${name}`) });

describe('the floors of a building', () => {
  it('open at their own address, with the state of the devices on them', async () => {
    const user = openConsole(BUILDINGS, MAUD);
    await user.click(await button('Cold store: 1 of 2 firing'));
    expect((await floor('Cellar')).textContent).toBe('Cellar1 of 2 firing');
    expect((await floor('Roof')).textContent).toBe('RoofNo devices');
    expect(address()).toBe(FLOORS);
    expect(v1.askedOf('GET /floorByBuilding/:buildingId')).toEqual([{ buildingId: 'b1' }]);
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 0, silentSince: null });
    await waitFor(async () => expect((await floor('Cellar')).textContent).toBe('Cellar2 normal'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(BUILDINGS);
  });

  it('open their plan with its devices, and return', async () => {
    const user = openConsole(FLOORS, MAUD);
    await user.click(await floor('Cellar'));
    const plan = within(await dialog('Cellar, Cold store'));
    expect(address()).toBe(PLAN);
    await plan.findByRole('region', { name: 'Plan of Cellar, Cold store' });
    await user.click(plan.getByRole('button', { name: 'Floors' }));
    await floor('Cellar');
    expect(address()).toBe(FLOORS);
  });

  it.each([MAUD, ASA])('show the $userRole that there are none yet', async (person) => {
    v1.answer('GET /floorByBuilding/:buildingId', { floor: [] });
    const user = openConsole(FLOORS, person);
    const shown = within(await dialog('Floors'));
    await shown.findByText('No floors yet');
    const add = shown.queryByRole('link', { name: 'Add Floor' });
    expect(add !== null).toBe(person !== ASA);
    if (add === null) return;
    await user.click(add);
    await waitFor(() => expect(address()).toBe('/dashboard/floor/create?building=b1'));
  });

  it('show that there is no such building', async () => {
    v1.refuseOnce('GET /floorByBuilding/:buildingId', { status: 404, message: 'There is no building b1' });
    openConsole(FLOORS, MAUD);
    await within(await dialog('Floors')).findByText('There is no such building');
  });

  it('show why they cannot be loaded, with a retry', async () => {
    v1.refuseOnce('GET /floorByBuilding/:buildingId', { status: 500, message: 'No floors today' });
    const user = openConsole(FLOORS, MAUD);
    const shown = within(await dialog('Floors'));
    await shown.findByText(/^No floors today/);
    await user.click(shown.getByRole('button', { name: 'Retry' }));
    await floor('Cellar');
  });
});

describe('the plan of a floor', () => {
  beforeEach(() => {
    devices[1]!.floorData = { buildingId: 'b1', floorMapId: 'f1', xValue: 90, yValue: 90 };
  });

  it('shows its devices with their current state, with links to their pages', async () => {
    const user = openConsole(PLAN, MAUD);
    await button('Alias of freezer1: Firing, 4.5 °C');
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 0, silentSince: null });
    await button('Alias of freezer1: Normal, 4.5 °C');
    await user.click(await button('Alias of freezer2: Normal, 4.5 °C'));
    const card = within(await dialog('Alias of freezer2: Normal, 4.5 °C'));
    card.getByText(/^Updated/);
    expect(card.getByRole('link').getAttribute('href')).toBe('/dashboard/info/freezer2');
    expect(v1.askedOf('GET /getDevicesByFloor/:floorId')[0]).toEqual({ floorId: 'f1' });
  });

  it('names on a grey pin since when its device is silent', async () => {
    Object.assign(devices[1]!, silentFor(60));
    const user = openConsole(PLAN, MAUD);
    const silent = await button(/^Alias of freezer2: Silent since .*, 4\.5 °C$/);
    expect(silent.className).toContain('pin-silent');
    await user.click(silent);
    within(await dialog(/^Alias of freezer2: Silent since/)).getByText(/^Silent since/);
  });

  it('groups devices at the same place', async () => {
    devices[1]!.floorData = devices[0]!.floorData;
    const user = openConsole(PLAN, MAUD);
    await user.click(await button('1 of 2 devices: Firing'));
    const links = within(await dialog('1 of 2 devices: Firing')).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['Alias of freezer1', 'Alias of freezer2']);
  });

  it('shows that there is no such floor, also after its deletion', async () => {
    openConsole(PLAN, MAUD);
    await button('Alias of freezer1: Firing, 4.5 °C');
    v1.refuseOnce('GET /floor/:id', { status: 404, message: 'There is no floor f1' });
    v1.stream.tell('place', { place: 'floor', id: 'f1', change: 'deleted' });
    await screen.findByText('There is no such floor');
    expect(screen.queryByRole('button', { name: 'Alias of freezer1: Firing, 4.5 °C' })).toBeNull();
  });

  it('keeps its devices if a refresh fails', async () => {
    const user = openConsole(PLAN, MAUD);
    await button('Alias of freezer1: Firing, 4.5 °C');
    v1.refuseOnce('GET /getDevicesByFloor/:floorId', { status: 500, message: 'No devices today' });
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'updated', status: 1, silentSince: null });
    const banner = within(await within(await dialog('Cellar, Cold store')).findByRole('alert'));
    banner.getByText(/^No devices today/);
    await button('Alias of freezer1: Firing, 4.5 °C');
    await user.click(banner.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('shows why it cannot be loaded, with a retry', async () => {
    v1.refuseOnce('GET /floor/:id', { status: 500, message: 'No plan today' });
    const user = openConsole(PLAN, MAUD);
    await screen.findByText(/^No plan today/);
    await user.click(await button('Retry'));
    await button('Alias of freezer1: Firing, 4.5 °C');
  });
});
