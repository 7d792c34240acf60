import { SignUpRequest, signUp } from '@telemon/contracts/auth/sign-up';
import type { Dispatch, SetStateAction } from 'react';
import { askAsVisitor } from '../data/ask.ts';
import { fieldsOf } from '../data/refusal.ts';
import { faultsBy } from '../kit/faults-by.ts';
import { translate } from '../texts/translate.ts';
import { Button } from '../visitor/button.tsx';
import styles from '../visitor/entrance.module.css';
import { ContactField, EmailField, LocationField, PasswordField, TextField } from '../visitor/fields.tsx';
import { Form } from '../visitor/form.tsx';
import { usePlainForm, type PlainForm } from '../visitor/use-plain-form.ts';
import { useVisitorAnswer } from '../visitor/use-visitor-answer.ts';

export const NOTHING_TYPED = {
  name: '',
  email: '',
  password: '',
  repeatPassword: '',
  companyName: '',
  contact: '',
  companyAddress: '',
  locationId: '',
  country: '',
  mobileOtp: '',
};
type Values = typeof NOTHING_TYPED;

interface Props {
  state: [Values, Dispatch<SetStateAction<Values>>];
  /** Whether the code has been sent: then only the code is editable. */
  isVerifying: boolean;
  onVerifying: (isVerifying: boolean) => void;
  onSignedUp: () => void;
  onRefused: (message: string) => void;
}

const withCode = (values: Values) => ({ ...values, email: values.email.trim() });
const withoutCode = (values: Values) => {
  const { mobileOtp: _, ...fields } = withCode(values);
  return fields;
};

const faultsOfFields = faultsBy(SignUpRequest, translate);
const faultsOfAll = faultsBy(signUp.signUp.request, translate);

export const SignUpForm = ({ state, isVerifying, onVerifying, onSignedUp, onRefused }: Props) => {
  const locations = useVisitorAnswer((signal) => askAsVisitor('GET /location/all', {}, signal));
  const form: PlainForm = usePlainForm({
    state,
    check: (values) => (isVerifying ? faultsOfAll(withCode(values)) : faultsOfFields(withoutCode(values))),
    repeated: { field: 'repeatPassword', words: translate('account.noMatch') },
    send: async (values) => {
      if (isVerifying) {
        await askAsVisitor('POST /user/signup', withCode(values));
        onSignedUp();
      } else {
        await askAsVisitor('POST /user/signupGenerateOtp', withoutCode(values));
        form.type('mobileOtp', '');
        onVerifying(true);
      }
    },
    onRefused: (error) => {
      onRefused(error.message);
      return fieldsOf(error);
    },
  });
  const field = (name: keyof Values) => ({ form, name, label: translate(`resources.user.fields.${name}`) });
  const fields = (
    // Remounts on the way back from the code, to focus the name.
    <fieldset key={String(isVerifying)} className={styles.fields} disabled={isVerifying}>
      <TextField {...field('name')} autoComplete="name" maxLength={25} autoFocus={!isVerifying} />
      <EmailField {...field('email')} />
      <PasswordField {...field('password')} hint={translate('account.passwordHint')} use="new-password" />
      <PasswordField {...field('repeatPassword')} use="new-password" />
      <TextField {...field('companyName')} autoComplete="organization" maxLength={25} />
      <ContactField {...field('contact')} />
      <TextField {...field('companyAddress')} autoComplete="street-address" maxLength={100} wide />
      <LocationField
        {...field('locationId')}
        locations={locations.answer?.locations}
        failure={locations.error}
        onRetry={locations.retry}
      />
      <TextField {...field('country')} autoComplete="country-name" maxLength={60} />
    </fieldset>
  );
  const submit = (
    <Button type="submit" tone="main" className={styles.submit} disabled={form.busy}>
      {translate(isVerifying ? 'signUp.verify' : 'account.sendCode')}
    </Button>
  );
  return (
    <Form form={form}>
      {/* The code is first, because on a phone the other fields fill the screen. */}
      {isVerifying && (
        <TextField
          {...field('mobileOtp')}
          hint={translate('signUp.codeSent', { contact: form.values.contact, email: form.values.email })}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
      )}
      {isVerifying && submit}
      {isVerifying && <Button onClick={() => onVerifying(false)}>{translate('signUp.back')}</Button>}
      {fields}
      {!isVerifying && submit}
    </Form>
  );
};
