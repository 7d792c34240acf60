/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import { screen } from '@testing-library/react/pure';
import { aDeviceDashboard, aReading, answerDevicePage, minutesAgo } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { facts } from '../../testing/screen-steps.ts';
import { rowOf } from './log-rows.ts';

const PAGE = '/dashboard/info/freezer1';

let dashboard: DeviceDashboard;

beforeEach(() => {
  dashboard = aDeviceDashboard('freezer1');
  dashboard.deviceInfo.template = 'Ultrasonic';
  answerDevicePage(() => dashboard);
});

/** Log rows, the newest first. */
const lastThree = (...levels: (number | null)[]) =>
  levels.map((TC1, place) =>
    rowOf({ ...aReading('freezer1', TC1), timestamp: Date.parse(minutesAgo(place + 5)) }),
  );

describe('the page of a tank', () => {
  it('shows the level of a tank, its depth, its rain and its battery', async () => {
    dashboard.deviceInfo.metaData.IMEI = '490154203237518';
    dashboard.sensorTypes = [{ option: '1', sensorName: 'Level cm' }];
    dashboard.graphData.rainSummary = 12.5;
    dashboard.latestData.lastThree = lastThree(150, 300, null);
    openConsole(PAGE, MAUD);
    await screen.findByRole('img', { name: '50 % full' });
    expect(facts()).toEqual(
      expect.arrayContaining([
        ['IMEI', '490154203237518'],
        ['Level', '50 %'],
        ['Maximum depth', '600 cm'],
        ['Application', 'Fill'],
        ['Rain Summary', '12.5 mm'],
        ['Battery', '89 % · 3.71 V'],
      ]),
    );
    expect(screen.getByRole('meter', { name: 'Battery' }).getAttribute('aria-valuenow')).toBe('89');
    v1.stream.tell('reading', aReading('freezer1', 450));
    await screen.findByRole('img', { name: '75 % full' });
  });

  it('warns of a tank that must not overflow, by the mean of its last three readings', async () => {
    Object.assign(dashboard.deviceInfo.deviceMetaData, { valueType: 'Average', applicationType: 'Overflow' });
    dashboard.latestData.lastThree = lastThree(450, 450, 300);
    openConsole(PAGE, MAUD);
    await screen.findByRole('img', { name: '67 % full' });
    expect(screen.queryByText('Too high')).toBeNull();
    v1.stream.tell('reading', aReading('freezer1', 600));
    await screen.findByText('Too high');
    screen.getByRole('img', { name: '83 % full' });
  });

  it('counts each of the last three readings once, and none that is older', async () => {
    Object.assign(dashboard.deviceInfo.deviceMetaData, { valueType: 'Average' });
    // The server's clock is ahead of the browser's: a response may hold a reading that seems to come after it.
    const ahead = { ...aReading('freezer1', 600), receivedAt: Date.now() + 60_000 };
    openConsole(PAGE, MAUD);
    await screen.findByRole('img', { name: 'The level is not known yet' });
    v1.stream.tell('reading', ahead);
    await screen.findByRole('img', { name: '100 % full' });
    dashboard.latestData.lastThree = [rowOf(ahead), ...lastThree(300, 0)];
    v1.stream.tell('device', { deviceName: 'freezer1', change: 'presence', status: 0, silentSince: null });
    await screen.findByRole('img', { name: '50 % full' });
    const offline = { timestamp: Date.parse(minutesAgo(60)), receivedAt: Date.now() + 60_001, battery: 3.4 };
    v1.stream.tell('reading', { ...aReading('freezer1', 0), ...offline });
    v1.stream.tell('reading', { ...aReading('freezer1', 600), receivedAt: Date.now() + 60_002 });
    await screen.findByRole('img', { name: '83 % full' });
    expect(screen.getByRole('meter', { name: 'Battery' }).getAttribute('aria-valuenow')).toBe('89');
  });
});
