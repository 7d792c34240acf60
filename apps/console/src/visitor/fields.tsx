import type { Location } from '@telemon/contracts/auth/locations';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Icon } from '../kit/icon.tsx';
import { translate } from '../texts/translate.ts';
import { Button } from './button.tsx';
import { contactDigits } from './contact-digits.ts';
import styles from './fields.module.css';
import type { PlainForm } from './use-plain-form.ts';

interface Common {
  form: PlainForm;
  name: string;
  label: string;
  hint?: string | undefined;
  /** Spans both columns. */
  wide?: boolean;
}

/** A label above the input; below it an error, else the hint. */
const Field = ({ form, name, label, hint, wide, children }: Common & { children: ReactNode }) => {
  const error = form.faults[name];
  return (
    <div className={wide ? `${styles.field} ${styles.wide}` : styles.field}>
      <label htmlFor={name}>{label}</label>
      {children}
      {(error ?? hint) && (
        <p id={`${name}-said`} className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
};

/** The input's attributes from its form and field. */
const inputOf = ({ form, name, hint }: Common) => {
  const error = form.faults[name];
  return {
    id: name,
    name,
    value: form.values[name] ?? '',
    className: styles.input,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${name}-said` : undefined,
    onChange: ({ target }: { target: { value: string } }) => form.type(name, target.value),
  };
};

export const TextField = (props: Common & Omit<ComponentProps<'input'>, 'form' | 'name'>) => {
  const { form: _, label: __, hint: ___, wide: ____, ...rest } = props;
  return (
    <Field {...props}>
      <input spellCheck={false} {...inputOf(props)} {...rest} />
    </Field>
  );
};

interface PasswordFieldProps extends Common, Pick<ComponentProps<'input'>, 'ref'> {
  /** Tells password managers which password to fill in. */
  use: 'current-password' | 'new-password';
}

/** A password input with a button to show the password. */
export const PasswordField = (props: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  const buttonLabel = translate(isShown ? 'form.hidePassword' : 'form.showPassword');
  return (
    <Field {...props}>
      <div className={styles.password}>
        <input
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoComplete={props.use}
          spellCheck={false}
          ref={props.ref}
          {...inputOf(props)}
        />
        <button
          type="button"
          aria-label={buttonLabel}
          title={buttonLabel}
          aria-controls={props.name}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'hide' : 'show'} />
        </button>
      </div>
    </Field>
  );
};

/** A password that a visitor chooses, typed twice. */
export const NewPasswordFields = ({ form }: Pick<Common, 'form'>) => (
  <>
    <PasswordField
      form={form}
      name="password"
      label={translate('reset.password')}
      hint={translate('account.passwordHint')}
      use="new-password"
    />
    <PasswordField
      form={form}
      name="confirmpassword"
      label={translate('resources.user.fields.confirmPassword')}
      use="new-password"
    />
  </>
);

/** Without a maximum length: a truncated address could be another user's. */
export const EmailField = (props: Common & { autoFocus?: boolean }) => (
  <TextField type="email" autoComplete="username" inputMode="email" autoCapitalize="none" {...props} />
);

/** A phone number after its '+': drops all other characters than digits, also of pasted text. */
export const ContactField = (common: Omit<Common, 'hint'>) => {
  const props = { ...common, hint: translate('account.contactHint') };
  return (
    <Field {...props}>
      <div className={styles.contact}>
        <span aria-hidden="true">+</span>
        <input
          type="tel"
          autoComplete="tel"
          {...inputOf(props)}
          onChange={({ target }) => common.form.type(common.name, contactDigits(target.value))}
        />
      </div>
    </Field>
  );
};

interface LocationFieldProps extends Common {
  /** Undefined while loading. */
  locations: readonly Location[] | undefined;
  /** Why loading failed. */
  failure: Error | null;
  onRetry: () => void;
}

export const LocationField = ({ locations, failure, onRetry, ...common }: LocationFieldProps) => {
  const hint = failure?.message ?? (locations?.length === 0 ? translate('form.noLocations') : undefined);
  const props = { ...common, hint };
  return (
    <Field {...props}>
      <div className={styles.location}>
        <select {...inputOf(props)}>
          <option value="">{translate(locations || failure ? 'form.choose' : 'form.loading')}</option>
          {locations?.map(({ id, locationName }) => (
            <option key={id} value={id}>
              {locationName}
            </option>
          ))}
        </select>
        {failure && <Button onClick={onRetry}>{translate('list.retry')}</Button>}
      </div>
    </Field>
  );
};
