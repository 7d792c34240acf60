/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { NO_PRESENCE } from '@telemon/contracts/devices/presence';
import { screen, waitFor, within } from '@testing-library/react/pure';
import {
  aDeviceDashboard,
  aReading,
  answerDevicePage,
  minutesAgo,
  silentFor,
  withoutReadings,
} from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { button, facts } from '../../testing/screen-steps.ts';
import { aDeadline, anEntry } from '../../testing/things.ts';
import { isoDay, isoEndOfDay, isoStartOfDay } from '../texts/time.ts';

const PAGE = '/dashboard/info/freezer1';
const ROUTE = 'GET /deviceDashboard/:deviceName';

let dashboard: DeviceDashboard;

beforeEach(() => {
  dashboard = aDeviceDashboard('freezer1');
  answerDevicePage(() => dashboard);
});

const refuse = (status: number, message: string) => v1.refuse(ROUTE, { status, message, requestId: 'r-9' });
const heading = (name: string) => screen.findByRole('heading', { name });

describe('the page of a device', () => {
  it('keeps its layout while it loads, and says nothing that may be untrue', async () => {
    const answer = v1.holdBack(ROUTE);
    openConsole(PAGE, MAUD);
    for (const name of ['Device Data', 'Intelligence']) await heading(name);
    screen.getByRole('tab', { name: 'Sensor Log' });
    for (const untrue of ['No sensor', 'No Data Available', 'Not Reported', 'Normal']) {
      expect(screen.queryByText(untrue)).toBeNull();
    }
    answer();
    await screen.findByText('Normal');
    expect(v1.askedOf(ROUTE)[0]).toMatchObject({ deviceName: 'freezer1', sensor: '1' });
  });

  it('shows the device, its state and its values', async () => {
    openConsole(PAGE, MAUD);
    await screen.findByText('Normal');
    expect(facts()).toEqual([
      ['Name', 'freezer1'],
      ['Updated', '5 min ago'],
      ['Battery', '3.71 V Battery 89 %'],
      ['Highest', expect.stringMatching(/^4\.5 °C/)],
      ['Lowest', expect.stringMatching(/^4 °C/)],
      ['Minimum', '4 °C'],
      ['Maximum', '4.5 °C'],
      ['Average', '4.25 °C'],
      ['MQTT', 'Never connected\u00a0'],
      ['Protocol', '–'],
      ['Address', '–'],
    ]);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Device').value).toBe('The freezer1'));
    expect(screen.queryByTitle('Firing')).toBeNull();
  });

  it('shows the connection and the last refusal, and their changes', async () => {
    const refused = { because: 'bad-login', at: minutesAgo(3.5), address: '10.0.0.9' } as const;
    const connection = { address: '10.0.0.7', protocol: 'MQTT 5', tls: true } as const;
    dashboard.deviceInfo.presence = { ...NO_PRESENCE, refused };
    openConsole(PAGE, MAUD);
    await screen.findByText('Never connected');
    const panel = within((await heading('Connection')).parentElement!);
    panel.getByText('3 min ago');
    panel.getByText('Wrong password, from 10.0.0.9');
    dashboard.deviceInfo.presence = { connected: true, since: minutesAgo(1.5), ...connection, refused };
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'presence', status: 0, silentSince: null });
    await panel.findByText('Connected');
    expect(facts()).toEqual(
      expect.arrayContaining([
        ['MQTT', 'Connected1 min ago'],
        ['Protocol', 'MQTT 5 over TLS'],
        ['Address', '10.0.0.7'],
        ['Last refused', '3 min ago'],
      ]),
    );
  });

  it('shows the present value of each sensor, and new ones as they come', async () => {
    dashboard.sensorTypes = [
      { option: '1', sensorName: 'Temperature °C' },
      { option: '3', sensorName: 'Humidity %' },
    ];
    dashboard.latestData.TC1 = 4.25;
    dashboard.latestData.TC3 = null;
    openConsole(PAGE, MAUD);
    const values = within(await screen.findByRole('list', { name: 'Present values' }));
    const shown = () => values.getAllByRole('listitem').map(({ textContent }) => textContent);
    await waitFor(() => expect(shown()).toEqual(['4.25 °CTemperature', '– %Humidity']));
    v1.stream.tell('reading', { ...aReading('freezer1', 4.5), current: [4.5, null, 61, null] });
    await waitFor(() => expect(shown()).toEqual(['4.5 °CTemperature', '61 %Humidity']));
  });

  it('shows signal and SIM where they are sent, and the rain of a device that measures it', async () => {
    Object.assign(dashboard.deviceInfo.metaData, { RSSI: -71, SIMID: '8988303' });
    Object.assign(dashboard.graphData, { rainData: [null, 1.5], rainSummary: 1.5 });
    openConsole(PAGE, MAUD);
    await screen.findByText('Normal');
    expect(facts()).toEqual(
      expect.arrayContaining([
        ['Signal', '-71 dBm'],
        ['SIM', '8988303'],
        ['Rain Summary', '1.5 mm'],
      ]),
    );
  });

  const firing = (id: string) => ({
    ...anEntry(id, 'freezer1'),
    triggeredAt: minutesAgo(12.5),
    clearedAt: null,
  });
  const critical = { severity: 'critical' as const, criteria: { values: [40], timePeriod: null } };
  it.each([
    [
      'which rule fires and for how long',
      'Firing: Above 30 °C for 12 min, and 1 more',
      () => [firing('e1'), firing('e2')],
    ],
    [
      'the most severe of the rules that fire',
      'Firing: Critical: Above 40 °C for 12 min, and 1 more',
      () => [firing('e1'), { ...firing('e2'), ...critical }],
    ],
    [
      'for how long a set point was not reached',
      'Firing: 30 °C not reached for 6 h 12 min',
      () => [{ ...aDeadline('e1', 'freezer1'), triggeredAt: minutesAgo(12.5) }],
    ],
  ])('shows %s, and marks the chart', async (_, words, entries) => {
    dashboard.deviceInfo.status = 1;
    const alertLogs = entries();
    v1.answer('GET /deviceDashboard/getAlertLogData/:deviceName', ({ state }) => ({
      alertLogs: state === 'firing' ? alertLogs : [],
      pagination: { totalCount: alertLogs.length },
    }));
    openConsole(PAGE, MAUD);
    await screen.findByText(words);
    screen.getByTitle('Firing');
  });

  it('shows at once that the device starts and stops firing', async () => {
    openConsole(PAGE, MAUD);
    await screen.findByText('Normal');
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 1, silentSince: null });
    await screen.findByTitle('Firing');
    expect(screen.queryByText('Normal')).toBeNull();
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'status', status: 0, silentSince: null });
    await screen.findByText('Normal');
    expect(screen.queryByTitle('Firing')).toBeNull();
  });

  it('shows since when the device is silent, until it speaks again', async () => {
    Object.assign(dashboard.deviceInfo, silentFor(60.5));
    openConsole(PAGE, MAUD);
    await screen.findByText(/^Silent since/);
    screen.getByText('1 h ago');
    v1.stream.tell('reading', { ...aReading('freezer1', 4.5), battery: 3.55 });
    await screen.findByText('Normal');
    screen.getByText('just now');
    screen.getByRole('img', { name: 'Battery 43 %' });
  });

  it.each([
    ['manager', MAUD, /the key beside the device in Manage Devices makes a new one/],
    ['assistant', ASA, 'The password was shown to whoever added the device.'],
  ])('shows the %s how a device sends its first reading', async (_, person, words) => {
    dashboard = withoutReadings(dashboard);
    openConsole(PAGE, person);
    await screen.findByText('Waiting for the first reading');
    screen.getByText(/devices\/freezer1\/telemetry/);
    screen.getByText(words);
    screen.getByText('Not Reported');
    await screen.findByText('Nothing has come from this device yet. Its first reading will stand here.');
    expect(screen.queryByText(/Another sensor or other dates/)).toBeNull();
    expect(facts()).toContainEqual(['Average', '– °C']);
    expect(facts().map(([name]) => name)).not.toContain('Battery');
  });

  it('says that there are no data in a range without readings', async () => {
    dashboard = withoutReadings(dashboard);
    dashboard.deviceInfo.lastUpdated = minutesAgo(60);
    dashboard.latestData.timestamp = minutesAgo(3 * 24 * 60 + 1);
    const user = openConsole(PAGE, MAUD);
    await waitFor(() => expect(screen.getAllByText('No Data Available')).toHaveLength(2));
    expect(screen.getAllByText('3 days ago')).toHaveLength(2);
    expect(screen.getAllByText(/^Nothing was measured in this range\./)).toHaveLength(2);
    expect(screen.queryByText(/telemetry/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show as a table' })).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Show its day' })[0]!);
    const day = isoDay(Date.parse(dashboard.latestData.timestamp));
    const range = { fromDate: isoStartOfDay(day), toDate: isoEndOfDay(day) };
    await waitFor(() => expect(v1.askedOf(ROUTE).at(-1)).toMatchObject(range));
  });
});

