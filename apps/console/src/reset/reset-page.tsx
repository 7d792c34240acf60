import { ResetRequest, reset } from '@telemon/contracts/auth/sign-up';
import { useEffect, useRef, useState } from 'react';
import { askAsVisitor } from '../data/ask.ts';
import { fieldsOf, statusOf } from '../data/refusal.ts';
import { LOGIN_PATH, leaveForLogin } from '../data/session.ts';
import { faultsBy } from '../kit/faults-by.ts';
import { translate } from '../texts/translate.ts';
import { Button } from '../visitor/button.tsx';
import { Entrance } from '../visitor/entrance.tsx';
import styles from '../visitor/entrance.module.css';
import { EmailField, NewPasswordFields, TextField } from '../visitor/fields.tsx';
import { Form } from '../visitor/form.tsx';
import { usePlainForm, type PlainForm } from '../visitor/use-plain-form.ts';

/** The documented time to read the result. */
const READ_FOR_MS = 1_800;
/** The status for too many resets in a month; a wrong code has another status. */
const EXCEEDED = 403;

const NOTHING_TYPED = { email: '', userOtp: '', password: '', confirmpassword: '' };
type Values = typeof NOTHING_TYPED;

const requestOf = ({ email }: Values) => ({ email: email.trim() });
const resetOf = (values: Values) => ({ ...values, email: values.email.trim() });

const faultsOfRequest = faultsBy(reset.sendCode.request, translate);
const faultsOfReset = faultsBy(ResetRequest, translate);

interface Message {
  words: string;
  tone: 'done' | 'refused';
}

/** Resets a forgotten password: step 1 sends a code, step 2 submits it with the new password. */
export const ResetPage = () => {
  const [step, setStep] = useState<1 | 2>(1);
  const [message, setMessage] = useState<Message | null>(null);
  const [isOver, setOver] = useState(false);
  const codeInput = useRef<HTMLInputElement>(null);

  const end = (result: Message) => {
    setMessage(result);
    setStep(1);
    setOver(true);
  };
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => leaveForLogin(), READ_FOR_MS);
    return () => clearTimeout(timer);
  }, [isOver]);

  const form: PlainForm = usePlainForm({
    state: useState(NOTHING_TYPED),
    check: (values) => (step === 1 ? faultsOfRequest(requestOf(values)) : faultsOfReset(resetOf(values))),
    repeated: step === 1 ? undefined : { field: 'confirmpassword', words: translate('reset.noMatch') },
    send: async (values) => {
      setMessage(null);
      if (step === 1) {
        await askAsVisitor('POST /user/resetRequest', requestOf(values));
        form.type('userOtp', '');
        setStep(2);
      } else {
        await askAsVisitor('POST /user/resetPassword', resetOf(values));
        end({ words: translate('reset.done'), tone: 'done' });
      }
    },
    onRefused: (error) => {
      const result: Message = { words: error.message, tone: 'refused' };
      if (statusOf(error) === EXCEEDED) {
        end(result);
        return {};
      }
      setMessage(result);
      codeInput.current?.select();
      // The code's error is already shown below the link.
      const { userOtp: _, ...faults } = fieldsOf(error);
      return faults;
    },
  });

  return (
    <Entrance heading={translate('reset.heading')}>
      <Form form={form}>
        {/* Remounts on the way back from the code, to focus the email. */}
        <fieldset key={step} className={styles.fields} disabled={step === 2}>
          <EmailField
            form={form}
            name="email"
            label={translate('resources.user.fields.email')}
            hint={step === 1 ? translate('reset.how') : undefined}
            autoFocus
          />
        </fieldset>
        {step === 2 && (
          <>
            <TextField
              form={form}
              name="userOtp"
              label={translate('resources.user.fields.mobileOtp')}
              hint={translate('reset.codeSent')}
              autoComplete="one-time-code"
              inputMode="numeric"
              ref={codeInput}
              autoFocus
            />
            <NewPasswordFields form={form} />
          </>
        )}
        <Button type="submit" tone="main" className={styles.submit} disabled={form.busy || isOver}>
          {translate(step === 1 ? 'account.sendCode' : 'reset.submit')}
        </Button>
        {step === 2 && <Button onClick={() => setStep(1)}>{translate('reset.back')}</Button>}
      </Form>
      <div className={styles.links}>
        <a href={LOGIN_PATH}>{translate('reset.toLogin')}</a>
      </div>
      <p className={styles[message?.tone ?? 'refused']} role="alert">
        {message?.words}
      </p>
    </Entrance>
  );
};
