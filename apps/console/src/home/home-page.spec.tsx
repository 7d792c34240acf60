/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DashboardDevice } from '@telemon/contracts/devices/dashboards';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { aHomeDevice, aReading, minutesAgo, silentFor } from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import { button } from '../../testing/screen-steps.ts';
import { anEntry } from '../../testing/things.ts';

const PAGE = '/dashboard/home';
const CARDS = `${PAGE}?view=cards`;

let devices: DashboardDevice[];

beforeEach(() => {
  devices = [aHomeDevice('freezer1'), aHomeDevice('tank1')];
  v1.answer('GET /dashboard/', () => ({ deviceData: devices, mapData: [], buildingData: [] }));
});

const cardOf = (deviceName: string) =>
  waitFor(() => {
    const found = screen
      .getAllByRole('article')
      .find((card) => within(card).queryByRole('heading', { name: `Alias of ${deviceName}` }) !== null);
    if (found === undefined) throw new Error(`${deviceName} has no card`);
    return found;
  });
const aliases = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
/** The four counts above the devices. */
const counts = () =>
  within(screen.getByRole('main'))
    .getAllByRole('list')[0]!
    .textContent.match(/(?:–|\d+) ?[a-z ]+/g);
const refuse = (status: number, message: string) =>
  v1.refuse('GET /dashboard/', { status, message, requestId: 'r-9' });

