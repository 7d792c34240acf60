import { useState } from 'react';
import { RESET_PATH, hasEnded } from '../data/session.ts';
import { translate } from '../texts/translate.ts';
import { Button } from '../visitor/button.tsx';
import { Entrance } from '../visitor/entrance.tsx';
import styles from '../visitor/entrance.module.css';
import { LoginForm } from './login-form.tsx';
import { NOTHING_TYPED, SignUpForm } from './sign-up-form.tsx';
import { useToasts } from './toasts.tsx';

/** Whether visitors may sign up; the gateway writes a meta tag into the page. */
const isSignUpOpen = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="telemon-signup"]')?.content !== 'off';

type Mode = 'LOGIN' | 'SIGNUP' | 'VERIFY';

interface Props {
  /** Called when the login is submitted, to preload the console. */
  onBegin: () => void;
  onSignedIn: () => void;
}

/** The documented three modes in one page. The values of the sign-up stay while the login is shown. */
export const SignInPage = ({ onBegin, onSignedIn }: Props) => {
  const [mode, setMode] = useState<Mode>('LOGIN');
  const signUpState = useState(NOTHING_TYPED);
  const { showToast, toasts } = useToasts();

  const endSignUp = () => {
    signUpState[1](NOTHING_TYPED);
    setMode('LOGIN');
    showToast(translate('signUp.done'), 'success');
  };

  return (
    <Entrance heading={translate(`signIn.headings.${mode}`)} wide={mode !== 'LOGIN'}>
      {mode === 'LOGIN' && hasEnded(window.location.search) && (
        <p className={styles.quiet} role="status">
          {translate('failure.signedOut')}
        </p>
      )}
      {mode === 'LOGIN' ? (
        <LoginForm onBegin={onBegin} onSignedIn={onSignedIn} />
      ) : (
        <SignUpForm
          state={signUpState}
          isVerifying={mode === 'VERIFY'}
          onVerifying={(isVerifying) => setMode(isVerifying ? 'VERIFY' : 'SIGNUP')}
          onSignedUp={endSignUp}
          onRefused={(message) => showToast(message, 'error')}
        />
      )}
      <div className={styles.links}>
        {mode !== 'LOGIN' ? (
          <Button tone="quiet" onClick={() => setMode('LOGIN')}>
            {translate('signIn.toLogin')}
          </Button>
        ) : (
          isSignUpOpen() && (
            <Button tone="quiet" onClick={() => setMode('SIGNUP')}>
              {translate('signIn.toSignUp')}
            </Button>
          )
        )}
        <a href={RESET_PATH}>{translate('signIn.forgotten')}</a>
      </div>
      {toasts}
    </Entrance>
  );
};
