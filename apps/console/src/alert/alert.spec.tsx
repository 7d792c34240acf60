/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { aReading, minutesAgo } from '../../testing/dashboards.ts';
import { pageOfRows } from '../../testing/lists.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import {
  button,
  columns,
  confirmation,
  dialog,
  field,
  fill,
  fillIn,
  hasFocus,
  hears,
  isDisabled,
  row,
  rowNow,
} from '../../testing/screen-steps.ts';
import { Refused } from '../../testing/fake-v1.ts';
import { aDeviceToChoose, aPeriodicAlert, aSensorType, anAlert } from '../../testing/things.ts';

const PAGE = '/dashboard/alert';

let alerts: Alert[];

beforeEach(() => {
  alerts = [{ ...anAlert('a1', 'freezer1'), firing: true }, anAlert('a2', 'tank1')];
  v1.answer('GET /alert', (query) => {
    const { rows, pagination } = pageOfRows(alerts, query);
    return { alerts: rows, pagination };
  });
  v1.answer('DELETE /alert/:id', ({ id }) => {
    alerts = alerts.filter((one) => one.id !== id);
    return null;
  });
  v1.answer('POST /alert', (request) => {
    const made = { ...anAlert('a3', request.deviceName), ...request } as Alert;
    alerts.push(made);
    return made;
  });
  v1.answer('GET /alert/:id', ({ id }) => {
    const found = alerts.find((one) => one.id === id);
    if (found === undefined) throw new Refused({ status: 404, message: 'There is no such alert' });
    return found;
  });
  v1.answer('PUT /alert/:id', (request) => {
    alerts = alerts.map((one) => (one.id === request.id ? ({ ...one, ...request } as Alert) : one));
    return alerts.find(({ id }) => id === request.id)!;
  });
  v1.answer('POST /alert/:id/pause', ({ id, paused }) => {
    alerts = alerts.map((one) => (one.id === id ? { ...one, paused, firing: false } : one));
    return alerts.find((one) => one.id === id)!;
  });
  v1.answer('GET /getAllDevice', {
    deviceTable: ['freezer1', 'tank1'].map(aDeviceToChoose),
  });
  v1.answer('GET /getDeviceSensor/:deviceName', ({ deviceName }) => ({
    sensorList: [
      { seqId: 1, sensorData: aSensorType('s1', 'Temperature °C') },
      ...(deviceName === 'tank1' ? [{ seqId: 2, sensorData: aSensorType('s2', 'Level cm') }] : []),
    ],
  }));
});

