/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { HOUR_MS } from '@telemon/contracts/durations';
import { givenAlerts } from '../../testing/given-alerts.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { row, rowNow } from '../../testing/screen-steps.ts';
import { aSilence, anEntry } from '../../testing/things.ts';

const NOT_SNOOZED = { snoozedUntil: null, snoozedBy: null };

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const isSnoozed = async (name: string, by: string) =>
  waitFor(() => within(rowNow(name)!).getByText(new RegExp(`^Snoozed until .+ by ${by}$`)));
const isAwake = (name: string) =>
  waitFor(() => expect(within(rowNow(name)!).queryByText(/^Snoozed/)).toBeNull());

it('The alert log snoozes the alert of an open firing, or the silences of a device, and ends that', async () => {
  let entries = [
    aSilence('e1', 'freezer1'),
    { ...anEntry('e2', 'tank1'), clearedAt: null },
    anEntry('e3', 'pump1'),
  ];
  v1.answer('GET /alertLog', () => ({ alertLogs: entries, pagination: { totalCount: entries.length } }));
  v1.answer('POST /alertLog/snooze/:deviceName', ({ deviceName, hours }) => {
    const snooze = hours === 0 ? NOT_SNOOZED : { snoozedUntil: inHours(hours), snoozedBy: MAUD.name };
    entries = entries.map((entry) => (entry.deviceName === deviceName ? { ...entry, ...snooze } : entry));
    return snooze;
  });
  const user = openConsole('/dashboard/alert/log', MAUD);
  for (const name of ['freezer1', 'tank1']) {
    await user.click(within(await row(name)).getByRole('button', { name: 'Snooze' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Snooze 4 h' }));
    await isSnoozed(name, MAUD.name);
  }
  expect(within(await row('pump1')).queryByRole('button', { name: 'Snooze' })).toBeNull();
  await user.click(within(await row('tank1')).getByRole('button', { name: 'Notify again' }));
  await isAwake('tank1');
  expect(v1.askedOf('POST /alertLog/snooze/:deviceName')).toEqual([
    { deviceName: 'freezer1', alertId: null, hours: 4 },
    { deviceName: 'tank1', alertId: 'alert-1', hours: 4 },
    { deviceName: 'tank1', alertId: 'alert-1', hours: 0 },
  ]);
});

it('The list of alerts says until when one is snoozed as soon as another user snoozes it, and ends that', async () => {
  const given = givenAlerts();
  v1.answer('POST /alertLog/snooze/:deviceName', () => {
    given.alerts[0] = { ...given.alerts[0]!, ...NOT_SNOOZED };
    return NOT_SNOOZED;
  });
  const user = openConsole('/dashboard/alert', MAUD);
  await row('freezer1');
  const { id: alertId, deviceName } = given.alerts[0]!;
  given.alerts[0] = { ...given.alerts[0]!, snoozedUntil: inHours(1), snoozedBy: 'Sam' };
  v1.stream.tell('alert', { deviceName, alertId, entryId: null, change: 'snoozed' });
  await isSnoozed('freezer1', 'Sam');
  await user.click(within(await row('freezer1')).getByRole('button', { name: 'Notify again' }));
  await isAwake('freezer1');
  expect(v1.askedOf('POST /alertLog/snooze/:deviceName')).toEqual([{ deviceName, alertId, hours: 0 }]);
});
