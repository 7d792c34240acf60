/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { expect, it } from '@jest/globals';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { Reading } from '@telemon/contracts/readings';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { aDeviceDashboard, aReading, answerDevicePage } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { row } from '../../testing/screen-steps.ts';
import { aDevice } from '../../testing/things.ts';
import '../../testing/room.ts';

const CHIP = 'Late readings';

const lateBy = (minutes: number): Reading => {
  const reading = aReading('freezer1', 4.5);
  return { ...reading, timestamp: reading.receivedAt - minutes * MINUTE_MS, late: minutes > 15 };
};
const openPageAfter = ({ receivedAt, timestamp }: Reading) => {
  const page = aDeviceDashboard('freezer1');
  const lastUpdated = new Date(receivedAt).toISOString();
  const deviceInfo = { ...page.deviceInfo, lastUpdated, lateByMs: receivedAt - timestamp };
  answerDevicePage(() => ({ ...page, deviceInfo }));
  return openConsole('/dashboard/info/freezer1', MAUD);
};

it('The page of a device whose last reading came over 15 minutes late says so, and the consequence for its alerts', async () => {
  const user = openPageAfter(lateBy(60));
  await user.hover(await screen.findByText(CHIP));
  expect((await screen.findByRole('tooltip')).textContent).toMatch(
    /^The last reading came 1 h 0 min after its timestamp\. Readings more than 15 minutes late .* start and end no alert\./,
  );
});

it('The note about late readings follows the readings as they come', async () => {
  openPageAfter({
    ...lateBy(14),
    receivedAt: Date.now() - 2 * MINUTE_MS,
    timestamp: Date.now() - 16 * MINUTE_MS,
  });
  await screen.findByRole('list', { name: 'Present values' });
  expect(screen.queryByText(CHIP)).toBeNull();
  v1.stream.tell('reading', lateBy(20));
  await screen.findByText(CHIP);
  v1.stream.tell('reading', lateBy(0));
  await waitFor(() => expect(screen.queryByText(CHIP)).toBeNull());
});

it('The note ignores readings that a device sends again after it was offline, and the present values stay', async () => {
  const receivedAt = Date.now() - 2 * MINUTE_MS;
  openPageAfter({ ...lateBy(0), receivedAt, timestamp: receivedAt });
  const values = within(await screen.findByRole('list', { name: 'Present values' }));
  await values.findByText(/^4\.5/);
  v1.stream.tell('reading', { ...lateBy(60), current: [99, null, null, null], battery: 3.55 });
  await screen.findByText('just now');
  values.getByText(/^4\.5/);
  screen.getByRole('img', { name: 'Battery 89 %' });
  expect(screen.queryByText(CHIP)).toBeNull();
});

it('Manage Devices marks a device with late readings, too', async () => {
  const slow = { ...aDevice('room1'), lastUpdated: new Date().toISOString(), lateByMs: 16 * MINUTE_MS };
  v1.answer('GET /device', { devices: [slow, aDevice('room2')], pagination: { totalCount: 2 } });
  openConsole('/dashboard/device', MAUD);
  within(await row('room1')).getByText(CHIP);
  expect(within(await row('room2')).queryByText(CHIP)).toBeNull();
  v1.stream.tell('reading', aReading('room1', 4.5));
  await waitFor(() => expect(screen.queryByText(CHIP)).toBeNull());
});
