/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Trace } from '@telemon/contracts/logs/traces';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { button, dialog, row } from '../../testing/screen-steps.ts';
import { aDeadline, anEntry } from '../../testing/things.ts';

const NONE = [null, null, null, null];
const AT = '2026-01-06T10:00:00.000Z';
const MESSAGE = {
  id: 'u1',
  log: 'udp',
  deviceName: 'freezer1',
  topic: '',
  data: 'freezer1,TC1=30.5',
  bytes: 17,
  reason: null,
  count: 1,
  timestamp: AT,
} as const;
const STORED = {
  timestamp: AT,
  receivedAt: AT,
  current: [31.5, null, null, null],
  minimum: NONE,
  maximum: NONE,
  average: NONE,
};

let trace: Trace;

beforeEach(() => {
  trace = {
    deviceName: 'freezer1',
    message: MESSAGE,
    readings: [{ id: 'r1', sent: [30.5, null, null, null], state: 'stored', stored: STORED }],
    isWhole: true,
    judgements: [
      {
        readingId: 'r1',
        alert: {
          id: 'a1',
          sensorName: 'Temperature °C',
          valueType: 'Current',
          alertType: 'Above',
          criteria: { values: [30], timePeriod: null },
          paused: false,
        },
        value: 31.5,
        meets: true,
      },
    ],
    entries: [anEntry('e1', 'freezer1')],
    gap: null,
  };
  v1.answer('GET /udpLog/trace/:id', () => trace);
  v1.answer('GET /alertLog/trace/:id', () => trace);
  v1.answer('GET /udpLog', {
    udpLogs: [{ ...MESSAGE, deviceId: 'freezer1', host: '', port: null, message: MESSAGE.data }],
    pagination: { totalCount: 1 },
    isWhole: true,
  });
  const entries = [anEntry('e1', 'freezer1'), aDeadline('e2', 'tank1')];
  v1.answer('GET /alertLog', { alertLogs: entries, pagination: { totalCount: 2 } });
});

describe('the trace of a message', () => {
  it('opens from a row of a log, with the message, its readings, alerts and notices, and closes', async () => {
    const user = openConsole('/dashboard/udpLogs', MAUD);
    await user.click(within(await row('freezer1')).getByRole('link', { name: 'Trace' }));
    const shown = within(await dialog('Trace of a Message'));
    expect(address()).toBe('/dashboard/udpLogs?trace=u1');
    await shown.findByText('freezer1,TC1=30.5');
    expect(shown.getByRole('row', { name: 'TC1 30.5 31.5' })).toBeDefined();
    shown.getByText(/^Stored for /);
    shown.getByText('Temperature above 30 °C: 31.5, the condition holds');
    shown.getByText('Temperature above 30 °C');
    expect(v1.askedOf('GET /udpLog/trace/:id')).toEqual([{ id: 'u1' }]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/dashboard/udpLogs');
  });

  it('shows unseen characters of the message as escapes', async () => {
    trace = { ...trace, message: { ...MESSAGE, data: 'freezer1,\u202eTC1=30.5' } };
    openConsole('/dashboard/udpLogs?trace=u1', MAUD);
    const shown = await within(await dialog('Trace of a Message')).findByText(/TC1=30.5/);
    expect(shown.querySelector<HTMLElement>('.unseen')!.dataset['escape']).toBe(String.raw`\u202e`);
  });

  it('opens from an entry of the alert log that a reading began, and from no other entry', async () => {
    const user = openConsole('/dashboard/alert/log', MAUD);
    expect(within(await row('tank1')).queryByRole('link', { name: 'Trace' })).toBeNull();
    await user.click(within(await row('freezer1')).getByRole('link', { name: 'Trace' }));
    await within(await dialog('Trace of a Message')).findByText('freezer1,TC1=30.5');
    expect(v1.askedOf('GET /alertLog/trace/:id')).toEqual([{ id: 'e1' }]);
  });

  it.each([
    ['message', 'The message is not in the log any more.'],
    ['notAllowed', 'Messages over MQTT are shown only to users with the MQTT log.'],
  ] as const)('says why it has no message: %s', async (gap, words) => {
    const readings = trace.readings.map((reading) => ({ ...reading, sent: null }));
    trace = { ...trace, message: null, readings, gap };
    openConsole('/dashboard/alert/log?trace=e1', MAUD);
    const shown = within(await dialog('Trace of a Message'));
    await shown.findByText(words);
    expect(shown.getByRole('row', { name: 'TC1 31.5' })).toBeDefined();
  });

  it('says which parts it lacks', async () => {
    trace = { ...trace, readings: [], judgements: [], entries: [], gap: 'cut' };
    openConsole('/dashboard/udpLogs?trace=u1', MAUD);
    const shown = within(await dialog('Trace of a Message'));
    await shown.findByText(/longer than the log keeps/);
    shown.getByText('No readings are shown.');
    shown.getByText('No entry of the alert log began with these readings.');
  });

  it('says that the row is not there any more, and asks again', async () => {
    v1.refuse('GET /udpLog/trace/:id', { status: 404, message: 'There is no such message in the log' });
    const user = openConsole('/dashboard/udpLogs?trace=u1', MAUD);
    await screen.findByText(/There is no such message in the log/);
    v1.answer('GET /udpLog/trace/:id', trace);
    await user.click(await button('Retry'));
    await within(await dialog('Trace of a Message')).findByText('freezer1,TC1=30.5');
  });
});