describe('the alerts', () => {
  it('are listed with their states, values and set points first', async () => {
    const triggeredAt = minutesAgo(12.5);
    alerts[0]!.openEntry = { id: 'e1', value: 31.5, triggeredAt };
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

  it('have the fewest columns in a narrow window', async () => {
    widenTo(960);
    openConsole(PAGE, MAUD);
    await row('freezer1');
    expect(await columns()).toEqual(['SNo', 'Device Name', 'State', 'Value', 'Since', 'Options']);
  });

  it('have all columns of the documents to choose, the MQTT target only where there is one', async () => {
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
    alerts = [
      { ...alerts[0]!, mqttEnabled: 'enabled', host: 'broker', port: 1883, topic: 'hot' },
      alerts[1]!,
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
    alerts[1] = aPeriodicAlert('a2', 'tank1');
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

  it('send a test message, and say what became of it over each channel', async () => {
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
    const asked = within(await confirmation());
    asked.getByText('Temperature °C Above 30 on tank1 will be deleted and fire no more. Its log is kept.');
    await user.click(asked.getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('tank1')).toBeUndefined());
    expect(v1.askedOf('DELETE /alert/:id')).toEqual([{ id: 'a2' }]);
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

describe('the form that adds an alert', () => {
  const open = async (search = '') => {
    const user = openConsole(`${PAGE}/create${search}`, MAUD);
    const form = await dialog('Add Alert');
    const add = within(form).getByRole('button', { name: 'Add Alert' });
    return { user, form, add };
  };
  const choose = async (user: Awaited<ReturnType<typeof open>>['user'], form: HTMLElement, alias: string) => {
    await user.click(field(form, 'Device'));
    await user.click(await screen.findByRole('option', { name: new RegExp(alias) }));
  };

  it('requires device, sensor and set point, and leads to the first that lacks', async () => {
    const { user, form, add } = await open();
    expect(isDisabled(form, 'Sensor')).toBe(true);
    await user.click(add);
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(2));
    within(form).getByText('This is required field');
    await hasFocus(() => field(form, 'Device'));
    await fill(user, field(form, 'Set Point'), '-1');
    await within(form).findByText('This field should be valid number');
    expect(v1.askedOf('POST /alert')).toEqual([]);
  });

  it('offers the sensors of the chosen device, and forgets the sensor of another', async () => {
    const { user, form } = await open();
    await choose(user, form, 'The tank1');
    await fillIn(user, form, { Sensor: 'Level cm' });
    await choose(user, form, 'The freezer1');
    await waitFor(() => expect(field(form, 'Sensor').value).toBe(''));
    await user.click(field(form, 'Sensor'));
    await screen.findByRole('option', { name: 'Temperature °C' });
    expect(screen.queryByRole('option', { name: 'Level cm' })).toBeNull();
  });

  it('sends what was chosen, and null for what was left blank', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, {
      Sensor: 'Level cm',
      'Value Type': 'Average',
      'Alert Type': 'Below',
      'Set Point': '12.5',
      Email: 'on-call@example.com',
    });
    await user.click(add);
    await hears('Alert created');
    expect(v1.askedOf('POST /alert')).toEqual([
      {
        deviceName: 'tank1',
        sensorId: 2,
        valueType: 'Average',
        alertType: 'Below',
        criteria: { values: [12.5], timePeriod: null },
        contact: null,
        email: 'on-call@example.com',
        mqttEnabled: 'disabled',
        host: null,
        port: null,
        topic: null,
        message: '$name: $data, set point $setpoint, at $timestamp',
      },
    ]);
    await row('Temperature below 12.5\u00a0°C');
  });

  it('asks for two thresholds of a range, and for one set point again', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Set Point': '20', 'Alert Type': 'Restrict Range' });
    expect(field(form, 'Lower Threshold').value).toBe('20');
    await user.click(add);
    await within(form).findByText('This is required field');
    await hasFocus(() => field(form, 'Upper Threshold'));
    await fillIn(user, form, { 'Upper Threshold': '5', 'Alert Type': 'Below' });
    await waitFor(() => expect(field(form, 'Set Point').value).toBe('20'));
    await fillIn(user, form, { 'Alert Type': 'In Between', 'Upper Threshold': '5' });
    await user.click(add);
    await hears('Alert created');
    expect(v1.askedOf('POST /alert')).toMatchObject([
      { alertType: 'In Between', criteria: { values: [20, 5] } },
    ]);
    await row('Temperature within 5\u00a0–\u00a020\u00a0°C');
  });

  it('asks for the time period of a Periodic alert, and sends none for another type', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Alert Type': 'Periodic' });
    await user.click(add);
    await within(form).findByText('This is required field');
    await fillIn(user, form, { 'Set Point': '20' });
    await user.click(add);
    await hasFocus(() => field(form, 'Time Period'));
    within(form).getByText('This is required field');
    await user.click(field(form, 'Time Period'));
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered).toEqual([
      '1 hour',
      '3 hours',
      '6 hours',
      '12 hours',
      '1 day',
      '48 hours',
      '72 hours',
      '1 week',
      '2 weeks',
      '4 weeks',
    ]);
    await user.keyboard('{Escape}');
    await fillIn(user, form, { 'Time Period': '1 week', 'Alert Type': 'Above' });
    expect(within(form).queryByLabelText(/^Time Period/)).toBeNull();
    await user.click(add);
    await hears('Alert created');
    expect(v1.askedOf('POST /alert')).toMatchObject([{ criteria: { values: [20], timePeriod: null } }]);
  });

  it('sends the time period of a Periodic alert', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, {
      Sensor: 'Level cm',
      'Alert Type': 'Periodic',
      'Set Point': '20',
      'Time Period': '1 week',
    });
    await user.click(add);
    await hears('Alert created');
    expect(v1.askedOf('POST /alert')).toMatchObject([
      { alertType: 'Periodic', criteria: { values: [20], timePeriod: 168 } },
    ]);
    await row('Temperature to reach 20\u00a0°C within 1 week');
  });

  it('asks for host, port and topic where MQTT is on', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Set Point': '20' });
    expect(within(form).queryByRole('textbox', { name: /^Host/ })).toBeNull();
    const mqtt = within(form).getByRole('switch', { name: 'MQTT Enabled' });
    await user.click(mqtt);
    await user.click(add);
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(3));
    await hasFocus(() => field(form, 'Host'));
    await fillIn(user, form, { Host: 'not a host', Port: '70000', Topic: 'plant/#' });
    await user.click(add);
    await within(form).findByText('This should be a host name or an IP address');
    within(form).getByText('A topic to publish to has no + and no #');
    expect(v1.askedOf('POST /alert')).toEqual([]);
    await fillIn(user, form, { Host: 'broker.example.com', Port: '8883', Topic: 'plant/alerts' });
    await user.click(add);
    await hears('Alert created');
    const target = { host: 'broker.example.com', port: 8883, topic: 'plant/alerts' };
    expect(v1.askedOf('POST /alert')).toMatchObject([{ mqttEnabled: 'enabled', ...target }]);
  });

  it('sends no MQTT target that was typed before MQTT was switched off', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Set Point': '20' });
    const mqtt = within(form).getByRole('switch', { name: 'MQTT Enabled' });
    await user.click(mqtt);
    await fillIn(user, form, { Host: 'broker' });
    await user.click(mqtt);
    await user.click(add);
    await hears('Alert created');
    expect(v1.askedOf('POST /alert')).toMatchObject([
      { mqttEnabled: 'disabled', host: null, port: null, topic: null },
    ]);
  });

  it('says that no message is sent without a contact, an email and MQTT', async () => {
    const { user, form } = await open();
    const hint = 'Without a contact, an email or MQTT, no message is sent.';
    within(form).getByText(hint);
    await fill(user, field(form, 'Contact'), '+15005550006');
    await waitFor(() => expect(within(form).queryByText(hint)).toBeNull());
  });

  it('adds a variable to the message, and refuses one that there is not', async () => {
    const { user, form, add } = await open();
    const message = field(form, 'Message');
    await fill(user, message, 'Now');
    await user.click(within(form).getByRole('button', { name: '$delta' }));
    expect(message.value).toBe('Now $delta');
    await fill(user, message, 'It is $temperature');
    await user.click(add);
    await within(form).findByText('There is no variable $temperature');
  });

  it('shows the error of the service at its field', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Set Point': '12' });
    const fields = { sensorId: 'The device has this sensor no more' };
    v1.refuseOnce('POST /alert', { status: 422, message: 'The alert cannot be added', fields });
    await user.click(add);
    await within(form).findByText('The device has this sensor no more');
    await hasFocus(() => field(form, 'Sensor'));
  });
});

