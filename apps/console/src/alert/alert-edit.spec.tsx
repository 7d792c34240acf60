/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { givenAlerts } from '../../testing/given-alerts.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { dialog, field, fillIn, hears, isDisabled, row } from '../../testing/screen-steps.ts';
import { aPeriodicAlert } from '../../testing/things.ts';

const PAGE = '/dashboard/alert';

let given: ReturnType<typeof givenAlerts>;

beforeEach(() => {
  given = givenAlerts();
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

  it('names the lower and the upper threshold, in whichever order they were sent', async () => {
    given.alerts[1] = {
      ...given.alerts[1]!,
      alertType: 'Restrict Range',
      criteria: { values: [8, 2], timePeriod: null },
      clearAt: [7, 3],
    };
    const { form } = await open();
    const labels = ['Lower Threshold', 'Upper Threshold', 'Lower Clear Threshold', 'Upper Clear Threshold'];
    await waitFor(() =>
      expect(labels.map((label) => field(form, label).value)).toEqual(['2', '8', '3', '7']),
    );
  });

  it('sends the whole alert', async () => {
    given.alerts[1] = aPeriodicAlert('a2', 'tank1');
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
        severity: 'warning',
        holdFor: 0,
        clearAt: null,
        notifyCleared: false,
        remindEvery: null,
      },
    ]);
    await row('Temperature to reach 25\u00a0°C within 1 day');
    await waitFor(() => expect(address()).toBe(PAGE));
  });

  it('is unfolded where the alert has unusual settings, and keeps a hold time that the form does not offer', async () => {
    given.alerts[1] = { ...given.alerts[1]!, severity: 'info', holdFor: 420, clearAt: [28], remindEvery: 60 };
    const { user, form, save } = await open();
    await waitFor(() => expect(field(form, 'Clear Threshold').value).toBe('28'));
    expect(field(form, 'Severity').textContent).toBe('Info');
    expect(field(form, 'Hold For').textContent).toBe('7 min');
    await fillIn(user, form, { 'Clear Threshold': '', Email: 'on-call@example.com' });
    await user.click(save);
    await hears('Alert updated');
    expect(v1.askedOf('PUT /alert/:id')).toMatchObject([
      { severity: 'info', holdFor: 420, clearAt: null, remindEvery: 60 },
    ]);
  });

  it('shows the error of the service at its field, and keeps the typed text', async () => {
    const { user, form, save } = await open();
    await fillIn(user, form, { 'Set Point': '25' });
    const fields = { sensorId: 'The device has no such sensor' };
    v1.refuseOnce('PUT /alert/:id', { status: 422, message: 'Not changed', fields });
    await user.click(save);
    await within(form).findByText('The device has no such sensor');
    expect(field(form, 'Set Point').value).toBe('25');
  });

  it('keeps what was typed when the alert cannot be loaded anew, until it is gone', async () => {
    const { user, form } = await open();
    await fillIn(user, form, { 'Set Point': '25' });
    const fires = () =>
      v1.stream.tell('alert', { deviceName: 'tank1', alertId: 'a2', entryId: 'e1', change: 'fired' });
    const asked = () => v1.askedOf('GET /alert/:id').length;
    const before = asked();
    v1.refuseOnce('GET /alert/:id', { status: 503, message: 'Nobody answers' });
    fires();
    await waitFor(() => expect(asked()).toBe(before + 1));
    await fillIn(user, await dialog('Edit Alert'), { Email: 'on-call@example.com' });
    expect(field(await dialog('Edit Alert'), 'Set Point').value).toBe('25');
    given.alerts = given.alerts.filter(({ id }) => id !== 'a2');
    fires();
    await screen.findByText('There is no such alert');
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
