/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard, SensorLogRow } from '@telemon/contracts/devices/dashboards';
import { screen, waitFor, within } from '@testing-library/react/pure';
import {
  aDeviceDashboard,
  aReading,
  answerDevicePage,
  minutesAgo,
  onFloor,
} from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { button, columns, row } from '../../testing/screen-steps.ts';
import { aFloor, anEvent } from '../../testing/things.ts';
import { i18nProvider } from '../texts/i18n-provider.ts';
import { isoDay } from '../texts/time.ts';

const PAGE = '/dashboard/info/freezer1';
const LOG = 'GET /deviceDashboard/getSensorLog/:deviceName';
const EVENTS = 'GET /deviceDashboard/getEventData/:deviceName';

let dashboard: DeviceDashboard;
let log: SensorLogRow[];

/** A reading of the log, so many minutes old. */
const aRow = (minutes: number, values: Partial<SensorLogRow>): SensorLogRow => {
  const at = minutesAgo(minutes);
  const none = ['TC', 'TN', 'TM', 'TA'].flatMap((kind) =>
    [1, 2, 3, 4].map((channel) => [`${kind}${channel}`, null]),
  );
  return {
    ...(Object.fromEntries(none) as SensorLogRow),
    timestamp: at,
    receivedAt: at,
    BATTERY: null,
    ...values,
  };
};

beforeEach(() => {
  dashboard = aDeviceDashboard('freezer1');
  answerDevicePage(() => dashboard);
  log = [
    aRow(5, { TC1: 4.5, TN1: 4.25, TM1: 5, TA1: 4.5, BATTERY: 3.7 }),
    aRow(10, { TC1: 4.43, TN1: -0.0001 }),
  ];
  v1.answer(LOG, ({ limit, offset }) => ({
    sensorLog: log.slice(offset, offset + limit),
    pagination: { totalCount: log.length },
  }));
});

afterEach(() => i18nProvider.changeLocale('en'));

const open = async (search = '') => {
  const user = openConsole(`${PAGE}${search}`, MAUD);
  await screen.findAllByText('Normal');
  return user;
};
const panel = () => within(screen.getByRole('tabpanel'));
/** The cells of the table's rows, without the time. */
const cells = () =>
  panel()
    .getAllByRole('row')
    .slice(1)
    .map((one) =>
      within(one)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .toSpliced(1, 1),
    );
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

