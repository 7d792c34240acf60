/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { aDatagram, answerUdpLog } from '../../testing/given-message-logs.ts';
import { holdListPolls } from '../../testing/list-polls.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD } from '../../testing/people.ts';
import { button, columns, confirmation, hears, row } from '../../testing/screen-steps.ts';

const UDP = '/dashboard/udpLogs';

beforeEach(() => {
  holdListPolls();
  answerUdpLog(aDatagram());
});
afterEach(() => void jest.restoreAllMocks());

describe('the UDP log', () => {
  it('shows the datagrams, also to an assistant', async () => {
    openConsole(UDP, ASA);
    expect(await columns()).toEqual(['SNo', 'Device ID', 'Host', 'Port', 'Topic', 'Message', 'Timestamp']);
    const shown = await row('pump01,TC1=20.1');
    expect(within(shown).getByRole('link', { name: 'pump01' }).getAttribute('href')).toBe(
      '/dashboard/info/pump01',
    );
  });

  it('links to the devices, but not under a name that no device has', async () => {
    const unknown = { deviceName: 'nobody', deviceId: 'nobody', reason: 'there is no such device' };
    answerUdpLog(aDatagram(), aDatagram({ id: 'u2', ...unknown }));
    openConsole(UDP, ADA);
    within(await row('there is no such device')).getByText('nobody');
    expect(screen.queryByRole('link', { name: 'nobody' })).toBeNull();
    screen.getByRole('link', { name: 'pump01' });
  });

  it('has no columns of the route in a narrow window, until the user selects them', async () => {
    widenTo(960);
    const user = openConsole(UDP, MAUD);
    await row('pump01,TC1=20.1');
    expect(await columns()).toEqual(['SNo', 'Device ID', 'Message', 'Timestamp']);
    await user.click(await button('Columns'));
    await user.click(await screen.findByRole('switch', { name: 'Host' }));
    await user.keyboard('{Escape}');
    expect(await columns()).toContain('Host');
  });

  it('shows them as cards on a phone, without empty lines', async () => {
    const forwarded = { id: 'u2', message: 'pump01,TC1=20.2', host: 'broker', port: 1883 };
    answerUdpLog(aDatagram(), aDatagram(forwarded));
    widenTo(390);
    openConsole(UDP, MAUD);
    const cards = await screen.findByRole('list', { name: 'UDP Logs' });
    const lines = async (message: string) => {
      const card = (await within(cards).findByText(message)).closest('li')!;
      return within(card)
        .getAllByRole('term')
        .map(({ textContent }) => textContent);
    };
    expect(await lines('pump01,TC1=20.1')).toEqual(['Message', 'Timestamp']);
    expect(await lines('pump01,TC1=20.2')).toEqual(['Host', 'Port', 'Message', 'Timestamp']);
    await button('Delete All');
  });

  it('is emptied by itself', async () => {
    v1.answer('DELETE /udpLog', { deleted: 1 });
    const user = openConsole(UDP, MAUD);
    await row('pump01');
    await user.click(await button('Delete All'));
    await within(await confirmation()).findByText(/^One message of the log will be deleted/);
    await user.click(await button('Yes'));
    await hears('Logs deleted!');
    expect(v1.askedOf('DELETE /udpLog')).toHaveLength(1);
  });
});
