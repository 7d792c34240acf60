import { Login } from '@telemon/contracts/users';
import { failureOfInput } from '@telemon/contracts/errors';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { signIn } from '../data/request.ts';
import { hasEnded } from '../data/session.ts';
import { Field, Input, saidBy } from '../form/field.tsx';
import { Button } from '../layout/button.tsx';
import { Wordmark } from '../layout/wordmark.tsx';
import { translate } from '../texts/translate.ts';
import { Backdrop } from './backdrop.tsx';
import styles from './sign-in-page.module.css';

interface Props {
  /** The person has begun to sign in: what comes next may be fetched. */
  onBegin: () => void;
  onSignedIn: () => void;
}

type Errors = { email?: string; password?: string };

/** In words of its own, so that the page needs no more than this of validation. */
const check = (values: { email: string; password: string }): Errors => {
  const result = Login.safeParse(values);
  if (result.success) return {};
  const fields = failureOfInput(result.error, values).fields ?? {};
  return {
    ...(fields.email && { email: values.email === '' ? fields.email : translate('signIn.emailInvalid') }),
    ...(fields.password && {
      password: values.password === '' ? fields.password : translate('signIn.passwordInvalid'),
    }),
  };
};

export const SignInPage = ({ onBegin, onSignedIn }: Props) => {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    document.title = translate('signIn.title');
  }, []);

  const errors = tried ? check({ email: email.trim(), password }) : {};

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setRefused(null);
    const wrong = check({ email: email.trim(), password });
    if (wrong.email || wrong.password) {
      (wrong.email ? emailInput : passwordInput).current?.focus();
      return;
    }
    setBusy(true);
    onBegin();
    try {
      await signIn(email.trim(), password);
      onSignedIn();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : translate('failure.unreachable'));
      setBusy(false);
      passwordInput.current?.select();
    }
  };

  return (
    <div className={styles.page}>
      <aside className={styles.aside}>
        <Wordmark />
        <Backdrop />
        <p className={styles.promise}>{translate('signIn.promise')}</p>
      </aside>
      <main className={styles.main}>
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <div className={styles.brand}>
            <Wordmark />
          </div>
          <h1 className={styles.title}>{translate('signIn.heading')}</h1>
          {hasEnded(window.location.search) && (
            <p className={styles.ended} role="status">
              {translate('failure.signedOut')}
            </p>
          )}
          <Field id="email" label={translate('signIn.email')} error={errors.email}>
            <Input
              {...saidBy('email', errors.email, null)}
              ref={emailInput}
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={50}
              autoFocus
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
          <Field id="password" label={translate('signIn.password')} error={errors.password}>
            <Input
              {...saidBy('password', errors.password, null)}
              ref={passwordInput}
              type="password"
              name="password"
              autoComplete="current-password"
              maxLength={42}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
          <p className={styles.refused} role="alert">
            {refused}
          </p>
          <Button type="submit" tone="main" className={styles.submit} disabled={busy}>
            {translate(busy ? 'signIn.busy' : 'signIn.submit')}
          </Button>
        </form>
      </main>
    </div>
  );
};
