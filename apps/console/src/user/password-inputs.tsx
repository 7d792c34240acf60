import { useEffect } from 'react';
import { PasswordInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { passwordsDiffer, passwordsDiverge } from '../visitor/repeated-password.ts';
import { withoutGaps } from './user-values.ts';

/** React-admin's inputs hold null when cleared. */
type Typed = Record<'email' | 'contact' | 'password' | 'confirmPassword', string | null>;

/** A new password with its repetition. A mismatch is shown as soon as it is certain, also with missing fields. */
export const NewPasswordInputs = ({ helperText }: { helperText: string }) => {
  const { trigger, getFieldState } = useFormContext<Typed>();
  const [password, repeated] = useWatch<Typed, ['password', 'confirmPassword']>({
    name: ['password', 'confirmPassword'],
  });
  useEffect(() => {
    const { isTouched, invalid } = getFieldState('confirmPassword');
    const differ = isTouched ? passwordsDiffer : passwordsDiverge;
    if (invalid || differ(password ?? '', repeated ?? '')) void trigger('confirmPassword');
  }, [password, repeated, trigger, getFieldState]);
  return (
    <>
      <PasswordInput source="password" autoComplete="new-password" helperText={helperText} />
      <PasswordInput source="confirmPassword" autoComplete="new-password" helperText={false} />
    </>
  );
};

/** Required when users change their own email, contact or password. @param own The form's values before */
export const CurrentPasswordInput = ({ own }: { own: Pick<Typed, 'email' | 'contact'> }) => {
  const [email, contact, password] = useWatch<Typed, ['email', 'contact', 'password']>({
    name: ['email', 'contact', 'password'],
  });
  const isSameNumber = (withoutGaps(contact) ?? '') === (own.contact ?? '');
  if (email?.trim() === own.email && isSameNumber && !password) return null;
  return (
    <PasswordInput
      source="currentPassword"
      autoComplete="current-password"
      helperText="resources.user.hints.currentPassword"
      className="wide"
    />
  );
};
