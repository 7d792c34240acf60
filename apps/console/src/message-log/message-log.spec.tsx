/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react/pure';
import { savedFiles } from '../../testing/browser.ts';
import { answerOrders } from '../../testing/exports.ts';
import { aMessage, givenMqttLog, idOfMessage } from '../../testing/given-message-logs.ts';
import { holdListPolls } from '../../testing/list-polls.ts';
import { address, listState, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, ASA, MAUD } from '../../testing/people.ts';
import { button, columns, confirmation, dialog, hears, row, rowNow } from '../../testing/screen-steps.ts';

const MQTT = '/dashboard/mqttLogs';

let log: ReturnType<typeof givenMqttLog>;
let polls: ReturnType<typeof holdListPolls>;

beforeEach(() => {
  log = givenMqttLog();
  polls = holdListPolls();
});
afterEach(() => {
  jest.restoreAllMocks();
  scrollTo(0);
  document.getSelection()?.removeAllRanges();
});

const scrollTo = (px: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: px, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });

describe('the MQTT log', () => {
  it('shows the messages, with the reason of a refusal and the number that a row stands for', async () => {
    log.arrive(
      aMessage(3, { data: '{', reason: 'it is not JSON' }),
      aMessage(4, { reason: 'its device sends more than it may', count: 4_200 }),
      aMessage(5, {
        deviceName: null,
        topic: '',
        data: '',
        reason: 'not shown: more arrived than the log keeps',
        count: null,
      }),
    );
    openConsole(MQTT, ADA);
    expect(await columns()).toEqual(['SNo', 'Topic', 'Data', 'Time']);
    expect((await row('{"seq":2}')).textContent).toContain('devices/freezer1/telemetry');
    expect((await row('Refused: it is not JSON')).textContent).toContain('{');
    expect((await row('sends more than it may')).textContent).toContain('Stands for 4,200 messages');
    expect((await row('not shown: more arrived')).textContent).not.toContain('Refused');
    expect(rowNow('{"seq":2}')!.textContent).not.toMatch(/Refused|Stands/);
  });

  it('cuts long data until the user opens them, and shows markup as text', async () => {
    const data = `<img src=x onerror="window.ran = true">${'x'.repeat(300)}END`;
    log.arrive(aMessage(3, { data, bytes: 9_000 }));
    const user = openConsole(MQTT, ADA);
    const long = await row('<img src=x');
    expect(long.textContent).not.toContain('END');
    expect(long.textContent).toContain('8.8 KB');
    await user.click(within(long).getByRole('button', { name: 'Show all of it' }));
    await row('END');
    expect(document.querySelector('img[src=x]')).toBeNull();
  });

  it('shows unseen characters as escapes, which change nothing beyond them, and are copied as they are', async () => {
    const data = '{"file":"\u202egpj.exe","a":"\u0000\u{e0041}","b":"❤️\t"}';
    log.arrive(aMessage(3, { topic: 'devices/freezer1/\u2066telemetry', data }));
    openConsole(MQTT, ADA);
    const shown = await row('gpj.exe');
    expect(within(shown).getByText(/gpj/).textContent).toBe(data);
    const escapes = [...shown.querySelectorAll<HTMLElement>('.unseen')].map((each) => each.dataset['escape']);
    expect(escapes).toEqual([String.raw`\u2066`, String.raw`\u202e`, String.raw`\u0000\u{e0041}`]);
  });

  it('is searched in the service, and says how far', async () => {
    const user = openConsole(MQTT, ADA);
    await row('{"seq":1}');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), '(a+)+$');
    await screen.findByText('Nothing matches “(a+)+$”');
    screen.getByText('The search looks through the newest 20,000 messages.');
    expect(v1.askedOf('GET /mqttLog').at(-1)).toMatchObject({ search: '(a+)+$', limit: '10' });
    await user.click(await button('Clear the search'));
    await row('{"seq":1}');
  });

  it('is exported as it is searched', async () => {
    const saved = savedFiles();
    answerOrders('the file');
    const user = openConsole(`${MQTT}?filter={"search":"seq"}`, ADA);
    await row('{"seq":1}');
    await user.click(await button('Export Excel'));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }));
    await waitFor(() => expect(saved.get('Export.csv')?.size).toBe(8));
    expect(v1.askedOf('POST /export')).toEqual([
      { rows: 'mqttLog', format: 'csv', query: { search: 'seq' } },
    ]);
  });

  it('is for managers and assistants who are MQTT admins', async () => {
    openConsole(MQTT, MAUD);
    await waitFor(() => expect(address()).toBe('/dashboard/home'));
    expect(v1.askedOf('GET /mqttLog')).toEqual([]);
  });

  it('is shown to an assistant without Delete All and Block Topic', async () => {
    openConsole(MQTT, { ...ASA, mqttAdmin: 'Active' });
    await row('{"seq":1}');
    expect(screen.queryByRole('button', { name: 'Delete All' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Block Topic' })).toBeNull();
  });

  it.each([
    ['with messages', '{"seq":1}'],
    ['without any', 'No message has come over MQTT yet'],
  ])('leads an admin to the blocked topics, %s', async (which, shown) => {
    if (which === 'without any') log.messages = [];
    v1.answer('GET /mqttLog/blockTopic', { blockedTopics: [], pagination: { totalCount: 0 } });
    const user = openConsole(MQTT, ADA);
    await screen.findByText(shown);
    await user.click(screen.getByRole('link', { name: 'Block Topic' }));
    await dialog('Block Topics');
    expect(address()).toBe(`${MQTT}/blockTopic`);
  });
});

describe('the refresh of a log', () => {
  it('comes every five seconds', async () => {
    openConsole(MQTT, ADA);
    await row('{"seq":2}');
    log.arrive(aMessage(3));
    await polls.fiveSecondsPass();
    await row('{"seq":3}');
  });

  const pauses = [
    ['has scrolled down', () => scrollTo(500)],
    [
      'has selected text',
      () =>
        act(() => {
          document.getSelection()!.selectAllChildren(screen.getByText('{"seq":2}'));
          document.dispatchEvent(new Event('selectionchange'));
        }),
    ],
  ] as const;
  it.each(pauses)('pauses while the user %s, and goes on when they want', async (_, pause) => {
    const user = openConsole(MQTT, ADA);
    await row('{"seq":2}');
    pause();
    await button('Paused · show the newest');
    log.arrive(aMessage(3), aMessage(4));
    await polls.fiveSecondsPass();
    const goOn = await button('Paused · 2 new');
    expect(rowNow('{"seq":4}')).toBeUndefined();
    jest.spyOn(window, 'scrollTo').mockImplementation(() => scrollTo(0));
    await user.click(goOn);
    await act(() => void document.dispatchEvent(new Event('selectionchange')));
    await row('{"seq":4}');
    expect(screen.queryByRole('button', { name: /^Paused/ })).toBeNull();
  });

  it('pauses on another page, which stays the same page while messages come', async () => {
    log.messages = Array.from({ length: 12 }, (__, index) => aMessage(12 - index));
    const user = openConsole(MQTT, ADA);
    await row('{"seq":12}');
    log.arrive(aMessage(13), aMessage(14), aMessage(15));
    await user.click(await button('Go to page 2'));
    await row('{"seq":2}');
    expect(v1.askedOf('GET /mqttLog')).toContainEqual({ limit: '10', offset: '10', upTo: idOfMessage(12) });
    await polls.fiveSecondsPass();
    await user.click(await button('Paused · 3 new'));
    await row('{"seq":15}');
    expect(listState()).toEqual({});
  });
});

describe('a log opened on another page', () => {
  it('counts the messages that have come since, and stays the same page', async () => {
    log.messages = Array.from({ length: 12 }, (__, index) => aMessage(12 - index));
    const user = openConsole(`${MQTT}?page=2`, ADA);
    await row('{"seq":2}');
    await waitFor(() => expect(v1.askedOf('GET /mqttLog')).toContainEqual({ limit: '100', offset: '0' }));
    await button('Paused · show the newest');
    log.arrive(aMessage(13), aMessage(14), aMessage(15));
    await polls.fiveSecondsPass();
    await user.click(await button('Paused · 3 new'));
    await row('{"seq":15}');
    expect(listState()).toEqual({});
  });
});

describe('Delete All', () => {
  it('names the number of all rows, not only of the shown ones', async () => {
    const user = openConsole(MQTT, ADA);
    await row('{"seq":1}');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nothing');
    await screen.findByText('Nothing matches “nothing”');
    await user.click(await button('Delete All'));
    const question = await confirmation();
    await within(question).findByText(/^2 messages of the log will be deleted/);
    await user.click(within(question).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(v1.askedOf('DELETE /mqttLog')).toEqual([]);
    await user.click(await button('Delete All'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Yes' }).matches(':disabled')).toBe(false));
    await user.click(await button('Yes'));
    await hears('Logs deleted!');
    await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
    await screen.findByText('No message has come over MQTT yet');
  });

  it('wants a large number to be typed', async () => {
    log.total = 12_345;
    const user = openConsole(MQTT, ADA);
    await row('{"seq":1}');
    await user.click(await button('Delete All'));
    const question = within(await confirmation());
    const yes = () => question.getByRole('button', { name: 'Yes' });
    const field = await question.findByRole('textbox', { name: 'Type 12,345 to delete them' });
    await user.type(field, '12,34');
    expect(yes().matches(':disabled')).toBe(true);
    const colourOfYes = () => getComputedStyle(yes()).backgroundColor;
    const whileDisabled = colourOfYes();
    await user.type(field, '5');
    expect(colourOfYes()).not.toBe(whileDisabled);
    await user.click(yes());
    await hears('Logs deleted!');
  });

  it('shows why it failed', async () => {
    const user = openConsole(MQTT, ADA);
    v1.refuse('DELETE /mqttLog', { status: 503, message: 'This is not available right now' });
    await user.click(await button('Delete All'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Yes' }).matches(':disabled')).toBe(false));
    await user.click(await button('Yes'));
    await hears('This is not available right now');
  });
});