describe('the form that edits an alert', () => {
  const open = async (id = 'a2') => {
    const user = openConsole(`${PAGE}/${id}/edit`, MAUD);
    const form = await dialog('Edit Alert');
    return { user, form, save: within(form).getByRole('button', { name: 'Save' }) };
  };

  it('is opened from the row, holds the alert, and keeps its device', async () => {
    const user = openConsole(PAGE, MAUD);
    await user.click(within(await row('tank1')).getByRole('link', { name: 'Edit Alert' }));
    const form = await dialog('Edit Alert');
    expect(address()).toBe(`${PAGE}/a2/edit`);
    await waitFor(() => expect(field(form, 'Device').value).toBe('The tank1'));
    expect(isDisabled(form, 'Device')).toBe(true);
    await waitFor(() => expect(field(form, 'Sensor').value).toBe('Temperature °C'));
    expect(field(form, 'Set Point').value).toBe('30');
    expect(field(form, 'Contact').value).toBe('+15005550006');
    expect(field(form, 'Message').value).toBe('Open the window of $name');
  });

  it('sends the whole alert', async () => {
    alerts[1] = aPeriodicAlert('a2', 'tank1');
    const { user, form, save } = await open();
    await waitFor(() => expect(field(form, 'Sensor').value).toBe('Temperature °C'));
    await fillIn(user, form, { 'Set Point': '25', 'Time Period': '1 day', Email: 'on-call@example.com' });
    await user.click(save);
    await hears('Alert updated');
    expect(v1.askedOf('PUT /alert/:id')).toEqual([
      {
        id: 'a2',
        deviceName: 'tank1',
        sensorId: 1,
        valueType: 'Current',
        alertType: 'Periodic',
        criteria: { values: [25], timePeriod: 24 },
        contact: '+15005550006',
        email: 'on-call@example.com',
        mqttEnabled: 'disabled',
        host: null,
        port: null,
        topic: null,
        message: 'Open the window of $name',
      },
    ]);
    await row('Temperature to reach 25\u00a0°C within 1 day');
    await waitFor(() => expect(address()).toBe(PAGE));
  });

  it('shows the error of the service at its field, and keeps what was typed', async () => {
    const { user, form, save } = await open();
    await fillIn(user, form, { 'Set Point': '25' });
    const fields = { sensorId: 'The device has no such sensor' };
    v1.refuseOnce('PUT /alert/:id', { status: 422, message: 'Not changed', fields });
    await user.click(save);
    await within(form).findByText('The device has no such sensor');
    expect(field(form, 'Set Point').value).toBe('25');
  });

  it('sends a test message of the alert as it is saved', async () => {
    const queued = { state: 'queued', reason: null, at: null } as const;
    const none = { state: 'none', reason: null, at: null } as const;
    v1.answer('POST /alert/:id/test', { sms: queued, email: none, mqtt: none });
    const { user, form } = await open();
    const send = within(form).getByRole('button', { name: 'Send a test message' });
    within(form).getByText('Sends the message with sample values to the recipients above.');
    await user.click(send);
    await hears('Test message: SMS queued');
    await fillIn(user, form, { Contact: '+15005550007' });
    await within(form).findByText('Save the changes first: the test sends what is saved.');
    await user.click(send);
    expect(v1.askedOf('POST /alert/:id/test')).toEqual([{ id: 'a2' }]);
  });

  it('says that there is no such alert', async () => {
    openConsole(`${PAGE}/gone/edit`, MAUD);
    within(await dialog('Edit Alert')).getByText('There is no such alert');
  });
});
