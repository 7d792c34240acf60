import { z } from 'zod';
import { call } from '../call.ts';
import { Contact, Email, Id, Name, OneLine, Password } from '../fields.ts';
import { User } from './users.ts';

const required = 'This field is required';
/** A code as typed; the service checks whether it is the right one. */
const Code = z.string().trim().min(1, required).max(20);

const fields = z.strictObject({
  name: Name,
  email: Email,
  password: Password,
  repeatPassword: z.string().optional(),
  companyName: Name,
  contact: Contact,
  companyAddress: OneLine.min(1, required).max(100),
  locationId: Id,
  country: OneLine.min(1, required).max(60),
});

const passwordsMatch = ({
  password,
  repeatPassword,
}: {
  password: string;
  repeatPassword?: string | undefined;
}) => repeatPassword === undefined || repeatPassword === password;
const NO_MATCH = { path: ['repeatPassword'], error: 'Password and Repeat Password should match!' };

export const SignUpRequest = fields.refine(passwordsMatch, NO_MATCH);
export type SignUpRequest = z.infer<typeof SignUpRequest>;

export const signUp = {
  sendCode: call('auth.sign-up.send-code', SignUpRequest, z.null()),
  signUp: call(
    'auth.sign-up.sign-up',
    fields.extend({ mobileOtp: Code }).refine(passwordsMatch, NO_MATCH),
    User,
  ),
};

export const ResetRequest = z
  .strictObject({ email: Email, userOtp: Code, password: Password, confirmpassword: z.string() })
  .refine(({ password, confirmpassword }) => password === confirmpassword, {
    path: ['confirmpassword'],
    error: 'Passwords must match',
  });

export const reset = {
  sendCode: call('auth.reset.send-code', z.strictObject({ email: Email }), z.null()),
  reset: call('auth.reset.reset', ResetRequest, z.null()),
};
