/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react/pure';
import type { User } from '@telemon/contracts/auth/users';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { widenTo } from '../../testing/browser.ts';
import { ADA, ASA, MAUD } from '../../testing/people.ts';
import { button, dialog, fill, hears, menu, row } from '../../testing/screen-steps.ts';
import { keepSession } from '../data/session.ts';

const OF_ALL = [
  ['home', 'Dashboard'],
  ['info', 'Device Dashboard'],
  ['device', 'Manage Devices'],
  ['alert', 'Manage Alerts'],
  ['event', 'Manage Events'],
  ['udpLogs', 'UDP Logs'],
  ['autoReport', 'Report'],
  ['profile', 'Profile'],
] as const;
const OF_MANAGERS = [
  ['assignDevice', 'Assign Devices'],
  ['sensor', 'Sensors Types'],
  ['user', 'Manage Users'],
  ['building', 'Manage Building'],
  ['floor', 'Manage Floor Map'],
] as const;

/** Hidden by a media query for wide windows, which jsdom always applies. */
const menuButton = () => screen.findByLabelText('Open menu');

const isSentHome = async (path: string, user: User) => {
  openConsole(path, user);
  await waitFor(() => expect(address()).toBe('/dashboard/home'));
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 });
};

/** Expects a page's title in the bar and in the browser's tab. */
const hasTitle = async (path: string, title: string, user: User) => {
  v1.answer('GET /user/:id', user);
  openConsole(`/dashboard/${path}`, user);
  await screen.findByRole('heading', { name: title, level: 1 });
  await waitFor(() => expect(document.title).toBe(`${title} · Telemon`));
  expect(address()).toBe(`/dashboard/${path}`);
};

