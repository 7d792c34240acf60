import { Login } from '@telemon/contracts/auth/users';
import { useRef, useState } from 'react';
import { signIn } from '../data/request.ts';
import { EmailField, PasswordField } from '../form/plain-fields.tsx';
import { usePlainForm } from '../form/use-plain-form.ts';
import { faultsBy } from '../form/faults-by.ts';
import { Button } from '../layout/button.tsx';
import { translate } from '../texts/translate.ts';
import styles from './entrance.module.css';

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
    <form className={styles.form} {...form.props}>
      <EmailField form={form} name="email" label={translate('account.email')} autoFocus />
      <PasswordField
        form={form}
        name="password"
        label={translate('account.password')}
        use="current-password"
        ref={passwordInput}
      />
      <p className={styles.refused} role="alert">
        {refused}
      </p>
      <Button type="submit" tone="main" className={styles.submit} disabled={form.busy}>
        {translate(form.busy ? 'signIn.busy' : 'signIn.submit')}
      </Button>
    </form>
  );
};
