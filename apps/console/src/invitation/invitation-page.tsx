import { AcceptedInvitation, type Invitation } from '@telemon/contracts/auth/invitations';
import { useState } from 'react';
import { askAsVisitor } from '../data/ask.ts';
import { signIn } from '../data/request.ts';
import { LOGIN_PATH } from '../data/session.ts';
import { faultsBy } from '../kit/faults-by.ts';
import { dateTime } from '../texts/time.ts';
import { translate } from '../texts/translate.ts';
import { Button } from '../visitor/button.tsx';
import { Entrance } from '../visitor/entrance.tsx';
import styles from '../visitor/entrance.module.css';
import { EmailField, NewPasswordFields } from '../visitor/fields.tsx';
import { Form } from '../visitor/form.tsx';
import { RefusedLink } from '../visitor/refused-link.tsx';
import { usePlainForm } from '../visitor/use-plain-form.ts';
import { useVisitorAnswer } from '../visitor/use-visitor-answer.ts';

const faultsOf = faultsBy(AcceptedInvitation, translate);

interface FormProps {
  token: string;
  invitation: Invitation;
  onSignedIn: () => void;
}

const PasswordForm = ({ token, invitation, onSignedIn }: FormProps) => {
  const { name, email, expiresAt } = invitation;
  const [refused, setRefused] = useState<string | null>(null);
  /** The link is valid once, so a failed sign-in after it is repeated alone. */
  const [isAccepted, setAccepted] = useState(false);
  const form = usePlainForm({
    state: useState({ email, password: '', confirmpassword: '' }),
    check: ({ password, confirmpassword }) => faultsOf({ token, password, confirmpassword }),
    repeated: { field: 'confirmpassword', words: translate('reset.noMatch') },
    send: async ({ password, confirmpassword }) => {
      setRefused(null);
      if (!isAccepted)
        await askAsVisitor('POST /user/acceptInvitation', { token, password, confirmpassword });
      setAccepted(true);
      await signIn(email, password);
      onSignedIn();
    },
    onRefused: ({ message }) => setRefused(message),
  });
  return (
    <Form form={form}>
      <p className={styles.quiet}>{translate('invitation.welcome', { name, time: dateTime(expiresAt) })}</p>
      <fieldset className={styles.fields} disabled>
        <EmailField form={form} name="email" label={translate('resources.user.fields.email')} />
      </fieldset>
      <fieldset className={styles.fields} disabled={isAccepted}>
        <NewPasswordFields form={form} />
      </fieldset>
      <p className={styles.refused} role="alert">
        {refused}
      </p>
      <Button type="submit" tone="main" className={styles.submit} disabled={form.busy}>
        {translate(isAccepted ? 'signIn.submit' : 'invitation.submit')}
      </Button>
    </Form>
  );
};

interface Props {
  onSignedIn: () => void;
}

/** Takes the password that an invited user chooses, and signs them in. The token stands behind the `#`, so that no server logs it. */
export default function InvitationPage({ onSignedIn }: Props) {
  const [token] = useState(() => window.location.hash.slice(1));
  const { answer, error, retry } = useVisitorAnswer((signal) =>
    askAsVisitor('POST /user/invitation', { token }, signal),
  );
  return (
    <Entrance heading={translate('invitation.heading')}>
      {answer && <PasswordForm token={token} invitation={answer.invitation} onSignedIn={onSignedIn} />}
      <RefusedLink error={error} onRetry={retry} />
      <div className={styles.links}>
        <a href={LOGIN_PATH}>{translate('reset.toLogin')}</a>
      </div>
    </Entrance>
  );
}