describe('the sensor log', () => {
  it('lists the readings of the range, the newest first, as the service has them', async () => {
    await open();
    await row('3.70 V');
    expect(await columns()).toEqual([
      'SNo',
      'Timestamp',
      'Air temperature °C',
      'Minimum',
      'Maximum',
      'Average',
      'Battery',
    ]);
    expect(cells()).toEqual([
      ['1', '4.50', '4.25', '5', '4.5', '3.70 V'],
      ['2', '4.43', '0.00', '–', '–', '–'],
    ]);
  });

  it('names the sensor whose minimum, maximum and average stand there', async () => {
    dashboard.sensorTypes.push({ option: '2', sensorName: 'Humidity %' });
    log = [aRow(5, { TC1: 4.5, TC2: 61, TN2: 60, TM2: 62, TA2: 61 })];
    await open('?sensor=2');
    await row('61');
    expect((await columns()).slice(2, 6).map((name) => name.replace('\n', ' '))).toEqual([
      'Air temperature °C',
      'Humidity %',
      'Minimum, Humidity %',
      'Maximum, Humidity %',
    ]);
    expect(cells()).toEqual([['1', '4.5', '61', '60', '62', '61', '–']]);
  });

  it('gets each reading that arrives on top, once', async () => {
    await open();
    await row('3.70 V');
    const at = Date.parse(log[0]!.timestamp);
    v1.stream.tell('reading', { ...aReading('freezer1', 4.5), timestamp: at, receivedAt: at });
    v1.stream.tell('reading', { ...aReading('freezer1', 7.25), battery: 3.65 });
    v1.stream.tell('reading', aReading('tank1', 80));
    await row('3.65 V');
    expect(cells().map(([place, current]) => [place, current])).toEqual([
      ['1', '7.25'],
      ['2', '4.50'],
      ['3', '4.43'],
    ]);
  });

  it('has a reading that arrives late at its place, also beside another one of the same time', async () => {
    // Just after midnight, it belongs to yesterday.
    await open(`?from=${isoDay(Date.now() - 86_400_000)}&to=${isoDay(Date.now())}`);
    await row('3.70 V');
    const late = { ...aReading('freezer1', 4.75), timestamp: Date.parse(log[1]!.timestamp), battery: 3.6 };
    v1.stream.tell('reading', late);
    await row('3.60 V');
    expect(cells().map(([, current]) => current)).toEqual(['4.50', '4.75', '4.43']);
    v1.stream.tell('reading', late);
    v1.stream.tell('reading', { ...late, timestamp: Date.parse(log[1]!.timestamp) - 3 * 86_400_000 });
    v1.stream.tell('reading', { ...aReading('freezer1', 9.5), battery: 3.5 });
    await row('3.50 V');
    expect(cells().map(([, current]) => current)).toEqual(['9.50', '4.50', '4.75', '4.43']);
  });

  it('has its values in the language that the user chooses', async () => {
    const user = await open();
    await row('3.70 V');
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Français' }));
    await row('3,70 V');
    expect(cells()[0]![1]).toBe('4,50');
  });

  it('is turned page by page, and only its first page goes on', async () => {
    log = Array.from({ length: 12 }, (_, number) => aRow(number + 1, { TC1: number }));
    const user = await open();
    await panel().findByText('1-10 of 12');
    await user.click(await button('Go to page 2'));
    await waitFor(() => expect(cells().map(([place]) => place)).toEqual(['11', '12']));
    v1.stream.tell('reading', { ...aReading('freezer1', 7.25), battery: 3.55 });
    await screen.findByRole('img', { name: 'Battery 43 %' });
    expect(cells().map(([, current]) => current)).toEqual(['10', '11']);
  });

  it('says why it cannot be loaded, and tries again', async () => {
    v1.refuseOnce(LOG, { status: 500, message: 'The log is away', requestId: 'r-9' });
    const user = await open();
    await panel().findByText(/^The log is away/);
    screen.getByRole('heading', { name: 'Device Data' });
    await user.click(panel().getByRole('button', { name: 'Retry' }));
    await row('3.70 V');
  });

  it('says that it is not for this role if the service refuses it', async () => {
    v1.refuseOnce(LOG, { status: 403, message: 'No' });
    await open();
    await panel().findByText('Not for your role');
    expect(panel().queryByText('No Data Available')).toBeNull();
    expect(panel().queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(panel().queryByRole('table')).toBeNull();
  });
});

describe('the tabs of a device page', () => {
  it('stand in the address, and leave the dialog of another list behind', async () => {
    const user = await open('?criteria=a1&sensor=1');
    expect(tabs()).toEqual(['Sensor Log', 'Active Alerts', 'Alert Log', 'Active Events', 'Map']);
    await user.click(screen.getByRole('tab', { name: 'Active Events' }));
    await screen.findByText('No events on this device');
    await user.click(screen.getByRole('tab', { name: 'Alert Log' }));
    expect(address()).toBe(`${PAGE}?sensor=1&tab=alert-log`);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Alert Log');
    await user.click(screen.getByRole('tab', { name: 'Sensor Log' }));
    expect(address()).toBe(`${PAGE}?sensor=1`);
  });

  it('show the events of the device', async () => {
    const below = { ...anEvent('ev2', 'freezer1'), eventType: 'Below' as const, setPoint: 4.25 };
    v1.answer(EVENTS, { events: [anEvent('ev1', 'freezer1'), below], pagination: { totalCount: 2 } });
    await open('?tab=active-events');
    const shown = within(await row('Below'));
    expect(await columns()).toEqual(['SNo', 'Sensor', 'Value Type', 'Set Point', 'Event Type', 'Created At']);
    const texts = shown.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(texts.slice(0, 5)).toEqual(['2', 'Temperature °C', 'Current', '4.25 °C', 'Below']);
    expect(v1.askedOf(EVENTS).every(({ deviceName }) => deviceName === 'freezer1')).toBe(true);
  });

  it('show where the device stands', async () => {
    await open('?tab=map');
    await screen.findByRole('region', { name: 'Map' });
    const pin = await screen.findByTitle('Alias of freezer1');
    expect(pin.className).toContain('pin-normal');
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 1, silentSince: null });
    await waitFor(() => expect(screen.getByTitle('Alias of freezer1').className).toContain('pin-firing'));
    // The end of the firing is in the next response alone.
    v1.stream.write('event: reset\ndata: {}\n\n');
    await waitFor(() => expect(screen.getByTitle('Alias of freezer1').className).toContain('pin-normal'));
  });

  it('say that a device of a floor is not on the map', async () => {
    Object.assign(dashboard.deviceInfo, onFloor('f1'), { floorMapId: 'f1' });
    await open('?tab=map');
    await screen.findByText('Not on the map');
    expect(tabs()).toContain('Floor Map');
  });

  it('show the plan of its floor with the device among its neighbours', async () => {
    const { floorData, ...placed } = onFloor('f1');
    Object.assign(dashboard.deviceInfo, placed, { floorData, floorMapId: 'f1' });
    const deviceInfo = { ...dashboard.deviceInfo, sensors: ['Air temperature °C'], channels: [0] };
    v1.answer('GET /floor/:id', aFloor('f1', 'Cellar'));
    v1.answer('GET /getDevicesByFloor/:floorId', {
      devices: [
        { ...deviceInfo, floorData, present: { current: [4.5, null, null, null] } },
        {
          ...deviceInfo,
          deviceName: 'tank1',
          deviceAlias: 'The tank1',
          floorData: { ...floorData, xValue: 90 },
          present: { current: [null, null, null, null] },
        },
      ],
    });
    const user = await open();
    await user.click(screen.getByRole('tab', { name: 'Floor Map' }));
    await button('Alias of freezer1, this device: Normal, 4.5 °C');
    await button('The tank1: Normal');
    expect(address()).toBe(`${PAGE}?tab=floor-map`);
  });

  it('say that the device has lost its floor', async () => {
    dashboard.deviceInfo.locationMode = 'Map';
    await open('?tab=floor-map');
    await screen.findByText('On no floor');
  });

  it('have no floor map for a device on the map, even where the address asks for it', async () => {
    await open('?tab=floor-map');
    await row('3.70 V');
    expect(tabs()).not.toContain('Floor Map');
  });
});