describe('the page of a device that cannot be loaded', () => {
  it('says why, until another range is chosen', async () => {
    refuse(422, 'This is too much to show, narrow the range');
    const user = openConsole(PAGE, MAUD);
    await screen.findByText(/^This is too much to show, narrow the range/);
    screen.getByText('(request r-9)');
    expect(screen.queryByRole('tab')).toBeNull();
    v1.answer(ROUTE, dashboard);
    await user.click(await button('7 d'));
    await heading('Device Data');
    expect(screen.queryByText(/^This is too much/)).toBeNull();
  });

  it('shows the device after a retry', async () => {
    refuse(500, 'The devices service is down');
    const user = openConsole(PAGE, MAUD);
    const retry = await button('Retry');
    v1.answer(ROUTE, dashboard);
    await user.click(retry);
    await screen.findByText('Normal');
  });

  it('says that it is not for the role of the user, without a retry', async () => {
    refuse(403, 'Not for your role');
    openConsole(PAGE, MAUD);
    await screen.findByRole('heading', { name: 'Not for your role' });
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByText('No Data Available')).toBeNull();
  });

  it('says that there is no such device, and leaves nothing of one that was seen before', async () => {
    openConsole(PAGE, MAUD);
    await screen.findByText('Normal');
    refuse(404, 'There is no device freezer1');
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'deleted', status: 0, silentSince: null });
    const title = await screen.findByRole('heading', { name: 'There is no device freezer1' });
    const next = within(title.parentElement!).getByRole('link', { name: 'Manage Devices' });
    expect(next.getAttribute('href')).toBe('/dashboard/device');
    expect(screen.queryByRole('heading', { name: 'Device Data' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('keeps the last data with its age, and has one Retry for all of the page', async () => {
    const log = 'GET /deviceDashboard/getSensorLog/:deviceName';
    const user = openConsole(PAGE, MAUD);
    await screen.findByText('Normal');
    await screen.findByText('No Data Available');
    refuse(500, 'The devices service is down');
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'updated', status: 0, silentSince: null });
    const banner = within(await screen.findByRole('alert'));
    banner.getByText(/The devices service is down.*Shown as of /);
    screen.getByText('Normal');
    expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1);
    v1.answer(ROUTE, dashboard);
    const before = v1.askedOf(log).length;
    await user.click(banner.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(v1.askedOf(log).length).toBeGreaterThan(before);
  });
});
