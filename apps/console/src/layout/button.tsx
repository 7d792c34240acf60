import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** What a press means: the one thing to do here, a choice beside it, something quiet, or a loss. */
  tone?: 'main' | 'plain' | 'quiet' | 'danger';
  icon?: ReactNode;
}

export const Button = ({ tone = 'plain', icon, className, children, type = 'button', ...rest }: Props) => (
  <button
    type={type}
    className={[styles.button, styles[tone], className].filter(Boolean).join(' ')}
    {...rest}
  >
    {icon}
    {children}
  </button>
);