describe('an admin', () => {
  it('has users and locations in the menu, under headings without links', async () => {
    const user = openConsole('/dashboard/profile', ADA);
    expect(await menu()).toEqual([
      'Dashboard',
      'Devices',
      'Manage Devices',
      'Assign Devices',
      'MQTT Logs',
      'UDP Logs',
      'Unknown Devices',
      'UDP Routing',
      'Data Routing',
      'Sensors Types',
      'Users',
      'Manage Users',
      'Alerts',
      'Manage Alerts',
      'Manage Events',
      'Locations',
      'Manage Locations',
      'Manage Building',
      'Manage Floor Map',
      'Report',
      'API',
    ]);
    await user.click(screen.getByRole('button', { name: 'Locations' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Manage Locations' })).toBeNull());
    expect(address()).toBe('/dashboard/profile');
    await user.click(screen.getByRole('button', { name: 'Locations' }));
    await screen.findByRole('link', { name: 'Manage Locations' });
  });

  it.each([
    ...OF_ALL,
    ...OF_MANAGERS,
    ['mqttLogs', 'MQTT Logs'],
    ['location', 'Manage Locations'],
    ['udp-routing', 'UDP Routing'],
    ['unknownDevice', 'Unknown Devices'],
    ['data-routing', 'Data Routing'],
  ])('opens %s under the title %s', (path, title) => hasTitle(path, title, ADA));
});

describe('a manager', () => {
  it('has users, buildings and floors in the menu, but no locations', async () => {
    openConsole('/dashboard/profile', MAUD);
    const entries = await menu();
    expect(entries).toEqual(expect.arrayContaining(['Manage Users', 'Manage Building', 'Manage Floor Map']));
    expect(entries).not.toContain('Manage Locations');
  });

  it('has the MQTT logs in the menu as soon as the session has the right to them', async () => {
    openConsole('/dashboard/profile', MAUD);
    expect(await menu()).not.toContain('MQTT Logs');
    act(() => keepSession({ user: { ...MAUD, mqttAdmin: 'Active' }, token: 'token-2' }));
    expect(await menu()).toContain('MQTT Logs');
  });

  it.each([...OF_ALL, ...OF_MANAGERS])('opens %s under the title %s', (path, title) =>
    hasTitle(path, title, MAUD),
  );

  it('is redirected from the locations', () => isSentHome('/dashboard/location', MAUD));

  it('is redirected from UDP routing', () => isSentHome('/dashboard/udp-routing', MAUD));

  it('is redirected from the unknown devices', () => isSentHome('/dashboard/unknownDevice', MAUD));
  it('is redirected from data routing', () => isSentHome('/dashboard/data-routing', MAUD));
});

describe('an assistant', () => {
  it('has only the dashboard, the alerts, the events and the report in the menu', async () => {
    openConsole('/dashboard/profile', ASA);
    expect(await menu()).toEqual(['Dashboard', 'Alerts', 'Manage Alerts', 'Manage Events', 'Report']);
  });

  it.each(OF_ALL)('opens %s under the title %s', (path, title) => hasTitle(path, title, ASA));

  it.each([
    'user',
    'user/create',
    'location',
    'sensor',
    'assignDevice',
    'floor',
    'udp-routing',
    'data-routing',
  ])('is redirected from %s', (path) => isSentHome(`/dashboard/${path}`, ASA));
});

describe('the frame', () => {
  it.each(['/', '/dashboard', '/dashboard/dashboard'])('redirects from %s to the dashboard', (path) =>
    isSentHome(path, ADA),
  );

  it('links from an unknown address to the dashboard', async () => {
    const user = openConsole('/dashboard/nowhere', ADA);
    await screen.findByRole('heading', { name: 'There is no such page' });
    const picture = within(document.getElementById('main-content')!);
    await user.click(picture.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(address()).toBe('/dashboard/home'));
  });

  it('leads to the dashboard, the alerts and the profile from the bar of every page', async () => {
    v1.answer('GET /user/:id', ADA);
    const user = openConsole('/dashboard/user', ADA);
    const bar = within(await screen.findByRole('banner'));
    await user.click(bar.getByRole('link', { name: 'Alerts' }));
    await waitFor(() => expect(address()).toBe('/dashboard/alert'));
    await user.click(bar.getByRole('link', { name: 'Dashboard' }));
    await waitFor(() => expect(address()).toBe('/dashboard/home'));
    await user.click(bar.getByRole('button', { name: 'Profile' }));
    await screen.findByRole('menuitem', { name: 'Logout' });
    await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
    await waitFor(() => expect(address()).toBe('/dashboard/profile'));
  });

  it('has a drawer in a narrow window, which closes when the user opens a page or widens the window', async () => {
    widenTo(959);
    const user = openConsole('/dashboard/user', ADA);
    const pages = () => screen.queryByRole('navigation', { name: 'Pages' });
    await user.click(await menuButton());
    await screen.findByRole('navigation', { name: 'Pages' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(pages()).toBeNull());
    await user.click(await menuButton());
    await user.click(await screen.findByRole('link', { name: 'Manage Locations' }));
    await screen.findByRole('heading', { name: 'Manage Locations', level: 1 });
    await waitFor(() => expect(pages()).toBeNull());
    widenTo(960);
    await waitFor(() => expect(pages()).not.toBeNull());
  });

  it("covers the screen during a user's action, but not during a background request", async () => {
    const answerList = v1.holdBack('GET /location');
    v1.answer('POST /location', ({ locationName }) => ({ id: 'l1', locationName }));
    const user = openConsole('/dashboard/location/create', ADA);
    const form = await dialog('Add Location');
    expect(document.querySelector('[aria-busy=true]')).not.toBeNull();
    expect(screen.queryByText('One moment')).toBeNull();
    answerList();
    const answerSave = v1.holdBack('POST /location');
    await fill(user, within(form).getByLabelText('Location Name'), 'Annecy');
    await user.click(within(form).getByRole('button', { name: 'Add Location' }));
    await screen.findByText('One moment');
    answerSave();
    await hears('Location created');
    await waitFor(() => expect(screen.queryByText('One moment')).toBeNull());
  });

  it('marks a clicked menu entry at once', async () => {
    const answer = v1.holdBack('GET /location');
    const user = openConsole('/dashboard/profile', ADA);
    const link = await screen.findByRole('link', { name: 'Manage Locations' });
    expect(link.getAttribute('aria-current')).toBeNull();
    await user.click(link);
    expect(link.getAttribute('aria-current')).toBe('page');
    answer();
    await screen.findByRole('heading', { name: 'Manage Locations', level: 1 });
    expect(screen.getByRole('link', { current: 'page' })).toBe(link);
  });

  it('lists its earlier notices under Messages', async () => {
    const rows = [{ id: 'l1', locationName: 'Annecy' }];
    v1.answer('GET /location', { data: rows, pagination: { totalCount: 1 } });
    v1.answer('DELETE /location/:id', null);
    const user = openConsole('/dashboard/location', ADA);
    await user.click(within(await row('Annecy')).getByRole('button', { name: 'Delete Location' }));
    await user.click(await button('Yes'));
    await hears('Deleted!');
    await user.click(await button('Messages, one new'));
    within(await dialog('Messages')).getByText('Deleted!');
  });
});
