import type { ReactNode } from 'react';
import styles from './device-form.module.css';

interface Props {
  title: string;
  hint?: string | undefined;
  /** Whether nothing in it can be changed. */
  disabled?: boolean;
  children: ReactNode;
}

/** A part of a long form, under a heading of its own. */
export const FormSection = ({ title, hint, disabled, children }: Props) => (
  <fieldset className={styles.section} disabled={disabled}>
    <legend>{title}</legend>
    {hint && <p className={styles.hint}>{hint}</p>}
    {children}
  </fieldset>
);
