/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { aReading, minutesAgo } from '../../testing/dashboards.ts';
import { givenAlerts } from '../../testing/given-alerts.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { button, columns, confirmation, dialog, hears, row, rowNow } from '../../testing/screen-steps.ts';
import { aPeriodicAlert } from '../../testing/things.ts';

const PAGE = '/dashboard/alert';

let given: ReturnType<typeof givenAlerts>;

beforeEach(() => {
  given = givenAlerts();
});

describe('the alerts', () => {
  it('are listed with their states, values and set points first', async () => {
    const triggeredAt = minutesAgo(12.5);
    given.alerts[0]!.openEntry = { id: 'e1', value: 31.5, triggeredAt };
    openConsole(PAGE, MAUD);
    const shown = within(await row('freezer1'));
    expect(await columns()).toEqual([
      'SNo',
      'Device Name',
      'State',
      'Value',
      'Since',
      'Contact',
      'Email',
      'Message',
      'Options',
    ]);
    shown.getByText('Firing');
    shown.getByText('31.5');
    shown.getByText('12 min ago');
    shown.getByText('Temperature above 30 °C');
    shown.getByText('+15005550006');
    expect(shown.getByRole('link', { name: 'freezer1' }).getAttribute('href')).toBe(
      '/dashboard/info/freezer1',
    );
    const quiet = within(await row('tank1'));
    quiet.getByText('Normal');
    v1.stream.tell('reading', aReading('tank1', 21.5));
    await quiet.findByText('21.5');
  });

  it.each([
    [960, []],
    [1100, ['Since']],
    [1200, ['Since', 'Contact']],
    [1366, ['Since', 'Contact', 'Email']],
    [1440, ['Since', 'Contact', 'Email', 'Message']],
    [
      1920,
      ['Since', 'Contact', 'Email', 'Sensor Name', 'Value Type', 'MQTT Enabled', 'Created At', 'Message'],
    ],
  ])('have as many columns as fit in a window of %i px', async (width, more) => {
    widenTo(width);
    openConsole(PAGE, MAUD);
    await row('freezer1');
    expect(await columns()).toEqual(['SNo', 'Device Name', 'State', 'Value', ...more, 'Options']);
  });

  it.each([
    [960, 1],
    [1024, 0],
  ])('say below the state for how long one fires where no column does, at %i px', async (width, lines) => {
    widenTo(width);
    given.alerts[0]!.openEntry = { id: 'e1', value: 31.5, triggeredAt: minutesAgo(5.5) };
    openConsole(PAGE, MAUD);
    expect(within(await row('freezer1')).queryAllByText('for 5 min')).toHaveLength(lines);
  });

  it('show on a phone all documented fields that have a value', async () => {
    widenTo(390);
    const target = {
      mqttEnabled: 'enabled',
      host: 'broker.example.com',
      port: 1883,
      topic: 'plant/hot',
    } as const;
    given.alerts = [{ ...given.alerts[0]!, ...target }];
    openConsole(PAGE, MAUD);
    await screen.findByRole('link', { name: 'freezer1' });
    const shown = screen.getAllByRole('term').filter(({ nextSibling }) => nextSibling!.hasChildNodes());
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'State',
      'Value',
      'Contact',
      'Sensor Name',
      'Value Type',
      'Alert Type',
      'MQTT Enabled',
      'Host',
      'Port',
      'Topic',
      'Created At',
      'Message',
    ]);
  });

  it('name the topic of one that has only MQTT in place of a contact', async () => {
    const target = {
      mqttEnabled: 'enabled',
      host: 'broker.example.com',
      port: 1883,
      topic: 'plant/hot',
    } as const;
    given.alerts[1] = { ...given.alerts[1]!, contact: null, ...target };
    openConsole(PAGE, MAUD);
    const shown = within(await row('tank1')).getByText('MQTT only: plant/hot');
    expect(shown.title).toBe('broker.example.com:1883');
  });

  it('have all documented columns to choose, the MQTT target only where there is one', async () => {
    const user = openConsole(PAGE, MAUD);
    await row('freezer1');
    await user.click(await button('Columns'));
    const ofRule = ['Sensor Name', 'Value Type', 'Alert Type', 'MQTT Enabled', 'Created At'];
    const headings = [...ofRule, 'Host', 'Port', 'Topic'];
    for (const heading of headings) await user.click(await screen.findByRole('switch', { name: heading }));
    await user.keyboard('{Escape}');
    const chosen = await columns();
    expect(chosen).toEqual(expect.arrayContaining(ofRule));
    expect(chosen).not.toContain('Host');
    within(await row('tank1')).getByText('Disabled');
    given.alerts = [
      { ...given.alerts[0]!, mqttEnabled: 'enabled', host: 'broker', port: 1883, topic: 'hot' },
      given.alerts[1]!,
    ];
    v1.stream.tell('alert', { deviceName: 'freezer1', alertId: 'a1', entryId: 'e1', change: 'cleared' });
    await within(await row('freezer1')).findByText('broker');
    expect(await columns()).toEqual(expect.arrayContaining(headings));
  });

  it('show criteria and message in dialogs, each with its own address', async () => {
    const user = openConsole(PAGE, MAUD);
    const shown = within(await row('tank1'));
    await user.click(shown.getByRole('link', { name: 'View Criteria' }));
    const criteria = await dialog('Criteria');
    expect(address()).toBe(`${PAGE}?criteria=a2`);
    expect(
      within(criteria)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['tank1', 'Temperature °C', 'Current', 'Above', '30 °C']);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe(PAGE));
    await user.click(within(await row('tank1')).getByRole('link', { name: 'View Message' }));
    within(await dialog('Message')).getByText('Open the window of $name');
  });

  it('show the time period of a Periodic one, in its row and with its criteria', async () => {
    given.alerts[1] = aPeriodicAlert('a2', 'tank1');
    const user = openConsole(PAGE, MAUD);
    const shown = within(await row('tank1'));
    shown.getByText('Temperature to reach 30 °C within 6 hours');
    await user.click(await button('Columns'));
    await user.click(await screen.findByRole('switch', { name: 'Alert Type' }));
    await user.keyboard('{Escape}');
    expect((await row('tank1')).textContent).toContain('Periodic 30 °C, 6 hours');
    await user.click(within(await row('tank1')).getByRole('link', { name: 'View Criteria' }));
    expect(
      within(await dialog('Criteria'))
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['tank1', 'Temperature °C', 'Current', 'Periodic', '30 °C', '6 hours']);
  });

  it('name the value type of one that does not compare the current value', async () => {
    given.alerts[1]!.valueType = 'Average';
    const user = openConsole(PAGE, MAUD);
    const shown = within(await row('tank1'));
    shown.getByText('Temperature (average) above 30 °C');
    await user.click(shown.getByRole('button', { name: 'Delete Alert' }));
    within(await confirmation()).getByText(/^Temperature \(average\) above 30 °C on tank1 will be deleted/);
  });

  it('are paused and resumed, and shown as paused meanwhile', async () => {
    const user = openConsole(PAGE, MAUD);
    await user.click(within(await row('freezer1')).getByRole('button', { name: 'Pause Alert' }));
    await hears('Alert paused');
    await within(await row('freezer1')).findByText('Paused');
    expect(within(await row('freezer1')).queryByText('Firing')).toBeNull();
    await user.click(within(await row('freezer1')).getByRole('button', { name: 'Resume Alert' }));
    await hears('Alert resumed');
    await within(await row('freezer1')).findByText('Normal');
    expect(v1.askedOf('POST /alert/:id/pause')).toEqual([
      { id: 'a1', paused: true },
      { id: 'a1', paused: false },
    ]);
  });

  it('send a test message, and show its outcome over each channel', async () => {
    const none = { state: 'none', reason: null, at: null } as const;
    const reason = 'The device’s limit of 10 SMS a day is used up';
    v1.answer('POST /alert/:id/test', {
      sms: { state: 'held', reason, at: null },
      email: { state: 'queued', reason: null, at: null },
      mqtt: none,
    });
    const user = openConsole(PAGE, MAUD);
    const send = async () =>
      user.click(within(await row('tank1')).getByRole('button', { name: 'Send a test message' }));
    await send();
    await hears(`Test message: SMS held: ${reason} · Email queued`);
    v1.answer('POST /alert/:id/test', { sms: none, email: none, mqtt: none });
    await send();
    await hears('This alert has no contact, no email and no MQTT, so nothing was sent.');
    v1.refuseOnce('POST /alert/:id/test', { status: 429, message: 'Too many test messages' });
    await send();
    await hears('Too many test messages');
    expect(v1.askedOf('POST /alert/:id/test')).toEqual(Array(3).fill({ id: 'a2' }));
  });

  it('are deleted after a confirmation that names the rule', async () => {
    const user = openConsole(PAGE, MAUD);
    await user.click(within(await row('tank1')).getByRole('button', { name: 'Delete Alert' }));
    const question = within(await confirmation());
    question.getByText('Temperature above 30 °C on tank1 will be deleted and fire no more. Its log is kept.');
    await user.click(question.getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('tank1')).toBeUndefined());
    expect(v1.askedOf('DELETE /alert/:id')).toEqual([{ id: 'a2' }]);
  });

  it('offer an assistant nothing that only their creator, a manager or an admin may do', async () => {
    given.alerts[1]!.mayChange = false;
    openConsole(PAGE, MAUD);
    const shown = within(await row('tank1'));
    expect(
      shown.getAllByRole('link').map((link) => link.getAttribute('aria-label') ?? link.textContent),
    ).toEqual(['tank1', 'View Message', 'View Criteria']);
    expect(shown.queryByRole('button')).toBeNull();
    const own = within(await row('freezer1'));
    own.getByRole('link', { name: 'Edit Alert' });
    own.getByRole('button', { name: 'Delete Alert' });
  });

  it('say that they are not for this user if the service refuses the list', async () => {
    v1.refuseOnce('GET /alert', { status: 403, message: 'The role is too low', requestId: 'r-9' });
    openConsole(PAGE, MAUD);
    await screen.findByText('Not for your role');
    screen.getByText('Ask an administrator of Telemon which roles may see this.');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByText('No alerts yet')).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('explain the types of alerts', async () => {
    const user = openConsole(PAGE, MAUD);
    await user.click(await screen.findByRole('link', { name: 'View Alert Types' }));
    const types = within(await dialog('Alert Types'));
    types.getByText('Fires when a reading goes above the set point.');
    types.getByText('Fires when a reading goes below the set point.');
    types.getByText('Fires when a sensor has not reached the set point within the time period.');
    expect(address()).toBe(`${PAGE}/types`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe(PAGE));
  });
});
