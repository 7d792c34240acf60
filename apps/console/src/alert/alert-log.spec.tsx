/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { savedFiles, widenTo } from '../../testing/browser.ts';
import { answerOrders } from '../../testing/exports.ts';
import { listState, openConsole, path, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { button, columns, hears, row, rowNow } from '../../testing/screen-steps.ts';
import { aDeadline, aSilence, anEntry } from '../../testing/things.ts';

const PAGE = '/dashboard/alert/log';

let entries: AlertLogEntry[];

beforeEach(() => {
  entries = [anEntry('e1', 'freezer1'), { ...anEntry('e2', 'tank1'), clearedAt: null }];
  v1.answer('GET /alertLog', ({ status }) => {
    const found = entries.filter((entry) => status === undefined || entry.status === status);
    return { alertLogs: found, pagination: { totalCount: found.length } };
  });
  v1.answer('POST /alertLog/acknowledge/:deviceName', ({ id }) => {
    const isAck = '2026-01-06T11:00:00.000Z';
    entries = entries.map((entry) =>
      entry.id === id ? { ...entry, status: 'Acknowledged', isAck, ackBy: MAUD.name } : entry,
    );
    return { acknowledged: 1 };
  });
});

describe('the alert log', () => {
  it('is listed with the values and set points first, and with how long each firing lasted', async () => {
    openConsole(PAGE, MAUD);
    const over = within(await row('freezer1'));
    expect(await columns()).toEqual([
      'SNo',
      'Device Name',
      'Status',
      'Value',
      'Triggered At',
      'Delivery',
      'Acknowledged At',
      'Acknowledged By',
      'Options',
    ]);
    over.getByText('for 5 min');
    over.getByText('31.5');
    over.getByText('Temperature above 30 °C');
    within(await row('tank1')).getByText('still firing');
  });

  it('says why a firing ended where no reading ended it', async () => {
    entries[0] = { ...entries[0]!, clearedValue: null, endCause: 'sensor-gone' };
    openConsole(PAGE, MAUD);
    const over = within(await row('freezer1'));
    over.getByText('for 5 min');
    over.getByText('Ended: the device no longer has this sensor');
    expect(within(await row('tank1')).queryByText(/^Ended/)).toBeNull();
  });

  it('says until when the alert of an open firing is snoozed, and by whom', async () => {
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString();
    entries[1] = { ...entries[1]!, snoozedUntil, snoozedBy: 'Mona' };
    openConsole(PAGE, MAUD);
    within(await row('tank1')).getByText(/^Snoozed until .+ by Mona$/);
    expect(within(await row('freezer1')).queryByText(/^Snoozed/)).toBeNull();
  });

  it('says that the set point was not reached where no reading fired the alert, and has a silence in grey, without an alert', async () => {
    entries = [aDeadline('e1', 'tank1'), aSilence('e2', 'freezer1')];
    const user = openConsole(PAGE, MAUD);
    const deadline = await row('tank1');
    within(deadline).getByText('not reached for 6 hours');
    within(deadline).getByText('Temperature to reach 30 °C within 6 hours');
    within(deadline).getByText('still firing');
    const silence = await row('freezer1');
    within(silence).getByText('Silent');
    within(silence).getByText(/^no reading since /);
    within(silence).getByText('still silent');
    within(silence).getByRole('button', { name: 'Pending' });
    expect(within(silence).queryByRole('link', { name: 'View Criteria' })).toBeNull();
    await user.click(await button('Columns'));
    for (const name of ['Sensor Name', 'Value Type', 'Alert Type', 'Lasted'])
      await user.click(await screen.findByRole('switch', { name }));
    await user.keyboard('{Escape}');
    const cells = async (name: string) =>
      within(await row(name))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(await cells('tank1')).toEqual(
      expect.arrayContaining(['Temperature °C', 'Current', 'Periodic 30 °C, 6 hours']),
    );
    const ofSilence = await cells('freezer1');
    expect(ofSilence.filter((text) => text === 'Silent')).toHaveLength(1);
    expect(ofSilence.some((text) => text.startsWith('Silent for '))).toBe(true);
    expect(ofSilence.slice(0, -1).every((text) => text !== '' && !/undefined|null/.test(text))).toBe(true);
  });

  it('shows the note of an acknowledgement, once there is one', async () => {
    openConsole(PAGE, MAUD);
    await row('freezer1');
    expect(await columns()).not.toContain('Note');
    const isAck = '2026-01-06T11:00:00.000Z';
    entries[0] = {
      ...entries[0]!,
      status: 'Acknowledged',
      isAck,
      ackBy: MAUD.name,
      ackNote: 'Door was open',
    };
    v1.stream.tell('alert', {
      deviceName: 'freezer1',
      alertId: 'alert-1',
      entryId: 'e1',
      change: 'acknowledged',
    });
    await within(await row('freezer1')).findByText('Door was open');
    expect(await columns()).toContain('Note');
  });

  it('has the fewest columns in a narrow window', async () => {
    widenTo(960);
    openConsole(PAGE, MAUD);
    await row('freezer1');
    expect(await columns()).toEqual(['SNo', 'Device Name', 'Status', 'Value', 'Triggered At', 'Options']);
  });

  it('is opened with its pending entries alone by the button in the bar', async () => {
    const user = openConsole('/dashboard/profile', MAUD);
    await user.click(await screen.findByRole('link', { name: 'Alerts 2 to acknowledge' }));
    await row('freezer1');
    expect(path()).toBe(PAGE);
    expect(listState()).toEqual({ status: 'Pending' });
    expect(screen.getByRole('button', { name: 'Pending', pressed: true })).toBeTruthy();
  });

  it('is acknowledged by a click, for good, with the name of the user', async () => {
    const user = openConsole(PAGE, MAUD);
    await user.click(within(await row('tank1')).getByRole('button', { name: 'Pending' }));
    await waitFor(() => within(rowNow('tank1')!).getByText('Acknowledged'));
    within(rowNow('tank1')!).getByText('Maud Manager');
    expect(within(rowNow('tank1')!).queryByRole('button', { name: 'Pending' })).toBeNull();
    within(rowNow('freezer1')!).getByRole('button', { name: 'Pending' });
    expect(v1.askedOf('POST /alertLog/acknowledge/:deviceName')).toEqual([{ deviceName: 'tank1', id: 'e2' }]);
  });

  it('says why an entry cannot be acknowledged, and leaves it pending', async () => {
    const user = openConsole(PAGE, MAUD);
    v1.refuseOnce('POST /alertLog/acknowledge/:deviceName', {
      status: 404,
      message: 'There is no such entry',
    });
    await user.click(within(await row('tank1')).getByRole('button', { name: 'Pending' }));
    await hears('There is no such entry');
    within(await row('tank1')).getByRole('button', { name: 'Pending' });
  });

  it('shows the outcome of each notice, with the reason if it was held back', async () => {
    const sent = { state: 'sent', reason: null, at: '2026-01-06T10:00:02.000Z' } as const;
    const held = { state: 'held', reason: 'The limit of the device is reached', at: null } as const;
    const refused = { state: 'failed', reason: 'Telemon may not connect to this host', at: null } as const;
    entries[0]!.delivery = {
      sms: held,
      email: sent,
      mqtt: refused,
      copies: [{ userId: MAUD.id, sms: sent, email: { state: 'none', reason: null, at: null } }],
    };
    openConsole(PAGE, MAUD);
    const shown = within(await row('freezer1'));
    shown.getByText('SMS held');
    shown.getByText('The limit of the device is reached');
    shown.getByText('Email sent');
    shown.getByText('MQTT failed');
    shown.getByText('Telemon may not connect to this host');
    shown.getByText('one copy:');
    shown.getByText('SMS sent');
    expect(within(await row('tank1')).queryByText(/^(SMS|Email|MQTT) /)).toBeNull();
  });

  it('shows the outcomes of copies, equal ones with their count, unsent ones first and with their reasons', async () => {
    const at = '2026-01-06T10:00:02.000Z';
    const sent = { state: 'sent', reason: null, at } as const;
    const held = { state: 'held', reason: 'The manager’s limit of 2 SMS a month is used up', at } as const;
    const failed = { state: 'failed', reason: 'The number is not in use', at } as const;
    const silence = aSilence('e1', 'freezer1');
    silence.delivery.copies = [
      { userId: 'u1', sms: held, email: sent },
      { userId: 'u2', sms: held, email: sent },
      { userId: 'u3', sms: failed, email: { state: 'none', reason: null, at: null } },
    ];
    entries = [silence];
    openConsole(PAGE, MAUD);
    const cell = (await row('freezer1')).querySelector('.column-delivery')!;
    expect(cell.textContent).toBe(`3 copies:SMS failedSMS held×2Email sent×2${failed.reason}${held.reason}`);
  });

  it('says a reason once below the notices that it held, and a remark about a sent one when it is tapped', async () => {
    const held = { state: 'held', reason: 'The alert is flapping', at: null } as const;
    const remark = 'One of 3 in one message';
    const waiting = {
      state: 'queued',
      reason: 'Waits to go out in one message with others',
      at: null,
    } as const;
    entries[0]!.delivery = {
      sms: held,
      email: held,
      mqtt: { ...held, state: 'sent', reason: remark },
      copies: [],
    };
    entries[1]!.delivery.sms = waiting;
    const user = openConsole(PAGE, MAUD);
    const cell = (await row('freezer1')).querySelector('.column-delivery')!;
    expect(cell.textContent).toBe(`SMS heldEmail heldMQTT sent ${remark}${held.reason}`);
    await user.pointer({ keys: '[TouchA]', target: within(cell as HTMLElement).getByText('MQTT sent') });
    expect((await screen.findByRole('tooltip')).textContent).toBe(remark);
  });

  it('shows the severity unless it is the usual one, and the outcomes of later notices', async () => {
    const sent = { state: 'sent', reason: null, at: '2026-01-06T10:00:02.000Z' } as const;
    const held = { state: 'held', reason: 'The alert is flapping', at: null } as const;
    entries[0] = {
      ...entries[0]!,
      severity: 'critical',
      followUps: [
        { kind: 'reminder', channel: 'sms', ...sent },
        { kind: 'reminder', channel: 'sms', ...held },
        { kind: 'cleared', channel: 'email', ...sent },
      ],
    };
    openConsole(PAGE, MAUD);
    const shown = within(await row('freezer1'));
    shown.getByText('Critical');
    shown.getByText('2 reminders:');
    shown.getByText('SMS held');
    shown.getByText('back to normal:');
    shown.getByText('Email sent');
    expect(within(await row('tank1')).queryByText('Warning')).toBeNull();
  });

  it('is filtered by status, as its address says', async () => {
    entries[0] = { ...entries[0]!, status: 'Acknowledged', isAck: '2026-01-06T11:00:00.000Z' };
    const user = openConsole(PAGE, MAUD);
    await row('freezer1');
    await user.click(screen.getByRole('button', { name: 'Acknowledged' }));
    await waitFor(() => expect(rowNow('tank1')).toBeUndefined());
    expect(path()).toBe(PAGE);
    expect(listState()).toEqual({ status: 'Acknowledged' });
    await user.click(screen.getByRole('button', { name: 'All' }));
    await row('tank1');
    expect(listState()).toEqual({});
  });

  it('is filtered by severity, and says if no firing has it', async () => {
    const user = openConsole(PAGE, MAUD);
    await row('freezer1');
    entries = [];
    await user.click(screen.getByRole('combobox', { name: 'Severity' }));
    await user.click(await screen.findByRole('option', { name: 'Critical' }));
    await screen.findByText('No firing has this severity and status');
    expect(listState()).toEqual({ severity: 'critical' });
    expect(v1.askedOf('GET /alertLog').at(-1)).toMatchObject({ severity: 'critical' });
  });

  it('is exported as it is filtered and sorted, as a workbook or as CSV', async () => {
    const saved = savedFiles();
    const sorted = 'sort=triggeredAt&order=ASC';
    const user = openConsole(`${PAGE}?filter={"status":"Pending","q":"tank"}&${sorted}`, MAUD);
    for (const [format, label] of [
      ['xlsx', 'Excel (.xlsx)'],
      ['csv', 'CSV (.csv)'],
    ] as const) {
      answerOrders(`the ${format}`);
      await user.click(await button('Export Excel'));
      await user.click(await screen.findByRole('menuitem', { name: label }));
      await waitFor(() => expect(saved.get(`Export.${format}`)?.size).toBe(4 + format.length));
      await screen.findByText(`Export.${format} was exported`);
      expect(v1.askedOf('POST /export').at(-1)).toEqual({
        rows: 'alertLog',
        format,
        query: { status: 'Pending', q: 'tank', sort: 'triggeredAt', order: 'ASC' },
      });
    }
  });

  it.each([
    ['', 'No alert has fired yet'],
    ['?filter={"status":"Pending"}', 'No firing waits to be acknowledged'],
    ['?filter={"status":"Acknowledged"}', 'No firing has been acknowledged yet'],
  ])('says why it is empty: %s', async (search, words) => {
    entries = [];
    openConsole(`${PAGE}${search}`, MAUD);
    await screen.findByText(words);
  });
});
