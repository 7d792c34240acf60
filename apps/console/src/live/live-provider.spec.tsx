/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { aDeviceDashboard, aReading, answerDevicePage } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('A page that is hidden before its next frame goes on with what comes', async () => {
  answerDevicePage(() => aDeviceDashboard('freezer1'));
  openConsole('/dashboard/info/freezer1', MAUD);
  await screen.findByText('Normal');
  const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  v1.stream.tell('reading', { ...aReading('freezer1', 4.5), battery: 3.55 });
  await screen.findByRole('img', { name: 'Battery 43 %' });
  expect(frames).toHaveBeenCalled();
});

it('A response that takes longer than the next change is not asked for in vain', async () => {
  openConsole('/dashboard/home', MAUD);
  await screen.findByText('to acknowledge');
  const asked = () => v1.askedOf('GET /alertLog').length;
  const askedHome = () => v1.askedOf('GET /dashboard/').length;
  const change = () =>
    v1.stream.tell('alert', { deviceName: 'room1', alertId: 'a1', entryId: 'e1', change: 'cleared' });
  const before = asked();
  const answer = v1.holdBack('GET /alertLog');
  change();
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  const [underWay, home] = [asked(), askedHome()];
  change();
  v1.stream.tell('place', { place: 'floor', id: 'f1', change: 'updated' });
  await waitFor(() => expect(askedHome()).toBeGreaterThan(home));
  expect(asked()).toBe(underWay);
  answer();
  await waitFor(() => expect(asked()).toBeGreaterThan(underWay));
});
