/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import type { Reading } from '@telemon/contracts/readings';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { aDeviceDashboard, aReading, answerDevicePage } from '../../testing/dashboards.ts';
import { Refused } from '../../testing/fake-v1.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { rowOf } from './log-rows.ts';

const SEND = 'POST /device/:deviceName/testReading';
const SEND_IT = { name: 'Send a test reading' };

/** The device's page, before anything came from it, and with its readings. */
const pageWith = (...readings: Reading[]): DeviceDashboard => {
  const page = aDeviceDashboard('freezer1');
  const [newest] = readings;
  const oldestFirst = readings.toReversed();
  const nothing = readings.map(() => null);
  return {
    ...page,
    graphData: {
      ...page.graphData,
      timeStamp: oldestFirst.map(({ timestamp }) => new Date(timestamp).toISOString()),
      current: oldestFirst.map(({ current }) => current[0] ?? null),
      minimum: nothing,
      maximum: nothing,
      average: nothing,
      rainData: nothing,
    },
    deviceInfo: {
      ...page.deviceInfo,
      lastUpdated: newest ? new Date(newest.receivedAt).toISOString() : null,
    },
    latestData: { ...page.latestData, battery: null, lastThree: readings.map(rowOf) },
  };
};
let readings: Reading[];
const marks = () => screen.queryAllByText('Test');

beforeEach(() => {
  readings = [];
  answerDevicePage(() => pageWith(...readings));
  v1.answer('GET /deviceDashboard/getSensorLog/:deviceName', () => ({
    sensorLog: readings.map(rowOf),
    pagination: { totalCount: readings.length },
  }));
  v1.answer(SEND, null);
});

/** A reading comes over the stream, and is in every answer from now on. */
const come = (reading: Reading) => {
  readings = [reading, ...readings];
  v1.stream.tell('reading', reading);
};

describe('a test reading', () => {
  it('is sent by a button, and shown as a test beside the time and in the log, until the device speaks', async () => {
    const user = openConsole('/dashboard/info/freezer1', MAUD);
    await user.click(await screen.findByRole('button', SEND_IT));
    await screen.findByRole('button', { name: 'Sent: it will be here in a moment' });
    expect(v1.askedOf(SEND)).toEqual([{ deviceName: 'freezer1' }]);
    come({ ...aReading('freezer1', 21.5), test: true });
    await waitFor(() => expect(marks()).toHaveLength(2));
    expect(within(screen.getByRole('tabpanel')).getAllByText('Test')).toHaveLength(1);
    expect(screen.queryByRole('button', SEND_IT)).toBeNull();
    come(aReading('freezer1', 4.5));
    await waitFor(() => expect(marks()).toHaveLength(1));
    within(screen.getByRole('tabpanel')).getByText('Test');
  });

  it('is sent once, however often the button is clicked', async () => {
    const answer = v1.holdBack(SEND);
    const user = openConsole('/dashboard/info/freezer1', MAUD);
    const button = await screen.findByRole('button', SEND_IT);
    await user.click(button);
    await user.click(button);
    answer();
    await screen.findByRole('button', { name: /^Sent/ });
    await user.click(screen.getByRole('button', { name: /^Sent/ }));
    expect(v1.askedOf(SEND)).toHaveLength(1);
  });

  it('that fails can be sent again', async () => {
    v1.refuseOnce(SEND, { status: 503, message: 'Not available right now' });
    const user = openConsole('/dashboard/info/freezer1', MAUD);
    await user.click(await screen.findByRole('button', SEND_IT));
    await screen.findByText('Not available right now');
    await user.click(screen.getByRole('button', SEND_IT));
    await screen.findByRole('button', { name: /^Sent/ });
  });

  it('that comes too late is refused, and the page shows the reading that came first', async () => {
    v1.answer(SEND, () => {
      readings = [aReading('freezer1', 4.5)];
      throw new Refused({ status: 409, message: 'The device has readings already' });
    });
    const user = openConsole('/dashboard/info/freezer1', MAUD);
    await user.click(await screen.findByRole('button', SEND_IT));
    await screen.findByText('The device has readings already');
    await waitFor(() => expect(screen.queryByRole('button', SEND_IT)).toBeNull());
  });

  it('is not sent by assistants', async () => {
    openConsole('/dashboard/info/freezer1', ASA);
    await screen.findByText('Waiting for the first reading');
    await screen.findByText(/A first reading can be sent from a terminal/);
    expect(screen.queryByRole('button', SEND_IT)).toBeNull();
  });
});
