import { useInput } from 'react-admin';
import styles from './switch-input.module.css';

/** On or off, with effect on what the form shows at once. */
export const SwitchInput = ({ source, label }: { source: string; label: string }) => {
  const { id, field } = useInput({ source, type: 'checkbox' });
  return (
    <label className={styles.switch} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        name={field.name}
        ref={field.ref}
        checked={Boolean(field.value)}
        onBlur={field.onBlur}
        onChange={({ target }) => field.onChange(target.checked)}
      />
      {label}
    </label>
  );
};
