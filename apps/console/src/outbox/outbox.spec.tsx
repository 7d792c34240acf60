/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react/pure';
import type { OutboxMessage } from '@telemon/contracts/outbox/outbox';
import { pageOfRows } from '../../testing/lists.ts';
import { address, openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD } from '../../testing/people.ts';
import { button, dialog, hears, row, rowNow } from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/outbox';
const MAIL: OutboxMessage = {
  id: 'm1',
  kind: 'email',
  to: 'maud@example.com',
  subject: 'Cold room 2: 9 °C',
  text: 'It is too warm.',
  html: '<p>It is <b>too</b> warm.</p><script>window.ran = true</script>',
  attachments: [{ fileName: 'week.xlsx', contentType: 'application/x', url: '/outbox/attachments/a1' }],
  sentAt: '2026-11-24T08:00:00.000Z',
};
const SMS: OutboxMessage = {
  ...MAIL,
  id: 'm2',
  kind: 'sms',
  to: '+33612345678',
  subject: '',
  text: 'Code 123456',
  html: '',
  attachments: [],
};

let messages: OutboxMessage[];

beforeEach(() => {
  messages = [MAIL, SMS];
  v1.answer('GET /outbox', ({ kind, to = '', ...query }) => {
    const found = messages.filter((one) => (kind === undefined || one.kind === kind) && one.to.includes(to));
    const { rows, pagination } = pageOfRows(found, query);
    return { messages: rows, pagination };
  });
  v1.answer('DELETE /outbox', () => {
    messages = [];
    return null;
  });
});

describe('the outbox', () => {
  it('lists the messages with recipients, also without a subject', async () => {
    openConsole(PAGE, ADA);
    expect((await row('Cold room 2: 9 °C')).textContent).toContain('maud@example.com');
    expect((await row('Code 123456')).textContent).toContain('SMS');
  });

  it('is not available to a manager', async () => {
    openConsole(PAGE, MAUD);
    await waitFor(() => expect(address()).toBe('/dashboard/home'));
    expect(v1.askedOf('GET /outbox')).toEqual([]);
  });

  it('shows a message as sandboxed HTML, whose links open in a new tab, and as text', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(await screen.findByRole('link', { name: 'Cold room 2: 9 °C' }));
    const message = await dialog('Cold room 2: 9 °C');
    expect(address()).toBe(`${PAGE}?message=m1`);
    const page = within(message).getByTitle<HTMLIFrameElement>('The message as a page');
    expect(page.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    expect(page.srcdoc).toContain('<base target="_blank" />');
    expect(within(message).getByRole('link', { name: 'week.xlsx' }).getAttribute('href')).toBe(
      '/outbox/attachments/a1',
    );
    await user.click(within(message).getByRole('tab', { name: 'Text' }));
    await within(message).findByText('It is too warm.');
  });

  it('shows the message of the address, and says if it is not there', async () => {
    const user = openConsole(`${PAGE}?message=m2`, ADA);
    within(await dialog('SMS')).getByText('Code 123456');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe(PAGE));
    cleanup();
    openConsole(`${PAGE}?message=gone`, ADA);
    within(await dialog('Message')).getByText('There is no such message here');
  });

  it('does not cut a long text, which the styles of the page do', async () => {
    messages = [{ ...SMS, text: `${'The cold room is far too warm. '.repeat(8)}End` }];
    openConsole(PAGE, ADA);
    await screen.findByRole('link', { name: /End$/ });
  });

  it('is filtered by kind and recipient', async () => {
    const user = openConsole(PAGE, ADA);
    await row('Code 123456');
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'SMS' }));
    await waitFor(() => expect(rowNow('Cold room 2')).toBeUndefined());
    await user.type(screen.getByRole('searchbox', { name: 'Search a recipient' }), 'nobody');
    await waitFor(() =>
      expect(v1.askedOf('GET /outbox').at(-1)).toMatchObject({ kind: 'sms', to: 'nobody' }),
    );
  });

  it('is cleared after a confirmation', async () => {
    const user = openConsole(PAGE, ADA);
    await row('Code 123456');
    await user.click(await button('Delete All'));
    await user.click(await button('Yes'));
    await hears('Deleted!');
    await screen.findByText('No message has been sent yet');
  });
});
