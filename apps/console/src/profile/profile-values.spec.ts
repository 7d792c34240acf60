import { describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/users';
import { changeOf, changesLogin, faultsOf, valuesOf } from './profile-values.ts';

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
};
const typed = (change: Partial<ReturnType<typeof valuesOf>>) => ({ ...valuesOf(user), ...change });

describe('a profile', () => {
  it('that was not touched is right, and its password stays as it is', () => {
    expect(faultsOf(typed({}), user)).toEqual({});
    expect(changeOf(typed({}), user)).toEqual({
      name: 'Mary Manager',
      contact: '15005550006',
      email: 'mary@example.com',
      companyName: 'Cold Stores',
      companyAddress: '1 Quay Street',
      locationId: 'l1',
      country: 'France',
    });
  });

  it('has the bounds of a sign-up', () => {
    expect(
      faultsOf(typed({ name: 'Al', contact: '12', companyAddress: '', locationId: '', country: ' ' }), user),
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

  it.each([{ password: 'another password' }, { email: 'mary@cold.example.com' }])(
    'needs the present password for %o, and no other field does',
    (change) => {
      const values = typed({ ...change, confirmPassword: change.password ?? '' });
      expect(changesLogin(values, user)).toBe(true);
      expect(faultsOf(values, user)).toEqual({ currentPassword: 'This field is required' });
      expect(changeOf({ ...values, currentPassword: 'the present one' }, user)).toMatchObject({
        ...change,
        currentPassword: 'the present one',
      });
      expect(changesLogin(typed({ name: 'Mary Moore', email: ' mary@example.com ' }), user)).toBe(false);
    },
  );

  it('has the new password twice, and sends it once', () => {
    const values = typed({ password: 'another password', currentPassword: 'the present one' });
    expect(faultsOf(values, user)).toEqual({
      confirmPassword: 'Password and Repeat Password should match!',
    });
    expect(changeOf({ ...values, confirmPassword: 'another password' }, user)).not.toHaveProperty(
      'confirmPassword',
    );
  });
});
