/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NO_PRESENCE } from '@telemon/contracts/devices/presence';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { minutesAgo, silentFor } from '../../testing/dashboards.ts';
import { widenTo } from '../../testing/browser.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD } from '../../testing/people.ts';
import { button, columns, confirmation, dialog, row } from '../../testing/screen-steps.ts';
import { aDevice } from '../../testing/things.ts';

const PAGE = '/dashboard/device';

beforeEach(() => {
  const firing = {
    ...aDevice('room1'),
    status: 1 as const,
    lastUpdated: new Date(Date.now() - 190_000).toISOString(),
  };
  const silent = { ...aDevice('room3'), ...silentFor(60.5) };
  const devices = [firing, aDevice('room2'), silent];
  v1.answer('GET /device', { devices, pagination: { totalCount: 3 } });
  v1.answer('POST /device/:deviceName/credentials', ({ deviceName }) => ({
    mqtt: { username: deviceName, password: 'secret' },
  }));
});

describe('the devices', () => {
  it('show state and last reading after the user selects these columns', async () => {
    const user = openConsole(PAGE, ADA);
    await row('room1');
    expect(await columns()).not.toContain('State');
    await user.click(await button('Columns'));
    for (const name of ['State', 'Last reading'])
      await user.click(await screen.findByRole('switch', { name }));
    await user.keyboard('{Escape}');
    await waitFor(async () =>
      expect(await columns()).toEqual(expect.arrayContaining(['State', 'Last reading'])),
    );
    within(await row('room1')).getByText('Firing');
    within(await row('room1')).getByText('3 min ago');
    within(await row('room2')).getByText('Waiting for the first reading');
    within(await row('room3')).getByText(/^Silent since/);
    within(await row('room3')).getByText('1 h ago');
  });

  it.each([
    ['admins', ADA, ['SNo', 'Name', 'Alias', 'Manager', 'Options']],
    ['managers', MAUD, ['SNo', 'Name', 'Alias', 'Created At', 'Options']],
  ])(
    'have the columns that a narrow window has room for beside the options, for %s',
    async (_, user, fitting) => {
      widenTo(960);
      openConsole(PAGE, user);
      await row('room1');
      expect(await columns()).toEqual(fitting);
    },
  );

  it('are filtered by a state that is kept in the address', async () => {
    v1.answer('GET /device', ({ state }) => {
      const devices = state === 'silent' ? [] : [aDevice(state === undefined ? 'any' : `room-${state}`)];
      return { devices, pagination: { totalCount: devices.length } };
    });
    const user = openConsole(PAGE, ADA);
    await row('any');
    const choose = async (state: string) => {
      await user.click(screen.getByRole('combobox', { name: 'State' }));
      await user.click(await screen.findByRole('option', { name: state }));
    };
    await choose('Firing');
    await row('room-firing');
    expect(decodeURIComponent(address())).toContain('{"state":"firing"}');
    const asked = () => v1.askedOf('GET /device').filter(({ state }) => state === 'firing').length;
    const before = asked();
    v1.stream.tell('device', { deviceName: 'room2', change: 'status', status: 1, silentSince: null });
    await waitFor(() => expect(asked()).toBe(before + 1));
    await choose('Silent');
    await screen.findByText('No device is in this state now');
    await choose('All states');
    await row('any');
  });

  it('are filtered by their connection, which is also a column', async () => {
    const connected = { ...NO_PRESENCE, connected: true, since: minutesAgo(2.5) };
    v1.answer('GET /device', ({ presence }) => {
      const devices =
        presence === 'connected' ? [{ ...aDevice('online1'), presence: connected }] : [aDevice('offline1')];
      return { devices, pagination: { totalCount: 1 } };
    });
    const user = openConsole(PAGE, ADA);
    await row('offline1');
    await user.click(screen.getByRole('combobox', { name: 'Connection' }));
    await user.click(await screen.findByRole('option', { name: 'Connected' }));
    await row('online1');
    await user.click(await button('Columns'));
    await user.click(await screen.findByRole('switch', { name: 'Connection' }));
    await user.keyboard('{Escape}');
    await within(await row('online1')).findByText('2 min ago');
    expect((await row('online1')).textContent).toContain('Connected 2 min ago');
  });

  it('show that there are none, with links to add and import devices', async () => {
    v1.answer('GET /device', { devices: [], pagination: { totalCount: 0 } });
    const user = openConsole(PAGE, ADA);
    await screen.findByText('No devices yet');
    screen.getByRole('link', { name: 'Import' });
    await user.click(screen.getByRole('link', { name: 'Add Device' }));
    await dialog('Add Device');
    expect(address()).toBe(`${PAGE}/create`);
  });

  it('are the assigned ones for an assistant, without a link to add one', async () => {
    v1.answer('GET /device', { devices: [], pagination: { totalCount: 0 } });
    openConsole(PAGE, ASA);
    await screen.findByText('Devices that are assigned to you will stand here.');
    expect(screen.queryByRole('link', { name: 'Add Device' })).toBeNull();
  });

  it('are marked if anybody can send as them over UDP', async () => {
    const devices = [{ ...aDevice('room1'), unauthenticated: true }, aDevice('room2')];
    v1.answer('GET /device', { devices, pagination: { totalCount: 2 } });
    openConsole(PAGE, ADA);
    within(await row('room1')).getByText('Unauthenticated');
    expect(within(await row('room2')).queryByText('Unauthenticated')).toBeNull();
  });

  it('get a UDP key that is shown once, another one, and lose it again', async () => {
    let hasUdpKey = false;
    const room2 = () => ({ ...aDevice('room2'), hasUdpKey });
    v1.answer('GET /device', () => ({ devices: [room2()], pagination: { totalCount: 1 } }));
    v1.answer('GET /device/:deviceName', room2);
    v1.answer('POST /device/:deviceName/udpKey', ({ deviceName }) => {
      hasUdpKey = true;
      return { udp: { deviceName, key: '00112233445566778899aabbccddeeff' } };
    });
    v1.answer('DELETE /device/:deviceName/udpKey', () => {
      hasUdpKey = false;
      return null;
    });
    const user = openConsole(PAGE, ADA);
    const open = async () => {
      await user.click(within(await row('room2')).getByRole('link', { name: 'UDP key' }));
      return dialog('UDP key of room2');
    };
    const question = await open();
    expect(within(question).queryByRole('button', { name: 'Remove the key' })).toBeNull();
    await user.click(within(question).getByRole('button', { name: 'Make a key' }));
    const made = await dialog('New UDP key of room2');
    within(made).getByText('00112233445566778899aabbccddeeff');
    within(made).getByText(/openssl dgst -sha256 -mac HMAC -macopt hexkey:00112233445566778899aabbccddeeff/);
    await user.click(within(made).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open();
    await user.click(await screen.findByRole('button', { name: 'Remove the key' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(hasUdpKey).toBe(false);
  });

  it('get a new MQTT login after a confirmation, with the topic and command lines', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('room2')).getByRole('link', { name: 'New MQTT login' }));
    await user.click(within(await confirmation()).getByRole('button', { name: 'Yes' }));
    const login = await dialog('New MQTT login of room2');
    for (const shown of ['room2', 'secret', 'devices/room2/telemetry']) within(login).getByText(shown);
    within(login).getByText(/^mosquitto_pub .* -u room2 -P secret /);
    within(login).getByText(/echo 'room2,TC1=12.5,BATTERY=3.7' > \/dev\/udp\//);
    await user.keyboard('{Escape}');
    await user.click(within(login).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
