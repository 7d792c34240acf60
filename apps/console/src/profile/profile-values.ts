import { Password, blankAsAbsent } from '@telemon/contracts/fields';
import { SignUpRequest } from '@telemon/contracts/sign-up';
import type { User } from '@telemon/contracts/users';
import { z } from 'zod';
import { faultsBy } from '../form/validate-with.ts';
import { translate } from '../texts/translate.ts';

/** A user as the form shows them; the '+' of the number stands before its field. */
export const valuesOf = (user: User) => ({
  name: user.name,
  contact: user.contact.replace('+', ''),
  email: user.email,
  companyName: user.companyName,
  companyAddress: user.companyAddress,
  locationId: user.locationId ?? '',
  country: user.country,
  password: '',
  confirmPassword: '',
  currentPassword: '',
});
export type ProfileValues = ReturnType<typeof valuesOf>;

/** Whether somebody changes what they sign in with, which needs the password that they have. */
export const changesLogin = ({ email, password }: ProfileValues, user: User): boolean =>
  password !== '' || email.trim() !== user.email;

/** As to sign up; a blank password is none. */
const Profile = z
  .object(SignUpRequest.shape)
  .omit({ repeatPassword: true })
  .extend({ password: blankAsAbsent(Password) });
const faultsOfFields = faultsBy(Profile, translate);
const faultsWithLogin = faultsBy(Profile.extend({ currentPassword: z.string().min(1) }), translate);

export const faultsOf = (values: ProfileValues, user: User): Record<string, string> => {
  const { password, confirmPassword } = values;
  const typed = { ...values, email: values.email.trim() };
  return {
    ...(changesLogin(values, user) ? faultsWithLogin(typed) : faultsOfFields(typed)),
    ...(password !== confirmPassword && { confirmPassword: translate('account.noMatch') }),
  };
};

/** What is sent: no blank password, no confirmation of it, and the present one where it is needed. */
export const changeOf = (values: ProfileValues, user: User) => {
  const { password, confirmPassword: _, currentPassword, ...fields } = values;
  return {
    ...fields,
    email: fields.email.trim(),
    ...(password !== '' && { password }),
    ...(changesLogin(values, user) && { currentPassword }),
  };
};
