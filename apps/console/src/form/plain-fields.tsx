import type { Location } from '@telemon/contracts/auth/locations';
import type { ComponentProps, Ref } from 'react';
import { Button } from '../layout/button.tsx';
import { translate } from '../texts/translate.ts';
import { contactDigits } from './contact-digits.ts';
import { Field, Input, Select, saidBy } from './field.tsx';
import { PasswordInput } from './password-input.tsx';
import styles from './plain-fields.module.css';
import type { PlainForm } from './use-plain-form.ts';

interface Common {
  form: PlainForm;
  name: string;
  label: string;
  hint?: string | undefined;
  /** Over both columns. */
  wide?: boolean;
}

const partsOf = ({ form, name, label, hint, wide }: Common) => {
  const error = form.faults[name];
  return {
    frame: { id: name, label, error, hint, wide },
    input: { ...saidBy(name, error, hint), name, value: form.values[name] ?? '' },
  };
};

export const TextField = (props: Common & Omit<ComponentProps<'input'>, 'form' | 'name'>) => {
  const { form, name, label: _, hint: __, wide: ___, ...rest } = props;
  const { frame, input } = partsOf(props);
  return (
    <Field {...frame}>
      <Input
        spellCheck={false}
        {...input}
        onChange={({ target }) => form.type(name, target.value)}
        {...rest}
      />
    </Field>
  );
};

interface PasswordFieldProps extends Common {
  /** What browsers that keep passwords go by. */
  use: 'current-password' | 'new-password';
  ref?: Ref<HTMLInputElement>;
}

export const PasswordField = (props: PasswordFieldProps) => {
  const { frame, input } = partsOf(props);
  return (
    <Field {...frame}>
      <PasswordInput
        {...input}
        autoComplete={props.use}
        ref={props.ref}
        onChange={({ target }) => props.form.type(props.name, target.value)}
      />
    </Field>
  );
};

/** As long as it was typed: one that is cut off would be somebody else's. */
export const EmailField = (props: Common & { autoFocus?: boolean }) => (
  <TextField type="email" autoComplete="username" inputMode="email" autoCapitalize="none" {...props} />
);

/** A phone number behind its '+': digits alone, however it was written where it was copied from. */
export const ContactField = (props: Omit<Common, 'hint'>) => {
  const { frame, input } = partsOf({ ...props, hint: translate('account.contactHint') });
  return (
    <Field {...frame}>
      <div className={styles.contact}>
        <span aria-hidden="true">+</span>
        <Input
          type="tel"
          autoComplete="tel"
          {...input}
          onChange={({ target }) => props.form.type(props.name, contactDigits(target.value))}
        />
      </div>
    </Field>
  );
};

interface LocationFieldProps extends Common {
  /** Undefined until they are known. */
  locations: readonly Location[] | undefined;
  /** Why they could not be had. */
  failure: Error | null;
  onRetry: () => void;
}

export const LocationField = ({ locations, failure, onRetry, ...common }: LocationFieldProps) => {
  const hint = failure?.message ?? (locations?.length === 0 ? translate('form.noLocations') : undefined);
  const { frame, input } = partsOf({ ...common, hint });
  return (
    <Field {...frame}>
      <div className={styles.location}>
        <Select {...input} onChange={({ target }) => common.form.type(common.name, target.value)}>
          <option value="">{translate(locations || failure ? 'form.choose' : 'form.loading')}</option>
          {locations?.map(({ id, locationName }) => (
            <option key={id} value={id}>
              {locationName}
            </option>
          ))}
        </Select>
        {failure && <Button onClick={onRetry}>{translate('list.retry')}</Button>}
      </div>
    </Field>
  );
};
