import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  id: string;
  label: string;
  /** What is wrong with the value; announced and shown below. */
  error?: string | undefined;
  hint?: ReactNode;
  optional?: string | undefined;
  wide?: boolean | undefined;
  /** Whether the label is only read aloud. */
  isLabelHidden?: boolean;
  /** What else can be done here, seen beside the label and reached after the field. */
  action?: ReactNode;
  children: ReactNode;
}

/** A label, whatever is typed or chosen, and a line of help that becomes the error. */
export const Field = (props: FieldProps) => {
  const { id, label, error, hint, optional, wide, isLabelHidden, action, children } = props;
  return (
    <div className={wide ? styles.wide : styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'only-read-aloud' : styles.label}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      {children}
      {action}
      {error ? (
        <p id={`${id}-said`} className={styles.error}>
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-said`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
};

/** The attributes that tie an input to its field's error or hint. */
export const saidBy = (id: string, error: string | undefined, hint: ReactNode) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? `${id}-said` : undefined,
});

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input className={[styles.input, className].filter(Boolean).join(' ')} {...rest} />
);

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={[styles.input, styles.area, className].filter(Boolean).join(' ')} {...rest} />
);

export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <select className={[styles.input, styles.select, className].filter(Boolean).join(' ')} {...rest}>
    {children}
  </select>
);
