/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { givenAlerts } from '../../testing/given-alerts.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { dialog, field, fill, fillIn, hasFocus, hears, isDisabled, row } from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/alert';

beforeEach(() => {
  givenAlerts();
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

  it('requires device, sensor and set point, and focuses the first missing one', async () => {
    const { user, form, add } = await open();
    expect(isDisabled(form, 'Sensor')).toBe(true);
    await user.click(add);
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(2));
    within(form).getByText('This is required field');
    await hasFocus(() => field(form, 'Device'));
    // The list would lie over the message.
    expect(screen.queryByRole('listbox')).toBeNull();
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

  it('sends the chosen values, and null for blank fields', async () => {
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
        severity: 'warning',
        holdFor: 0,
        clearAt: null,
        notifyCleared: false,
        remindEvery: null,
      },
    ]);
    await row('Temperature (average) below 12.5\u00a0°C');
  });

  it('has severity, hold time, clear threshold, "back to normal" and reminders, folded at first', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Set Point': '20' });
    expect(within(form).queryByLabelText(/^Severity/)).toBeNull();
    const more = within(form).getByRole('button', { name: 'More: severity, hold time, reminders' });
    await user.click(more);
    expect(['Severity', 'Hold For', 'Remind'].map((label) => field(form, label).textContent)).toEqual([
      'Warning',
      'At once',
      'Never',
    ]);
    await fillIn(user, form, {
      Severity: 'Critical',
      'Hold For': '5 min',
      'Clear Threshold': '21',
      Remind: 'Every 30 min',
    });
    await user.click(within(form).getByRole('switch', { name: 'Send a message when it is back to normal' }));
    // A wrong value keeps them unfolded.
    await within(form).findByText('Should be at most the set point');
    await user.click(more);
    await user.click(add);
    await hasFocus(() => field(form, 'Clear Threshold'));
    await fillIn(user, form, { 'Clear Threshold': '18' });
    await user.click(add);
    await hears('Alert created');
    expect(v1.askedOf('POST /alert')).toMatchObject([
      { severity: 'critical', holdFor: 300, clearAt: [18], notifyCleared: true, remindEvery: 30 },
    ]);
    within(await row('Critical')).getByText(/tank1/);
  });

  it('asks for both clear thresholds of a range, and for none of a Periodic alert', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, { Sensor: 'Level cm', 'Alert Type': 'Restrict Range' });
    await fillIn(user, form, { 'Lower Threshold': '2', 'Upper Threshold': '8' });
    await user.click(within(form).getByRole('button', { name: /^More/ }));
    await fillIn(user, form, { 'Lower Clear Threshold': '3', 'Hold For': '1 min' });
    await user.click(add);
    await within(form).findByText('This is required field');
    await fillIn(user, form, { 'Upper Clear Threshold': '7', 'Alert Type': 'Periodic' });
    expect(within(form).queryByLabelText(/Clear Threshold/)).toBeNull();
    expect(within(form).queryByLabelText(/^Hold For/)).toBeNull();
    await fillIn(user, form, { 'Time Period': '1 day' });
    await user.click(add);
    await hears('Alert created');
    expect(v1.askedOf('POST /alert')).toMatchObject([{ holdFor: 0, clearAt: null }]);
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
    // At once, also while the set point is missing.
    await waitFor(() => expect(within(form).getAllByText('This is required field')).toHaveLength(2));
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

  it('adds a variable to the message, and refuses an unknown one', async () => {
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
