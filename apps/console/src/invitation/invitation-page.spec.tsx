/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { openAsVisitor, v1 } from '../../testing/open-console.tsx';
import { ASA } from '../../testing/people.ts';
import { button, field, fillIn } from '../../testing/screen-steps.ts';
import InvitationPage from './invitation-page.tsx';

const PASSWORD = 'a password of hers';
const ENDED = 'This invitation is not valid any more. Ask for another one';

let timesSignedIn = 0;

beforeEach(() => {
  timesSignedIn = 0;
  v1.answer('POST /user/invitation', {
    name: 'Asa Assistant',
    email: 'asa@example.com',
    expiresAt: '2026-11-24T10:00:00Z',
  });
  v1.answer('POST /user/acceptInvitation', null);
  v1.answer('POST /user/login', {
    user: ASA,
    token: 'token-2',
    refreshToken: '',
    refreshExpiresAt: '',
  });
});

const open = () =>
  openAsVisitor('/auth/invitation#token-1', <InvitationPage onSignedIn={() => (timesSignedIn += 1)} />);
const typed = { 'New Password': PASSWORD, 'Confirm Password': PASSWORD };

describe('the page of the link in an invitation', () => {
  it('takes a password for the account that it names, and signs the user in', async () => {
    const user = open();
    await screen.findByText(/^Welcome, Asa Assistant/);
    expect(field(document.body, 'Email').value).toBe('asa@example.com');
    await fillIn(user, document.body, typed);
    await user.click(await button('Set Password'));
    await waitFor(() => expect(timesSignedIn).toBe(1));
    expect(v1.askedOf('POST /user/acceptInvitation')).toEqual([
      { token: 'token-1', password: PASSWORD, confirmpassword: PASSWORD },
    ]);
    expect(v1.askedOf('POST /user/login')).toEqual([{ email: 'asa@example.com', password: PASSWORD }]);
  });

  it('asks for nothing with a link that is not valid', async () => {
    v1.refuseOnce('POST /user/invitation', { status: 404, message: ENDED });
    open();
    await screen.findByText(ENDED);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('shows a mismatch, and sends nothing', async () => {
    const user = open();
    await screen.findByText(/^Welcome/);
    await fillIn(user, document.body, { ...typed, 'Confirm Password': 'another one' });
    await user.click(await button('Set Password'));
    await screen.findByText('Passwords must match');
    expect(v1.askedOf('POST /user/acceptInvitation')).toEqual([]);
  });

  it('repeats only the sign-in if that failed after the password was taken', async () => {
    const user = open();
    await screen.findByText(/^Welcome/);
    await fillIn(user, document.body, typed);
    v1.refuseOnce('POST /user/login', { status: 503, message: 'Try again in a moment' });
    await user.click(await button('Set Password'));
    await screen.findByText('Try again in a moment');
    await user.click(await button('Login'));
    await waitFor(() => expect(timesSignedIn).toBe(1));
    expect(v1.askedOf('POST /user/acceptInvitation')).toHaveLength(1);
  });
});
