/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { openAsVisitor, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { button, field, fillIn, hasFocus, isDisabled } from '../../testing/screen-steps.ts';
import { SignInPage } from './sign-in-page.tsx';

const PASSWORD = 'a password of theirs';
const REQUIRED = 'This field is required';
const DIFFER = 'Password and Repeat Password should match!';
const FIELDS = {
  Name: 'Sam Signer',
  Email: 'sam@example.com',
  Password: PASSWORD,
  'Repeat Password': PASSWORD,
  'Company Name': 'Cold Cellars',
  Contact: '+1 500 555 0132',
  'Company Address': '1 Quay Street',
  Country: 'France',
};

beforeEach(() => {
  const locations = ['Lyon', 'Annecy'].map((locationName) => ({
    id: locationName.toLowerCase(),
    locationName,
  }));
  v1.answer('GET /location/all', { locations });
  v1.answer('POST /user/signupGenerateOtp', null);
  v1.answer('POST /user/signup', MAUD);
});

const page = () => document.body;
const heading = (name: string) => screen.findByRole('heading', { name });

describe('the login', () => {
  const open = () => {
    let signedIn = 0;
    const element = <SignInPage onBegin={() => {}} onSignedIn={() => void (signedIn += 1)} />;
    return { user: openAsVisitor('/auth/login', element), signedIn: () => signedIn };
  };

  it('shows errors at their fields', async () => {
    const { user } = open();
    await hasFocus(() => field(page(), 'Email'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByText(REQUIRED)).toHaveLength(2));
    await hasFocus(() => field(page(), 'Email'));
    await fillIn(user, page(), { Email: 'nobody', Password: 'short' });
    await user.keyboard('{Enter}');
    await screen.findByText('This should be a valid email');
    screen.getByText('At least 8 characters');
    await hasFocus(() => field(page(), 'Email'));
    expect(v1.askedOf('POST /user/login')).toEqual([]);
  });

  it('shows that the password is wrong, and stores no credentials', async () => {
    localStorage.setItem('DASHBOARD_USER', '{"user":{"id":"x"},"token":"y"}');
    v1.refuseOnce('POST /user/login', { status: 401, message: 'The email or the password is wrong' });
    const { user, signedIn } = open();
    await fillIn(user, page(), { Email: MAUD.email, Password: 'not the password' });
    await user.keyboard('{Enter}');
    await screen.findByText('The email or the password is wrong');
    await hasFocus(() => field(page(), 'Password'));
    expect([localStorage.getItem('DASHBOARD_USER'), signedIn()]).toEqual([null, 0]);
  });
});

describe('a login that takes long', () => {
  it('shows the loader until the response', async () => {
    v1.refuse('POST /user/login', { status: 401, message: 'The email or the password is wrong' });
    const answer = v1.holdBack('POST /user/login');
    const user = openAsVisitor('/auth/login', <SignInPage onBegin={() => {}} onSignedIn={() => {}} />);
    await fillIn(user, page(), { Email: MAUD.email, Password: PASSWORD });
    await user.keyboard('{Enter}');
    expect(screen.queryByText('One moment')).toBeNull();
    await screen.findByText('One moment');
    answer();
    await waitFor(() => expect(screen.queryByText('One moment')).toBeNull());
    await hasFocus(() => field(page(), 'Password'));
  });
});

describe('the sign-up', () => {
  const open = async () => {
    const user = openAsVisitor('/auth/login', <SignInPage onBegin={() => {}} onSignedIn={() => {}} />);
    await user.click(await button('Signup?'));
    await heading('Signup');
    await screen.findByRole('option', { name: 'Annecy' });
    return user;
  };
  const verify = async () => {
    const user = await open();
    await fillIn(user, page(), { ...FIELDS, Location: 'Lyon' });
    await user.click(await button('Send the code'));
    await heading('Verify');
    return user;
  };

  it('requires all fields and a matching repeated password', async () => {
    const user = await open();
    await hasFocus(() => field(page(), 'Name'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByText(REQUIRED).length).toBeGreaterThanOrEqual(8));
    await fillIn(user, page(), { ...FIELDS, Contact: '12', 'Repeat Password': 'another one' });
    await screen.findByText('invalid contact number');
    await fillIn(user, page(), { Contact: FIELDS.Contact });
    expect(field(page(), 'Contact').value).toBe('15005550132');
    await screen.findByText(DIFFER);
    await fillIn(user, page(), { Email: `${'s'.repeat(40)}@example.com` });
    await screen.findByText('At most 50 characters');
    expect(v1.askedOf('POST /user/signupGenerateOtp')).toEqual([]);
  });

  it('shows a mismatch while the repeated password is typed, even if other fields are missing', async () => {
    const user = await open();
    await user.type(field(page(), 'Password'), PASSWORD);
    await user.type(field(page(), 'Repeat Password'), PASSWORD.slice(0, 9));
    expect(screen.queryByText(DIFFER)).toBeNull();
    await user.keyboard('x');
    await screen.findByText(DIFFER);
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(screen.queryByText(DIFFER)).toBeNull());
    await user.click(field(page(), 'Company Name'));
    await screen.findByText(DIFFER);
    await user.keyboard('Co');
    await user.tab();
    await screen.findByText('At least 3 characters');
    expect(screen.queryByText(REQUIRED)).toBeNull();
  });

  it('enables only the code after it is sent, and shows a toast for a wrong one', async () => {
    const user = await verify();
    await hasFocus(() => field(page(), 'One-time code'));
    for (const label of [...Object.keys(FIELDS), 'Location']) expect(isDisabled(page(), label)).toBe(true);
    await user.keyboard('{Enter}');
    await screen.findByText(REQUIRED);
    v1.refuseOnce('POST /user/signup', { status: 422, message: 'OTP Does not match' });
    await user.keyboard('nope{Enter}');
    await screen.findByText('OTP Does not match');
    await hasFocus(() => field(page(), 'One-time code'));
    await user.keyboard('{Enter}');
    await screen.findByText('Signup Success!');
    await heading('Login');
    expect(v1.askedOf('POST /user/signup').at(-1)).toMatchObject({
      contact: '15005550132',
      locationId: 'lyon',
      mobileOtp: 'nope',
    });
  });

  it('starts again after a visit to the login, with the typed values', async () => {
    const user = await verify();
    await user.click(await button('Sign In?'));
    await heading('Login');
    await user.click(await button('Signup?'));
    await heading('Signup');
    expect(isDisabled(page(), 'Name')).toBe(false);
    expect(field(page(), 'Company Name').value).toBe(FIELDS['Company Name']);
    await screen.findByRole('option', { name: 'Lyon' });
    await user.click(await button('Send the code'));
    await heading('Verify');
  });

  it('shows why the locations are missing, and loads them on a retry', async () => {
    v1.refuseOnce('GET /location/all', 'offline');
    const user = openAsVisitor('/auth/login', <SignInPage onBegin={() => {}} onSignedIn={() => {}} />);
    await user.click(await button('Signup?'));
    await screen.findByText(/^Telemon cannot be reached\./);
    await user.click(await button('Retry'));
    await screen.findByRole('option', { name: 'Lyon' });
  });

  it('is hidden if it is disabled', async () => {
    const off = document.createElement('meta');
    off.name = 'telemon-signup';
    off.content = 'off';
    document.head.append(off);
    openAsVisitor('/auth/login', <SignInPage onBegin={() => {}} onSignedIn={() => {}} />);
    await screen.findByRole('link', { name: 'Forgot Password?' });
    expect(screen.queryByRole('button', { name: 'Signup?' })).toBeNull();
    off.remove();
  });
});
