import { useId, type ReactNode } from 'react';
import styles from './segments.module.css';

interface Props<Value extends string> {
  /** What is chosen here, for those who can't see it. */
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string; mark?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of a few, side by side: radio buttons in another dress. */
export const Segments = <Value extends string>({ label, value, options, onChange }: Props<Value>) => {
  const name = useId();
  return (
    <div className={styles.segments} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            className="only-read-aloud"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.mark}
          {option.label}
        </label>
      ))}
    </div>
  );
};
