/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD } from '../../testing/people.ts';
import {
  button,
  exactly,
  field,
  fillIn,
  hasFocus,
  initials,
  isDisabled,
} from '../../testing/screen-steps.ts';

const NEW_PASSWORD = 'an even newer one';
const REQUIRED = 'This field is required';

beforeEach(() => {
  const locations = ['Lyon', 'Annecy'].map((locationName) => ({
    id: locationName.toLowerCase(),
    locationName,
  }));
  v1.answer('GET /location/all', { locations });
});

const open = async (person = MAUD) => {
  let stored = person;
  v1.answer('GET /user/:id', () => stored);
  v1.answer('PATCH /user/:id', ({ name, email }) => {
    stored = { ...stored, name: name ?? stored.name, email: email ?? stored.email };
    return stored;
  });
  const user = openConsole('/dashboard/profile', person);
  const page = await screen.findByRole('main');
  await screen.findByLabelText(exactly('Name'));
  const save = async () => user.click(await button('Save'));
  return { user, page, save, has: (label: string) => screen.queryByLabelText(exactly(label)) !== null };
};
const sent = () => v1.askedOf('PATCH /user/:id').at(-1);

describe('the profile', () => {
  it('has a read-only role', async () => {
    const { page } = await open();
    expect(field(page, 'Role').value).toBe('Manager');
    expect(isDisabled(page, 'Role')).toBe(true);
    expect(field(page, 'Contact').value).toBe('15005550006');
  });

  it('shows errors at their fields', async () => {
    const { user, page, save } = await open();
    await fillIn(user, page, { Name: 'Ol', Password: NEW_PASSWORD, 'Confirm Password': 'another one' });
    await screen.findByText('Password and Repeat Password should match!');
    await save();
    await screen.findByText('At least 3 characters');
    screen.getByText('Password and Repeat Password should match!');
    screen.getByText(REQUIRED);
    await hasFocus(() => field(page, 'Name'));
    expect(sent()).toBeUndefined();
  });

  it('is saved without a blank password, and the bar shows the new initials at once', async () => {
    const { user, page, save, has } = await open();
    await fillIn(user, page, { Name: 'Olga Orlov', 'Company Address': '2 Quay Street', Country: 'Spain' });
    expect(has('Current Password')).toBe(false);
    await save();
    await screen.findByText('Profile update success');
    expect(sent()).toEqual({
      id: 'maud',
      name: 'Olga Orlov',
      companyAddress: '2 Quay Street',
      country: 'Spain',
    });
    await initials('OO');
  });

  it('changes the email only with the current password', async () => {
    const { user, page, save, has } = await open();
    await fillIn(user, page, { Email: 'olga@example.com' });
    await fillIn(user, page, { 'Current Password': 'not the password' });
    const message = 'The current password is wrong';
    v1.refuseOnce('PATCH /user/:id', { status: 422, message, fields: { currentPassword: message } });
    await save();
    await screen.findByText('Profile update failed');
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    await hasFocus(() => field(page, 'Current Password'));
    await fillIn(user, page, { 'Current Password': 'the password' });
    await save();
    await screen.findByText('Profile update success');
    expect(sent()).toEqual({ id: 'maud', email: 'olga@example.com', currentPassword: 'the password' });
    await waitFor(() => expect(has('Current Password')).toBe(false));
  });

  it('changes the password, and sends it once', async () => {
    const { user, page, save } = await open();
    await fillIn(user, page, { Password: NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
    await fillIn(user, page, { 'Current Password': 'the password' });
    await save();
    await screen.findByText('Profile update success');
    expect(sent()).toEqual({ id: 'maud', password: NEW_PASSWORD, currentPassword: 'the password' });
    await waitFor(() => expect(field(page, 'Password').value).toBe(''));
  });

  it('of the first admin accepts a new password without contact and location', async () => {
    const first = { ...ADA, contact: '', locationId: null, locationName: '' };
    const { user, page, save } = await open(first);
    expect(field(page, 'Contact').value).toBe('');
    await fillIn(user, page, { Password: NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD });
    await fillIn(user, page, { 'Current Password': 'the password' });
    await save();
    await screen.findByText('Profile update success');
  });
});
