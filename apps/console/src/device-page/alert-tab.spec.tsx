/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { savedFiles } from '../../testing/browser.ts';
import { answerOrders } from '../../testing/exports.ts';
import { aDeviceDashboard, answerDevicePage } from '../../testing/dashboards.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import '../../testing/room.ts';
import {
  button,
  columns,
  confirmation,
  dialog,
  field,
  fillIn,
  hasFocus,
  hears,
  row,
} from '../../testing/screen-steps.ts';
import { aDeviceToChoose, aSensorType, anAlert, anEntry } from '../../testing/things.ts';

const PAGE = '/dashboard/info/freezer1';
const ALERTS = 'GET /deviceDashboard/getAlertData/:deviceName';
const ALERT_LOG = 'GET /deviceDashboard/getAlertLogData/:deviceName';

beforeEach(() => answerDevicePage(() => aDeviceDashboard('freezer1')));

const open = async (search: string) => {
  const user = openConsole(`${PAGE}${search}`, MAUD);
  await screen.findAllByText('Normal');
  return user;
};
const panel = () => within(screen.getByRole('tabpanel'));

describe('the alerts of a device', () => {
  it('are shown with their criteria', async () => {
    const firing = { ...anAlert('a1', 'freezer1'), firing: true };
    v1.answer(ALERTS, { alerts: [firing, anAlert('a2', 'freezer1')], pagination: { totalCount: 2 } });
    const user = await open('?tab=active-alerts');
    await row('+15005550006');
    expect(await columns()).not.toContain('Device Name');
    expect(v1.askedOf(ALERTS).every(({ deviceName }) => deviceName === 'freezer1')).toBe(true);
    await user.click(panel().getAllByRole('link', { name: 'View Criteria' })[1]!);
    const criteria = within(await dialog('Criteria')).getAllByRole('definition');
    expect(criteria.at(-1)!.textContent).toBe('30 °C');
    expect(address()).toBe(`${PAGE}?tab=active-alerts&criteria=a2`);
  });

  it('stand below the used parts of the limits on their messages, which follow each firing', async () => {
    const used = { sms: 4, email: 20 };
    const refreshes = new Date(2030, 0, 31).toISOString();
    v1.answer('GET /device/:deviceName/limits', () => ({
      sms: { limit: 5, used: used.sms, refreshes },
      email: { limit: 30, used: used.email, refreshes },
      managerSms: { limit: 100, used: 80, refreshes: new Date(2031, 1, 1).toISOString() },
    }));
    await open('?tab=active-alerts');
    await panel().findByText('SMS 4 of 5 used');
    panel().getByText('E-mails 20 of 30 used');
    panel().getByText(/^until Jan 31, 2030/);
    panel().getByText('SMS of all the manager’s devices 80 of 100 used');
    panel().getByText(/^until Feb 1, 2031/);
    used.sms = 5;
    v1.stream.tell('alert', { deviceName: 'freezer1', alertId: 'a1', entryId: 'e1', change: 'delivery' });
    await panel().findByText('SMS 5 of 5 used');
  });

  it('are none, until another user adds one', async () => {
    await open('?tab=active-alerts');
    await screen.findByText('No alerts on this device');
    v1.answer(ALERTS, { alerts: [anAlert('a1', 'freezer1')], pagination: { totalCount: 1 } });
    const fired = { deviceName: 'freezer1', alertId: 'a1', entryId: 'e1', change: 'fired' } as const;
    v1.stream.tell('alert', fired);
    await row('+15005550006');
  });

  it('are added with the device chosen', async () => {
    const made: Alert[] = [];
    v1.answer(ALERTS, () => ({ alerts: made, pagination: { totalCount: made.length } }));
    v1.answer('GET /getAllDevice', { deviceTable: ['freezer1', 'tank1'].map(aDeviceToChoose) });
    v1.answer('GET /getDeviceSensor/:deviceName', {
      sensorList: [{ seqId: 1, sensorData: aSensorType('s1', 'Temperature °C') }],
    });
    v1.answer('POST /alert', (request) => {
      made.push({ ...anAlert('a1', request.deviceName), ...request } as Alert);
      return made[0]!;
    });
    const user = await open('?sensor=1&tab=active-alerts');
    await user.click(await button('Add Alert'));
    const form = await dialog('Add Alert');
    expect(address()).toBe(`${PAGE}?sensor=1&tab=active-alerts&alert=add`);
    await waitFor(() => expect(field(form, 'Device').value).toBe('The freezer1'));
    await fillIn(user, form, { Sensor: 'Temperature °C', 'Set Point': '8', Contact: '+15005550006' });
    await user.click(within(form).getByRole('button', { name: 'Add Alert' }));
    await hears('Alert created');
    await row('+15005550006');
    expect(v1.askedOf('POST /alert')).toMatchObject([{ deviceName: 'freezer1', sensorId: 1 }]);
    await waitFor(() => expect(address()).toBe(`${PAGE}?sensor=1&tab=active-alerts`));
    // Leaving asks about the typed text, although the page stays the same.
    await user.click(await button('Add Alert'));
    await fillIn(user, await dialog('Add Alert'), { Contact: '+15005550007' });
    await user.keyboard('{Escape}');
    await user.click(await button('Discard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an alert of a device', () => {
  it('is edited over the page', async () => {
    let alert = anAlert('a1', 'freezer1');
    v1.answer(ALERTS, () => ({ alerts: [alert], pagination: { totalCount: 1 } }));
    v1.answer('GET /alert/:id', () => alert);
    v1.answer('PUT /alert/:id', (request) => (alert = { ...alert, ...request } as Alert));
    v1.answer('GET /getAllDevice', { deviceTable: [aDeviceToChoose('freezer1')] });
    v1.answer('GET /getDeviceSensor/:deviceName', {
      sensorList: [{ seqId: 1, sensorData: aSensorType('s1', 'Temperature °C') }],
    });
    const user = await open('?tab=active-alerts');
    await user.click(within(await row('+15005550006')).getByRole('link', { name: 'Edit Alert' }));
    const form = await dialog('Edit Alert');
    expect(address()).toBe(`${PAGE}?tab=active-alerts&alert=a1`);
    await fillIn(user, form, { 'Set Point': '8' });
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await hears('Alert updated');
    await row('Temperature above 8\u00a0°C');
    await waitFor(() => expect(address()).toBe(`${PAGE}?tab=active-alerts`));
  });
});

describe('the alert log of a device', () => {
  it('is shown with units, and exported', async () => {
    v1.answer(ALERT_LOG, { alertLogs: [anEntry('e1', 'freezer1')], pagination: { totalCount: 1 } });
    const user = await open('?tab=alert-log');
    const shown = within(await row('31.5'));
    expect(await columns()).not.toContain('Device Name');
    const texts = shown.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(texts.join()).toMatch(/31\.5\s°CTemperature above 30\s°C,.*for 5 min/);
    expect(v1.askedOf(ALERT_LOG).every(({ deviceName }) => deviceName === 'freezer1')).toBe(true);
    const saved = savedFiles();
    answerOrders('the log');
    await user.click(panel().getByRole('button', { name: 'Export Excel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() => expect(saved.get('Export.csv')?.size).toBe(7));
    expect(v1.askedOf('POST /export')).toEqual([
      { rows: 'alertLog', format: 'csv', query: { deviceName: 'freezer1' } },
    ]);
  });

  it('is acknowledged as a whole, after a question that says how many entries are pending', async () => {
    let pending = 3;
    v1.answer(ALERT_LOG, ({ status }) => ({
      alertLogs: [anEntry('e1', 'freezer1')],
      pagination: { totalCount: status === 'Pending' ? pending : 5 },
    }));
    v1.answer('POST /alertLog/acknowledge/:deviceName', () => {
      const acknowledged = pending;
      pending = 0;
      return { acknowledged };
    });
    const user = await open('?tab=alert-log');
    await user.click(await button('Acknowledge all'));
    const question = within(await confirmation());
    question.getByText('3 pending entries of freezer1 will be acknowledged, for good.');
    // Red is for losses.
    expect(question.getByRole('button', { name: 'Yes' }).className).toContain('confirmPrimary');
    await user.click(question.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(v1.askedOf('POST /alertLog/acknowledge/:deviceName')).toEqual([]);
    await user.click(await button('Acknowledge all'));
    const answer = v1.holdBack('POST /alertLog/acknowledge/:deviceName');
    const yes = within(await confirmation()).getByRole<HTMLButtonElement>('button', { name: 'Yes' });
    await user.click(yes);
    // A second press asks for nothing.
    await waitFor(() => expect(yes.disabled).toBe(true));
    answer();
    await hears('3 entries acknowledged');
    expect(v1.askedOf('POST /alertLog/acknowledge/:deviceName')).toEqual([{ deviceName: 'freezer1' }]);
    // The button keeps the focus, although it is disabled.
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const done = screen.getByRole('button', { name: 'Acknowledge all' });
    await waitFor(() => expect(done.getAttribute('aria-disabled')).toBe('true'));
    await hasFocus(() => done);
    await user.click(done);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is acknowledged with as many questions as its length needs', async () => {
    v1.answer(ALERT_LOG, { alertLogs: [anEntry('e1', 'freezer1')], pagination: { totalCount: 1 } });
    const answers = [{ acknowledged: 5_000, more: true as const }, { acknowledged: 17 }];
    v1.answer('POST /alertLog/acknowledge/:deviceName', () => answers.shift()!);
    const user = await open('?tab=alert-log');
    await user.click(await button('Acknowledge all'));
    await user.click(within(await confirmation()).getByRole('button', { name: 'Yes' }));
    await hears(/5.?017 entries acknowledged/);
    expect(v1.askedOf('POST /alertLog/acknowledge/:deviceName')).toHaveLength(2);
  });

  it('is acknowledged with a note', async () => {
    v1.answer(ALERT_LOG, { alertLogs: [anEntry('e1', 'freezer1')], pagination: { totalCount: 1 } });
    v1.answer('POST /alertLog/acknowledge/:deviceName', { acknowledged: 1 });
    const user = await open('?tab=alert-log');
    await user.click(await button('Acknowledge all'));
    const question = await confirmation();
    const note = field(question, 'Note');
    expect(note.maxLength).toBe(500);
    await user.type(note, 'Door was open');
    await user.click(within(question).getByRole('button', { name: 'Yes' }));
    await hears('One entry acknowledged');
    expect(v1.askedOf('POST /alertLog/acknowledge/:deviceName')).toEqual([
      { deviceName: 'freezer1', note: 'Door was open' },
    ]);
  });

  it('says that nothing has fired yet', async () => {
    await open('?tab=alert-log');
    await panel().findByText('No alert has fired yet');
  });
});
