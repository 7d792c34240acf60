/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LinkedEntry } from '@telemon/contracts/alerting/alert-log';
import { act, screen } from '@testing-library/react/pure';
import { openAsVisitor, v1 } from '../../testing/open-console.tsx';
import { button } from '../../testing/screen-steps.ts';
import { aDeadline, aSilence, anEntry } from '../../testing/things.ts';
import AcknowledgePage from './acknowledge-page.tsx';

let entry: LinkedEntry;

beforeEach(() => {
  entry = { ...anEntry('e1', 'freezer1'), message: 'It is warm', clearedAt: null, snoozedUntil: null };
  v1.answer('POST /alertLog/linked', () => entry);
  v1.answer('POST /alertLog/acknowledgeLinked', () => {
    entry = { ...entry, status: 'Acknowledged', isAck: '2026-11-21T10:00:00Z', ackBy: 'ada@example.com' };
    return entry;
  });
  v1.answer('POST /alertLog/snoozeLinked', ({ hours }) => {
    entry = { ...entry, snoozedUntil: hours === 0 ? null : '2026-11-21T14:00:00Z' };
    return entry;
  });
});

const open = () => openAsVisitor('/acknowledge#token-1', <AcknowledgePage />);

describe('the page of the link in a notice', () => {
  it('shows the firing, and acknowledges it at the press of the button', async () => {
    const user = open();
    await screen.findByText('It is warm');
    screen.getByText(/freezer1/);
    screen.getByText('Still firing');
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toContain('Severity');
    screen.getByText('Warning');
    expect(v1.askedOf('POST /alertLog/acknowledgeLinked')).toEqual([]);
    await user.click(await button('Acknowledge'));
    await screen.findByText(/^Acknowledged by ada@example.com on /);
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    expect(v1.askedOf('POST /alertLog/acknowledgeLinked')).toEqual([{ link: 'token-1' }]);
  });

  it('names the value type of an alert that does not compare the current value', async () => {
    entry = { ...entry, valueType: 'Maximum' };
    open();
    await screen.findByText('Temperature (maximum) above 30 °C');
    screen.getByText('Temperature (maximum)');
  });

  it('says that the set point was not reached where a deadline passed', async () => {
    entry = { ...aDeadline('e1', 'freezer1'), snoozedUntil: null };
    open();
    await screen.findByText('not reached for 6 hours');
    screen.getByText('Temperature to reach 30 °C within 6 hours');
    screen.getByText('Still firing');
  });

  it('shows a silence with its last reading, without an alert', async () => {
    entry = { ...aSilence('e1', 'freezer1'), snoozedUntil: null };
    open();
    await screen.findByText('Still silent');
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(['Device', 'Last Updated', 'Triggered At', 'State']);
  });

  it('snoozes the alert for the chosen hours, and ends that, acknowledged or not', async () => {
    const user = open();
    await screen.findByText(/^Snooze: no further messages of this alert for that time/);
    await user.click(await button('Snooze 4 h'));
    await screen.findByText(/^No messages of this alert until /);
    expect(screen.queryByRole('button', { name: 'Snooze 1 h' })).toBeNull();
    await user.click(await button('Acknowledge'));
    await user.click(await button('Notify again'));
    await button('Snooze 24 h');
    expect(v1.askedOf('POST /alertLog/snoozeLinked')).toEqual([
      { link: 'token-1', hours: 4 },
      { link: 'token-1', hours: 0 },
    ]);
  });

  it('says that a link is no longer valid, without a retry', async () => {
    v1.refuse('POST /alertLog/linked', { status: 404, message: 'This link is no longer valid' });
    open();
    await screen.findByText('This link is no longer valid');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    v1.refuseOnce('POST /alertLog/linked', { status: 503, message: 'This is not available right now' });
    const user = open();
    await user.click(await button('Retry'));
    await screen.findByText('It is warm');
  });

  it('shows the entry of another link that is opened in the tab', async () => {
    open();
    await screen.findByText('It is warm');
    entry = { ...entry, message: 'It is cold' };
    act(() => {
      window.location.hash = 'token-2';
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await screen.findByText('It is cold');
    expect(v1.askedOf('POST /alertLog/linked').at(-1)).toEqual({ link: 'token-2' });
  });
});