describe('the home page', () => {
  it('shows placeholders and no counts while the devices load', async () => {
    const answer = v1.holdBack('GET /dashboard/');
    openConsole(CARDS, MAUD);
    await waitFor(() => expect(counts()).toEqual(['–devices', '–firing', '–silent', '0to acknowledge']));
    expect(screen.queryByText('No devices yet')).toBeNull();
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
    answer();
    await cardOf('freezer1');
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  });

  it('counts the devices by state, and the alerts to acknowledge', async () => {
    devices = [
      aHomeDevice('freezer1', { status: 1 }),
      aHomeDevice('freezer2', silentFor(60)),
      aHomeDevice('tank1'),
    ];
    v1.answer('GET /alertLog', { alertLogs: [], pagination: { totalCount: 4 } });
    openConsole(CARDS, MAUD);
    await cardOf('freezer1');
    await waitFor(() => expect(counts()).toEqual(['3devices', '1firing', '1silent', '4to acknowledge']));
    const link = screen.getByRole('link', { name: '4to acknowledge' });
    const pending = encodeURIComponent(JSON.stringify({ status: 'Pending' }));
    expect(link.getAttribute('href')).toBe(`/dashboard/alert/log?filter=${pending}`);
  });

  it('shows only firing devices after a click on their count', async () => {
    devices = [aHomeDevice('freezer1', { status: 1 }), aHomeDevice('tank1')];
    const user = openConsole(CARDS, MAUD);
    await cardOf('tank1');
    await user.click(await button('1firing'));
    await waitFor(() => expect(aliases()).toEqual(['Alias of freezer1']));
    expect(address()).toBe(`${CARDS}&colour=red`);
  });

  it('filters by colour, and keeps the colour and the view in the address', async () => {
    const user = openConsole(PAGE, MAUD);
    await user.click(await button('Cards'));
    await cardOf('tank1');
    await user.click(await button('Green'));
    expect(address()).toBe(`${CARDS}&colour=green`);
    expect(aliases()).toHaveLength(2);
    await user.click(await button('Red'));
    await screen.findByText('No device is red');
    expect(aliases()).toEqual([]);
    await user.click(await button('Show all'));
    await cardOf('tank1');
    expect(address()).toBe(CARDS);
    expect(v1.askedOf('GET /dashboard/').length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['manager', MAUD, /^Add one: its form can also add/],
    ['assistant', ASA, 'Devices that are assigned to you will stand here.'],
  ])('shows the %s that there are no devices yet', async (_, person, words) => {
    devices = [];
    const user = openConsole(CARDS, person);
    await screen.findByText('No devices yet');
    screen.getByText(words);
    const add = screen.queryByRole('link', { name: 'Add Device' });
    expect(add !== null).toBe(person !== ASA);
    if (add === null) return;
    await user.click(add);
    await waitFor(() => expect(address()).toBe('/dashboard/device/create'));
  });

  it('shows why the devices cannot be loaded, with a retry', async () => {
    refuse(500, 'The devices service is down');
    const user = openConsole(CARDS, MAUD);
    await screen.findByText('This could not be loaded');
    screen.getByText(/^The devices service is down/);
    screen.getByText('(request r-9)');
    v1.answer('GET /dashboard/', { deviceData: devices, mapData: [], buildingData: [] });
    await user.click(await button('Retry'));
    await cardOf('tank1');
    expect(screen.queryByText('This could not be loaded')).toBeNull();
  });

  it('retries once by itself if Telemon cannot be reached', async () => {
    v1.refuseOnce('GET /dashboard/', 'offline');
    openConsole(CARDS, MAUD);
    await cardOf('tank1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that it is not for the role of the user, without a retry', async () => {
    refuse(403, 'Not for your role');
    openConsole(CARDS, MAUD);
    await screen.findByRole('heading', { name: 'Not for your role' });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByText('No devices yet')).toBeNull();
  });

  it('keeps the devices and shows their age if a refresh fails', async () => {
    const user = openConsole(CARDS, MAUD);
    await cardOf('tank1');
    refuse(500, 'The devices service is down');
    v1.stream.tell('device', { deviceName: 'tank1', change: 'updated', status: 0, silentSince: null });
    const banner = within(await screen.findByRole('alert'));
    banner.getByText(/The devices service is down.*Shown as of /);
    await cardOf('tank1');
    v1.answer('GET /dashboard/', { deviceData: devices, mapData: [], buildingData: [] });
    await user.click(banner.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('a card of the home page', () => {
  it("shows its device's fields, and its values with units", async () => {
    devices = [
      aHomeDevice('freezer1', {
        sensors: ['Air temperature °C', 'Flow m³/h'],
        channels: [0, 2],
        present: { current: [4.5, 99, 123_456.78, null], battery: null, lastDay: [] },
      }),
    ];
    openConsole(CARDS, MAUD);
    const card = within(await cardOf('freezer1'));
    card.getByText('Normal');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '4.5 °CAir temperature',
      '123,457 m³/hFlow',
    ]);
    expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Cold Stores',
      'Lyon',
      'Air temperature °C, Flow m³/h',
      '1 min ago',
    ]);
    const links = card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['freezer1', '/dashboard/info/freezer1'],
      ['Alias of freezer1', '/dashboard/info/freezer1'],
    ]);
  });

  it.each<[string, Partial<DashboardDevice>, string | RegExp]>([
    ['fires', { status: 1 }, 'Firing'],
    ['is silent', silentFor(60), /^Silent since/],
    ['has sent nothing yet', { lastUpdated: null }, 'Waiting for the first reading'],
  ])('shows that its device %s', async (_, over, words) => {
    devices = [aHomeDevice('freezer1', over)];
    openConsole(CARDS, MAUD);
    const card = within(await cardOf('freezer1'));
    card.getByText(words);
    expect(card.queryByText('Normal')).toBeNull();
  });

  it('shows a dash for unknown values', async () => {
    const present = { current: [null, null, null, null], battery: null, lastDay: [] };
    devices = [aHomeDevice('freezer1', { present, company: '', location: '', lastUpdated: null })];
    openConsole(CARDS, MAUD);
    const card = within(await cardOf('freezer1'));
    expect(card.getByRole('listitem').textContent).toBe('– °CAir temperature');
    expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '–',
      '–',
      'Air temperature °C',
      'Not Reported',
    ]);
  });

  it('shows a new reading when it arrives', async () => {
    devices = [aHomeDevice('freezer1', { lastUpdated: null }), aHomeDevice('tank1')];
    openConsole(CARDS, MAUD);
    const card = within(await cardOf('freezer1'));
    v1.stream.tell('reading', aReading('freezer1', 7.25));
    await card.findByText('Normal');
    expect(card.getByRole('listitem').textContent).toBe('7.25 °CAir temperature');
    card.getByText('just now');
    expect(within(await cardOf('tank1')).getByRole('listitem').textContent).toBe('4.5 °CAir temperature');
  });

  it('shows at once when its device starts and stops firing', async () => {
    devices = [aHomeDevice('freezer1')];
    openConsole(CARDS, MAUD);
    const card = within(await cardOf('freezer1'));
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 1, silentSince: null });
    await card.findByText('Firing');
    await waitFor(() => expect(counts()?.[1]).toBe('1firing'));
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 0, silentSince: null });
    await card.findByText('Normal');
    await waitFor(() => expect(counts()?.[1]).toBe('0firing'));
  });

  it('shows that its device falls silent when the service says so, and that it is back by a reading', async () => {
    const last = minutesAgo(60);
    devices = [aHomeDevice('freezer1', { lastUpdated: last })];
    openConsole(CARDS, MAUD);
    const card = within(await cardOf('freezer1'));
    card.getByText('Normal');
    const silentSince = Date.parse(last);
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 0, silentSince });
    await card.findByText(/^Silent since/);
    expect(card.queryByText('Normal')).toBeNull();
    await waitFor(() => expect(counts()?.[2]).toBe('1silent'));
    v1.stream.tell('reading', aReading('freezer1', 7.25));
    await card.findByText('Normal');
    expect(card.queryByText(/^Silent since/)).toBeNull();
    await waitFor(() => expect(counts()?.[2]).toBe('0silent'));
  });

  it('shows the firing alert, its duration, and that its device is silent too', async () => {
    devices = [aHomeDevice('freezer1', { status: 1, ...silentFor(60) })];
    const open = { ...anEntry('e1', 'freezer1'), triggeredAt: minutesAgo(12.5), clearedAt: null };
    v1.answer('GET /alertLog', ({ state }) => ({
      alertLogs: state === 'firing' ? [open, { ...open, id: 'e2' }, { ...open, deviceName: 'tank1' }] : [],
      pagination: { totalCount: 3 },
    }));
    openConsole(CARDS, MAUD);
    const card = within(await cardOf('freezer1'));
    await card.findByText('Above 30 °C for 12 min, and 1 more');
    card.getByText('Firing');
    card.getByText(/^Silent since/);
  });

  it('is sorted by state, the worst first', async () => {
    devices = [
      aHomeDevice('tank1'),
      aHomeDevice('tank2', { lastUpdated: null }),
      aHomeDevice('tank3', silentFor(60)),
      aHomeDevice('tank4', { status: 1 }),
    ];
    openConsole(CARDS, MAUD);
    await cardOf('tank1');
    expect(aliases()).toEqual([4, 3, 2, 1].map((number) => `Alias of tank${number}`));
  });

  it('appears and disappears with its device', async () => {
    openConsole(CARDS, MAUD);
    await cardOf('freezer1');
    devices = [aHomeDevice('tank1'), aHomeDevice('tank2')];
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'deleted', status: 0, silentSince: null });
    await waitFor(() => expect(aliases()).toEqual(['Alias of tank1', 'Alias of tank2']));
  });
});

describe('the wall of the home page', () => {
  it('shows each device with its state and its first value, the worst first', async () => {
    devices = [aHomeDevice('tank1'), aHomeDevice('freezer1', { status: 1, ...silentFor(60) })];
    const user = openConsole(PAGE, MAUD);
    await user.click(await button('Wall'));
    expect(address()).toBe(`${PAGE}?view=wall`);
    const tiles = within(await screen.findByRole('list', { name: 'Wall' })).getAllByRole('link');
    expect(tiles.map(({ textContent }) => textContent)).toEqual([
      'Alias of freezer1Firing4.5 °C',
      'Alias of tank1Normal4.5 °C',
    ]);
    expect(tiles[0]!.title).toMatch(/Silent since/);
    expect(tiles[1]!.getAttribute('href')).toBe('/dashboard/info/tank1');
  });
});
