/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { openAsVisitor, v1 } from '../../testing/open-console.tsx';
import { button, field, fillIn, hasFocus } from '../../testing/screen-steps.ts';
import { ResetPage } from './reset-page.tsx';

const NEW = 'a newer password';
const REQUIRED = 'This field is required';

beforeEach(() => v1.answer('POST /user/resetRequest', null));

const page = () => document.body;
const open = async () => {
  const user = openAsVisitor('/auth/resetPassword', <ResetPage />);
  await screen.findByRole('heading', { name: 'Reset password' });
  return user;
};
const askForCode = async () => {
  const user = await open();
  await fillIn(user, page(), { Email: 'olga@example.com' });
  await user.keyboard('{Enter}');
  await hasFocus(() => field(page(), 'One-time code'));
  return user;
};

describe('a forgotten password', () => {
  it('requires the email first', async () => {
    const user = await open();
    await hasFocus(() => field(page(), 'Email'));
    await user.keyboard('{Enter}');
    await screen.findByText(REQUIRED);
    expect(v1.askedOf('POST /user/resetRequest')).toEqual([]);
  });

  it('shows a mismatch while the repetition is typed, and can be made visible', async () => {
    const user = await askForCode();
    await fillIn(user, page(), { 'New Password': NEW, 'Confirm Password': 'another one' });
    await screen.findByText('Passwords must match');
    expect(screen.queryByText(REQUIRED)).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Show password' })[0]!);
    expect(field(page(), 'New Password').type).toBe('text');
    await user.click(await button('Hide password'));
    expect(field(page(), 'New Password').type).toBe('password');
  });

  it('returns to the email, and sends another code', async () => {
    const user = await askForCode();
    await user.click(await button('Change the email or send another code'));
    await hasFocus(() => field(page(), 'Email'));
    await user.click(await button('Send the code'));
    await hasFocus(() => field(page(), 'One-time code'));
    expect(v1.askedOf('POST /user/resetRequest')).toHaveLength(2);
  });

  it('shows that the code is wrong, after the repeated password matches', async () => {
    const user = await askForCode();
    await fillIn(user, page(), {
      'New Password': NEW,
      'Confirm Password': 'another one',
      'One-time code': 'nope',
    });
    await user.keyboard('{Enter}');
    await hasFocus(() => field(page(), 'Confirm Password'));
    await fillIn(user, page(), { 'Confirm Password': NEW });
    v1.refuseOnce('POST /user/resetPassword', { status: 422, message: 'OTP Does not match' });
    await user.keyboard('{Enter}');
    await within(screen.getByRole('alert')).findByText('OTP Does not match');
    await waitFor(() => expect(field(page(), 'One-time code').value).toBe('nope'));
    expect(v1.askedOf('POST /user/resetPassword')).toEqual([
      { email: 'olga@example.com', userOtp: 'nope', password: NEW, confirmpassword: NEW },
    ]);
  });
});
