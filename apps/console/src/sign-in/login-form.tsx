import { Login } from '@telemon/contracts/auth/users';
import { useRef, useState } from 'react';
import { signIn } from '../data/request.ts';
import { faultsBy } from '../kit/faults-by.ts';
import { translate } from '../texts/translate.ts';
import { Button } from '../visitor/button.tsx';
import styles from '../visitor/entrance.module.css';
import { EmailField, PasswordField } from '../visitor/fields.tsx';
import { Form } from '../visitor/form.tsx';
import { usePlainForm } from '../visitor/use-plain-form.ts';

interface Props {
  onBegin: () => void;
  onSignedIn: () => void;
}

const NOTHING_TYPED = { email: '', password: '' };
const faultsOf = faultsBy(Login, translate);
const asSent = ({ email, password }: typeof NOTHING_TYPED) => ({ email: email.trim(), password });

export const LoginForm = ({ onBegin, onSignedIn }: Props) => {
  const [refused, setRefused] = useState<string | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const form = usePlainForm({
    state: useState(NOTHING_TYPED),
    check: (values) => faultsOf(asSent(values)),
    send: async (values) => {
      setRefused(null);
      onBegin();
      const { email, password } = asSent(values);
      await signIn(email, password);
      onSignedIn();
    },
    onRefused: ({ message }) => {
      setRefused(message);
      passwordInput.current?.select();
    },
  });
  return (
    <Form form={form}>
      <EmailField form={form} name="email" label={translate('resources.user.fields.email')} autoFocus />
      <PasswordField
        form={form}
        name="password"
        label={translate('resources.user.fields.password')}
        use="current-password"
        ref={passwordInput}
      />
      <p className={styles.refused} role="alert">
        {refused}
      </p>
      <Button type="submit" tone="main" className={styles.submit} disabled={form.busy}>
        {translate(form.busy ? 'signIn.busy' : 'signIn.submit')}
      </Button>
    </Form>
  );
};
