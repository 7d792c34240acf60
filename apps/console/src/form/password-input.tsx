import { useState, type ComponentProps } from 'react';
import { Icon } from '../layout/icon.tsx';
import { translate } from '../texts/translate.ts';
import { Input } from './field.tsx';
import styles from './password-input.module.css';

/** A password, hidden until somebody wants to see what they typed. */
export const PasswordInput = (props: ComponentProps<'input'>) => {
  const [isShown, setShown] = useState(false);
  const deed = translate(isShown ? 'form.hidePassword' : 'form.showPassword');
  return (
    <div className={styles.password}>
      <Input autoCapitalize="none" spellCheck={false} {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className={styles.show}
        aria-label={deed}
        title={deed}
        aria-controls={props.id}
        disabled={props.disabled}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'hide' : 'show'} />
      </button>
    </div>
  );
};
