/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AutoReport, PlannedReport, ReportRun } from '@telemon/contracts/reporting/auto-reports';
import { screen, waitFor, within } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';
import { savedFiles, widenTo } from '../../testing/browser.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ASA, MAUD } from '../../testing/people.ts';
import { button, hears, row } from '../../testing/screen-steps.ts';
import { inZone } from '../texts/time.ts';

const PAGE = '/dashboard/autoReport';
const NEXT = '2026-11-30T07:00:00.000Z';

const aRun = (id: string, changes: Partial<ReportRun> = {}): ReportRun => ({
  id,
  dueAt: '2026-11-23T07:00:00.000Z',
  from: '2026-11-16T07:00:00.000Z',
  to: '2026-11-23T07:00:00.000Z',
  state: 'sent',
  isAsked: false,
  isLate: false,
  sentAt: '2026-11-23T07:00:04.000Z',
  reason: null,
  fileBytes: 4_300,
  ...changes,
});
const answerRuns = (...runs: ReportRun[]) =>
  v1.answer('GET /autoReport/runs', { runs, pagination: { totalCount: runs.length } });

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 2 });
  return within(heading.closest('section')!);
};
const plan = async () => {
  const config = await card('Auto Report Configuration');
  await config.findByRole('combobox', { name: 'Alert' });
  return config;
};
const choose = async (user: UserEvent, label: string, option: string) =>
  user.selectOptions((await plan()).getByRole('combobox', { name: label }), option);
const shownIn = async (label: string): Promise<string> => {
  const field: HTMLSelectElement = (await plan()).getByRole('combobox', { name: label });
  return field.selectedOptions[0]!.textContent;
};
const optionsOf = async (label: string) =>
  within((await plan()).getByRole('combobox', { name: label }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('Auto Report Configuration', () => {
  beforeEach(() => {
    v1.answer('POST /autoReport', (config: AutoReport): PlannedReport => ({
      ...config,
      nextRunAt: NEXT,
      timeZone: 'Europe/Paris',
    }));
  });

  it('shows the documented values at first, and that no report is planned', async () => {
    openConsole(PAGE, ASA);
    const shown = await Promise.all(['Alert', 'Event', 'Frequency', 'Day', 'Hour'].map(shownIn));
    expect(shown).toEqual(['Inactive', 'Inactive', 'Monthly', '1', '0 hour']);
    expect(await optionsOf('Day')).toEqual(Array.from({ length: 30 }, (_, place) => String(place + 1)));
    expect((await optionsOf('Hour')).at(-1)).toBe('23 hour');
    (await plan()).getByText(/No report is planned while alert and event are inactive/);
  });

  it('saves a weekly report on a day of the week, and says when the next one comes', async () => {
    const user = openConsole(PAGE, MAUD);
    await choose(user, 'Alert', 'Active');
    await choose(user, 'Frequency', 'Weekly');
    expect(await optionsOf('Day')).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    await choose(user, 'Day', 'Sunday');
    await choose(user, 'Hour', '8 hour');
    await user.click((await plan()).getByRole('button', { name: 'Save' }));
    await hears('Auto Report Config Updated');
    expect(v1.askedOf('POST /autoReport')).toEqual([
      { autoAlert: 'Active', autoEvent: 'Inactive', frequency: 'Weekly', day: 7, hour: 8 },
    ]);
    await (
      await plan()
    ).findByText(new RegExp(`The next report comes on ${inZone('Europe/Paris').dateTime(NEXT)} in Paris`));
  });

  it('says that a month without the day has the report on its last one', async () => {
    const user = openConsole(PAGE, MAUD);
    await choose(user, 'Day', '30');
    (await plan()).getByText(/In a month without the day/);
  });

  it('keeps the chosen values when they cannot be saved, and says why', async () => {
    v1.refuse('POST /autoReport', { status: 503, message: 'This is not available right now' });
    const user = openConsole(PAGE, MAUD);
    await choose(user, 'Event', 'Active');
    await user.click((await plan()).getByRole('button', { name: 'Save' }));
    await hears('Update Failed');
    await (await plan()).findByText(/This is not available right now/);
    expect(await shownIn('Event')).toBe('Active');
  });
});

describe('Past Reports', () => {
  it('are listed with their state and reason', async () => {
    answerRuns(
      aRun('r1'),
      aRun('r2', { isLate: true, dueAt: '2026-11-16T07:00:00.000Z' }),
      aRun('r3', { state: 'missed', sentAt: null, fileBytes: null, dueAt: '2026-11-09T07:00:00.000Z' }),
      aRun('r4', {
        state: 'failed',
        reason: 'The mail server answered: 550 no such user',
        sentAt: null,
        fileBytes: null,
        dueAt: '2026-11-02T07:00:00.000Z',
      }),
    );
    openConsole(PAGE, MAUD);
    within(await row('4.2 KB')).getByText('Sent');
    await row('Sent late');
    await row('Missed');
    within(await row('Failed')).getByText('The mail server answered: 550 no such user');
  });

  it('are cards with their state and download on a phone', async () => {
    widenTo(390);
    answerRuns(aRun('r1'));
    openConsole(PAGE, MAUD);
    const cards = within(await screen.findByRole('list', { name: 'Past Reports' }));
    for (const shown of ['Status', 'Sent', '4.2 KB']) expect(cards.getAllByText(shown)).not.toEqual([]);
    cards.getByRole('button', { name: /^Download the spreadsheet of / });
  });

  it('give their spreadsheets', async () => {
    const saved = savedFiles();
    answerRuns(aRun('r1'));
    v1.export('GET /autoReport/runs/:id', 'the workbook');
    const user = openConsole(PAGE, MAUD);
    await user.click(await button(/^Download the spreadsheet of /));
    await waitFor(() => expect(saved.size).toBe(1));
    expect(v1.askedOf('GET /autoReport/runs/:id')).toEqual([{ id: 'r1', format: 'xlsx' }]);
  });

  it('begin with one that is ordered now, whose state follows until it is sent', async () => {
    const ordered = aRun('r1', { state: 'waiting', isAsked: true, sentAt: null, fileBytes: null });
    v1.answer('POST /autoReport/send', () => {
      answerRuns(ordered);
      return ordered;
    });
    const user = openConsole(PAGE, MAUD);
    await screen.findByText(/No report yet/);
    await user.click(await button('Send me one now'));
    await hears('The report is on its way');
    await row('On its way');
    answerRuns(aRun('r1', { isAsked: true }));
    within(await row('4.2 KB')).getByText('Sent');
    within(await row('ordered')).getByText('Sent');
  });

  it('are not ordered twice within five minutes, and say so', async () => {
    v1.answer('POST /autoReport/send', () => aRun('r1', { isAsked: true }));
    const user = openConsole(PAGE, MAUD);
    await user.click(await button('Send me one now'));
    await hears('One was sent within the last five minutes');
  });
});
