/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import type { RouteName } from '@telemon/contracts/routes';
import { aDeviceDashboard, aHomeDevice, answerDevicePage } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import { ASKED_AGAIN_AFTER_S } from './query-client.ts';

const FAILED = 'This could not be loaded';
const dashboard = aDeviceDashboard('freezer1');

const { setTimeout: trueTimeout } = globalThis;

// Not a mock of Jest's: with one, the testing library takes the time for stopped.
beforeEach(() => {
  globalThis.setTimeout = ((work: () => void, ms?: number) =>
    trueTimeout(work, ms === ASKED_AGAIN_AFTER_S * 1_000 ? 300 : ms)) as typeof setTimeout;
});
afterEach(() => {
  globalThis.setTimeout = trueTimeout;
});

const PAGES: [address: string, route: RouteName, answer: () => void, shown: string][] = [
  [
    '/dashboard/home?view=cards',
    'GET /dashboard/',
    () => v1.answer('GET /dashboard/', { deviceData: [aHomeDevice('tank1')], mapData: [], buildingData: [] }),
    'Alias of tank1',
  ],
  [
    '/dashboard/location',
    'GET /location',
    () =>
      v1.answer('GET /location', {
        data: [{ id: 'l1', locationName: 'Lyon' }],
        pagination: { totalCount: 1 },
      }),
    'Lyon',
  ],
  [
    '/dashboard/info/freezer1',
    'GET /deviceDashboard/:deviceName',
    () => answerDevicePage(() => dashboard),
    'Normal',
  ],
];

describe('a page whose first answer failed', () => {
  it.each(PAGES)('%s loads by itself, and keeps the failure in sight until then', async (...given) => {
    const [address, route, answer, shown] = given;
    if (address.includes('info')) answer();
    v1.refuse(route, { status: 503, message: 'Not now' });
    openConsole(address, address.includes('info') ? MAUD : ADA);
    await screen.findByText(FAILED);
    const before = v1.askedOf(route).length;
    const letAnswer = v1.holdBack(route);
    await waitFor(() => expect(v1.askedOf(route).length).toBeGreaterThan(before));
    screen.getByText(FAILED);
    answer();
    letAnswer();
    await screen.findByText(shown);
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  it('of an edited record loads by itself without notices', async () => {
    v1.refuse('GET /user/:id', { status: 503, message: 'Not now' });
    openConsole(`/dashboard/user/${MAUD.id}`, ADA);
    await screen.findByText(FAILED);
    await waitFor(() => expect(v1.askedOf('GET /user/:id').length).toBeGreaterThan(2));
    expect(screen.queryByText('Element does not exist')).toBeNull();
    v1.answer('GET /user/:id', MAUD);
    await screen.findByDisplayValue(MAUD.name);
  });
});
