/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { LiveAlert } from '@telemon/contracts/gateway/live';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { listState, openConsole, path, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { button, dialog, hears, menu } from '../../testing/screen-steps.ts';
import { aDeadline, aSilence, anEntry } from '../../testing/things.ts';

let entries: AlertLogEntry[];

const tell = (entryId: string, change: LiveAlert['change']) =>
  v1.stream.tell('alert', { deviceName: 'freezer1', alertId: 'alert-1', entryId, change });
const fire = (entryId: string, made = anEntry) => {
  entries = [{ ...made(entryId, 'freezer1'), clearedAt: null }, ...entries];
  tell(entryId, 'fired');
};
const TOLD = 'Alias of freezer1: Temperature is at 31.5 °C, above the set point of 30 °C.';

beforeEach(() => {
  entries = [];
  v1.answer('GET /user/:id', MAUD);
  v1.answer('GET /alertLog', () => ({ alertLogs: entries, pagination: { totalCount: entries.length } }));
  document.querySelector('link[rel=icon]')?.remove();
  document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: '/mark.svg' }));
});

describe('a firing', () => {
  const open = async () => {
    const user = openConsole('/dashboard/profile', MAUD);
    await menu();
    await screen.findByText('Live');
    return user;
  };

  it('is shown until its notice is closed, which links to the log', async () => {
    const user = await open();
    fire('e1');
    await hears(new RegExp(TOLD));
    fire('e2');
    tell('e2', 'fired');
    fire('e3');
    await hears(/2 more alerts fire/);
    await user.click(screen.getByRole('link', { name: 'Show the log' }));
    await waitFor(() => expect(path()).toBe('/dashboard/alert/log'));
    expect(listState()).toEqual({ status: 'Pending' });
    expect(screen.queryByRole('link', { name: 'Show the log' })).toBeNull();
  });

  it('is announced with its severity, unless that is the usual one', async () => {
    await open();
    fire('e1', (id, deviceName) => ({ ...anEntry(id, deviceName), severity: 'critical' }));
    await hears(`Critical: ${TOLD}`);
  });

  it('is announced without a value where a deadline passed, and a silence as such', async () => {
    await open();
    fire('e1', aDeadline);
    await hears('Alias of freezer1: Temperature has not reached 30 °C for 6 hours.');
    tell('e1', 'acknowledged');
    fire('e2', aSilence);
    await hears(/^Alias of freezer1 is silent: no reading since /);
  });

  it('is hidden after it is acknowledged', async () => {
    await open();
    fire('e1');
    await hears(new RegExp(TOLD));
    tell('e1', 'acknowledged');
    await waitFor(() => expect(screen.queryByText(new RegExp(TOLD))).toBeNull());
  });

  it('is shown with the name of its device if its entry cannot be loaded', async () => {
    await open();
    v1.refuseOnce('GET /alertLog', { status: 400, message: 'Out of order' });
    fire('e1');
    await hears(/freezer1/);
  });

  it('is listed under the bell with a link', async () => {
    const user = await open();
    fire('e1');
    await user.click(await button('Messages, one new'));
    const kept = await within(await dialog('Messages')).findByRole('link', { name: TOLD });
    expect(kept.getAttribute('href')).toContain('/dashboard/alert/log?filter=');
  });

  it("is counted in the tab's title and icon until it is acknowledged", async () => {
    const icon = () => document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href;
    await open();
    await waitFor(() => expect(document.title).toBe('Profile · Telemon'));
    const plain = icon();
    fire('e1');
    await waitFor(() => expect(document.title).toBe('(1) Profile · Telemon'));
    await waitFor(() => expect(icon()).toMatch(/^data:image\/svg\+xml,/));
    entries = [];
    tell('e1', 'acknowledged');
    await waitFor(() => expect(document.title).toBe('Profile · Telemon'));
    await waitFor(() => expect(icon()).toBe(plain));
  });

  it('shows a browser notification if the user has chosen that', async () => {
    const notified: string[] = [];
    class FakeNotification {
      static readonly permission = 'granted';
      static readonly requestPermission = () => Promise.resolve('granted');
      constructor(_: string, { body }: { body: string }) {
        notified.push(body);
      }
    }
    Object.assign(window, { Notification: FakeNotification });
    const user = await open();
    await user.click(await button('Profile'));
    const choice = await screen.findByRole('menuitemcheckbox', { name: 'Notification when an alert fires' });
    await user.click(choice);
    await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'));
    fire('e1');
    await waitFor(() => expect(notified).toEqual([TOLD]));
  });
});
