/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import type { Reading } from '@telemon/contracts/readings';
import { screen, waitFor } from '@testing-library/react/pure';
import { aDeviceDashboard, aReading, answerDevicePage } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { rowOf } from './log-rows.ts';

const MINUTE_MS = 60_000;
const CHIP = 'Late readings';

const lateBy = (minutes: number): Reading => {
  const reading = aReading('freezer1', 4.5);
  return { ...reading, timestamp: reading.receivedAt - minutes * MINUTE_MS, late: minutes > 15 };
};
const pageAfter = (reading: Reading): DeviceDashboard => {
  const page = aDeviceDashboard('freezer1');
  return {
    ...page,
    deviceInfo: { ...page.deviceInfo, lastUpdated: new Date(reading.receivedAt).toISOString() },
    latestData: { ...page.latestData, lastThree: [rowOf(reading)] },
  };
};

it('The page of a device whose last reading came over 15 minutes late says so, and what that means for its alerts', async () => {
  const page = pageAfter(lateBy(60));
  answerDevicePage(() => page);
  const user = openConsole('/dashboard/info/freezer1', MAUD);
  await user.hover(await screen.findByText(CHIP));
  expect((await screen.findByRole('tooltip')).textContent).toMatch(
    /^The last reading came 1 h 0 min after its timestamp\. Readings more than 15 minutes late .* start and end no alert\./,
  );
});

it('It follows the readings as they come', async () => {
  const page = pageAfter(lateBy(15));
  answerDevicePage(() => page);
  openConsole('/dashboard/info/freezer1', MAUD);
  await screen.findByRole('list', { name: 'Present values' });
  expect(screen.queryByText(CHIP)).toBeNull();
  v1.stream.tell('reading', lateBy(16));
  await screen.findByText(CHIP);
  v1.stream.tell('reading', lateBy(0));
  await waitFor(() => expect(screen.queryByText(CHIP)).toBeNull());
});
