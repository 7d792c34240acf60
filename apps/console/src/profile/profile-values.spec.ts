import { describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { faultsBy } from '../kit/faults-by.ts';
import { translate } from '../texts/translate.ts';
import { Profile, changeOf, changesLogin, valuesOf, type ProfileValues } from './profile-values.ts';

const user: User = {
  id: 'u1',
  name: 'Mary Manager',
  email: 'mary@example.com',
  userRole: 'manager',
  mqttAdmin: 'Inactive',
  contact: '+15005550006',
  companyName: 'Cold Stores',
  companyAddress: '1 Quay Street',
  country: 'France',
  locationId: 'l1',
  locationName: 'Lyon',
  smsLimit: 1_000,
  alertContactStatus: 0,
  managerId: null,
  createdAt: '2026-11-21T12:00:00Z',
  hasSignedIn: true,
};
const typed = (change: Partial<ProfileValues>) => ({ ...valuesOf(user), ...change });
const faultsOf = (values: ProfileValues, of: User) => faultsBy(Profile, translate)(changeOf(values, of));

describe('a profile', () => {
  it('sends only the changed fields', () => {
    expect(faultsOf(typed({}), user)).toEqual({});
    expect(changeOf(typed({}), user)).toEqual({});
    expect(changeOf(typed({ name: 'Mary Moore', country: 'Spain' }), user)).toEqual({
      name: 'Mary Moore',
      country: 'Spain',
    });
  });

  it('accepts a new password although other fields were empty before', () => {
    const empty = { contact: '', companyName: '', companyAddress: '', country: '', locationId: null };
    const first = { ...user, ...empty };
    const login = { password: 'another password', currentPassword: 'the present one' };
    const values = { ...valuesOf(first), ...login, confirmPassword: login.password };
    expect(faultsOf(values, first)).toEqual({});
    expect(changeOf(values, first)).toEqual(login);
    expect(faultsOf({ ...values, contact: '12' }, first)).toEqual({ contact: 'invalid contact number' });
  });

  it('has the limits of a sign-up', () => {
    expect(
      faultsOf(
        typed({
          name: 'Al',
          contact: '12',
          companyAddress: '',
          locationId: '',
          country: ' ',
          currentPassword: 'the present one',
        }),
        user,
      ),
    ).toEqual({
      name: 'At least 3 characters',
      contact: 'invalid contact number',
      companyAddress: 'This field is required',
      locationId: 'This field is required',
      country: 'This field is required',
    });
    expect(faultsOf(typed({ password: 'short', confirmPassword: 'short' }), user)).toMatchObject({
      password: 'At least 8 characters',
    });
  });

  it.each([
    { password: 'another password' },
    { email: 'mary@cold.example.com' },
    { contact: '15005550007' },
  ] as Partial<ProfileValues>[])('requires the current password for %o, and for no other field', (change) => {
    const values = typed({ ...change, confirmPassword: change.password ?? '' });
    expect(changesLogin(values, user)).toBe(true);
    expect(faultsOf(values, user)).toEqual({ currentPassword: 'This field is required' });
    expect(changeOf({ ...values, currentPassword: 'the present one' }, user)).toMatchObject({
      ...change,
      currentPassword: 'the present one',
    });
    expect(changesLogin(typed({ name: 'Mary Moore', email: ' mary@example.com ' }), user)).toBe(false);
  });

  it('sends the new password once', () => {
    const values = typed({ password: 'another password', currentPassword: 'the present one' });
    expect(changeOf({ ...values, confirmPassword: 'another password' }, user)).not.toHaveProperty(
      'confirmPassword',
    );
  });
});
