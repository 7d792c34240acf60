import { describe, expect, it } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import { faultsBy } from '../kit/faults-by.ts';
import { translate } from '../texts/translate.ts';
import {
  NEW_USER,
  assistantOf,
  faultsOfRepetition,
  schemaFor,
  toSend,
  valuesOf,
  type FormContext,
  type UserValues,
} from './user-values.ts';

const ASSISTANT: User = {
  id: 'u1',
  name: 'Asa Assistant',
  contact: '+15005550006',
  email: 'asa@example.com',
  userRole: 'assistant',
  managerId: 'm1',
  companyName: 'Cold Stores',
  companyAddress: '',
  country: '',
  locationId: 'l1',
  locationName: 'Lyon',
  smsLimit: 1_000,
  alertContactStatus: 0,
  mqttAdmin: 'Inactive',
  createdAt: '2026-11-21T12:00:00Z',
  hasSignedIn: true,
};
const MANAGER: User = { ...ASSISTANT, id: 'm1', userRole: 'manager', managerId: null };

const WHOLE: UserValues = { ...valuesOf(ASSISTANT), password: 'a password' };
const REQUIRED = 'This field is required';

const errorsOf = (context: FormContext, values: UserValues) =>
  faultsBy(schemaFor(context), translate)(toSend(context)(values));

describe('a new user', () => {
  it('reports all missing fields at once', () => {
    const empty = { ...NEW_USER, invite: false, userRole: 'assistant' as const, smsLimit: null };
    const missing = errorsOf({ byAdmin: true }, empty);
    expect(missing).toEqual({
      name: REQUIRED,
      contact: REQUIRED,
      email: REQUIRED,
      password: REQUIRED,
      managerId: REQUIRED,
      companyName: REQUIRED,
      locationId: REQUIRED,
      smsLimit: REQUIRED,
    });
    expect(errorsOf({ byAdmin: true }, NEW_USER)).toMatchObject({ userRole: REQUIRED });
  });

  it('has a manager only as an assistant', () => {
    const sent = toSend({ byAdmin: true })({ ...WHOLE, userRole: 'manager' });
    expect(sent).toMatchObject({ userRole: 'manager', managerId: null });
    expect(errorsOf({ byAdmin: true }, { ...WHOLE, userRole: 'manager', managerId: null })).toEqual({});
    expect(errorsOf({ byAdmin: true }, WHOLE)).toEqual({});
    expect(errorsOf({ byAdmin: true }, { ...WHOLE, managerId: null })).toEqual({ managerId: REQUIRED });
  });

  it('accepts usual formats of phone numbers, and rejects ambiguous ones', () => {
    const send = toSend({ byAdmin: true });
    for (const contact of ['+47 912 34 567', '+47-912-34.567', ' 4791234567\u00a0']) {
      const values = { ...WHOLE, contact };
      expect(errorsOf({ byAdmin: true }, values)).toEqual({});
      expect(send(values)).toMatchObject({ contact: contact.replaceAll(/[^+\d]/g, '') });
    }
    for (const contact of ['+49 (0)151 234567', '+47 912 34 567 ext 8', '+47 9123']) {
      expect(errorsOf({ byAdmin: true }, { ...WHOLE, contact })).toEqual({
        contact: 'invalid contact number',
      });
    }
  });

  it('is limited as documented, with messages', () => {
    const wrong = {
      name: 'ab',
      contact: '12',
      email: 'nobody',
      password: '1234567',
      companyName: 'x'.repeat(26),
      smsLimit: 1_001,
    };
    expect(errorsOf({ byAdmin: true }, { ...WHOLE, ...wrong })).toEqual({
      name: 'At least 3 characters',
      contact: 'invalid contact number',
      email: 'This should be a valid email',
      password: 'At least 8 characters',
      companyName: 'At most 25 characters',
      smsLimit: 'At most 1,000',
    });
    const huge = { ...WHOLE, smsLimit: 1e20 };
    expect(errorsOf({ byAdmin: true }, huge)).toEqual({ smsLimit: 'At most 1,000' });
    const long = { email: `${'a'.repeat(40)}@example.com`, password: 'x'.repeat(43), smsLimit: -1 };
    expect(errorsOf({ byAdmin: true }, { ...WHOLE, ...long })).toEqual({
      email: 'At most 50 characters',
      password: 'At most 42 characters',
      smsLimit: 'At least 0',
    });
  });

  it('of a manager is an assistant in their company and location, which the service sets', () => {
    const values = { ...assistantOf(MANAGER), name: 'Asa', contact: '+15005550006', email: 'a@b.io' };
    expect(values).toMatchObject({ userRole: 'assistant', companyName: 'Cold Stores', locationId: 'l1' });
    const sent = toSend({ byAdmin: false })({ ...values, invite: false, password: 'a password' });
    expect(sent).toEqual({
      name: 'Asa',
      contact: '+15005550006',
      email: 'a@b.io',
      invite: false,
      password: 'a password',
    });
    expect(errorsOf({ byAdmin: false }, { ...values, password: 'a password' })).toEqual({});
    expect(errorsOf({ byAdmin: false }, { ...values, invite: false })).toEqual({ password: REQUIRED });
    expect(errorsOf({ byAdmin: false }, values)).toEqual({});
  });
});

