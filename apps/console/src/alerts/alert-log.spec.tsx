/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { columns, hears, row, rowNow } from '../../testing/screen-steps.ts';
import { anEntry } from '../../testing/things.ts';

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
  it('is listed in the order of the documents, with how long each firing lasted', async () => {
    openConsole(PAGE, MAUD);
    const over = within(await row('freezer1'));
    expect(await columns()).toEqual([
      'SNo',
      'Device Name',
      'Status',
      'Sensor Name',
      'Value Type',
      'Alert Type',
      'Value',
      'Triggered At',
      'Lasted',
      'Delivery',
      'Acknowledged At',
      'Acknowledged By',
      'Options',
    ]);
    over.getByText('5 min');
    expect(over.getAllByRole('cell').map(({ textContent }) => textContent)).toContain('31.5 °C');
    within(await row('tank1')).getByText(/^Firing for /);
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
    const { delivery } = entries[0]!;
    entries[0]!.delivery = {
      ...delivery,
      sms: held,
      email: sent,
      copies: [{ userId: MAUD.id, sms: sent, email: sent }],
    };
    openConsole(PAGE, MAUD);
    const shown = within(await row('freezer1'));
    shown.getByText('SMS held');
    shown.getByText('The limit of the device is reached');
    shown.getByText('Email sent');
    shown.getByText('one copy');
    expect(within(await row('tank1')).queryByText(/^(SMS|Email|MQTT) /)).toBeNull();
  });

  it('is filtered by status, as its address says', async () => {
    entries[0] = { ...entries[0]!, status: 'Acknowledged', isAck: '2026-01-06T11:00:00.000Z' };
    const user = openConsole(PAGE, MAUD);
    await row('freezer1');
    await user.click(screen.getByRole('radio', { name: 'Acknowledged' }));
    await waitFor(() => expect(rowNow('tank1')).toBeUndefined());
    expect(address()).toBe(`${PAGE}?status=Acknowledged`);
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await row('tank1');
    expect(address()).toBe(PAGE);
  });

  it.each([
    ['', 'Nothing has fired'],
    ['?status=Pending', 'Nothing waits to be acknowledged'],
    ['?status=Acknowledged', 'Nothing has been acknowledged'],
  ])('says why it is empty: %s', async (search, words) => {
    entries = [];
    openConsole(`${PAGE}${search}`, MAUD);
    await screen.findByText(words);
  });
});