describe('a change of a user', () => {
  const byAdmin = { byAdmin: true, before: ASSISTANT };

  it('sends only the changed fields', () => {
    expect(toSend(byAdmin)(valuesOf(ASSISTANT))).toEqual({ managerChanged: false });
    expect(errorsOf(byAdmin, valuesOf(ASSISTANT))).toEqual({});
    const values = { ...valuesOf(ASSISTANT), companyName: 'Cold Cellars', alertContactStatus: 1 as const };
    expect(toSend(byAdmin)(values)).toEqual({
      companyName: 'Cold Cellars',
      alertContactStatus: 1,
      managerChanged: false,
    });
  });

  it('has the same limits, and no empty fields', () => {
    expect(errorsOf(byAdmin, { ...valuesOf(ASSISTANT), password: 'short' })).toEqual({
      password: 'At least 8 characters',
    });
    const emptied = { name: '', contact: '', companyName: '', locationId: null, smsLimit: null };
    expect(errorsOf(byAdmin, { ...valuesOf(ASSISTANT), ...emptied })).toEqual({
      name: REQUIRED,
      contact: REQUIRED,
      companyName: REQUIRED,
      locationId: REQUIRED,
      smsLimit: REQUIRED,
    });
  });

  it('omits the current password if email, contact and password are unchanged', () => {
    const values = { ...valuesOf(ASSISTANT), name: 'Another', currentPassword: 'the present one' };
    expect(toSend(byAdmin)(values)).toEqual({ name: 'Another', managerChanged: false });
    const { currentPassword } = values;
    expect(toSend(byAdmin)({ ...values, contact: '+1500 555 0009' })).toMatchObject({
      contact: '+15005550009',
      currentPassword,
    });
  });

  it('sends a new password once, and requires its repetition', () => {
    const values = { ...valuesOf(ASSISTANT), password: 'a password', confirmPassword: 'a passport' };
    expect(toSend(byAdmin)(values)).toEqual({ password: 'a password', managerChanged: false });
    expect(faultsOfRepetition(translate)(values)).toEqual({
      confirmPassword: 'Password and Repeat Password should match!',
    });
    expect(faultsOfRepetition(translate)({ ...values, confirmPassword: 'a password' })).toEqual({});
  });

  it('sends whether the manager changed', () => {
    const moved = (managerId: string) => toSend(byAdmin)({ ...valuesOf(ASSISTANT), managerId });
    expect(moved('m1')).toEqual({ managerChanged: false });
    expect(moved('m2')).toEqual({ managerId: 'm2', managerChanged: true });
    expect(errorsOf(byAdmin, { ...valuesOf(ASSISTANT), managerId: null })).toEqual({ managerId: REQUIRED });
  });

  it('of the first admin may leave contact and location empty', () => {
    const admin: User = { ...MANAGER, userRole: 'admin', locationId: null, contact: '' };
    const ofAdmin = { byAdmin: true, before: admin };
    const values = { ...valuesOf(admin), name: 'Ada Admin' };
    expect(errorsOf(ofAdmin, values)).toEqual({});
    expect(toSend(ofAdmin)(values)).toEqual({ name: 'Ada Admin', managerChanged: false });
    expect(errorsOf(ofAdmin, { ...values, contact: '12' })).toEqual({ contact: 'invalid contact number' });
  });

  it('by a manager omits the fields that only an admin sets', () => {
    const sent = toSend({ byAdmin: false, before: ASSISTANT })({ ...valuesOf(ASSISTANT), name: 'Asa New' });
    expect(sent).toEqual({ name: 'Asa New' });
  });
});
