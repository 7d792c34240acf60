import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** The page's main action, another action, or a link. */
  tone?: 'main' | 'plain' | 'quiet';
}

/** MUI's `Button` needs too much script for a page before the sign-in. */
export const Button = ({ tone = 'plain', className, type = 'button', ...rest }: Props) => (
  <button
    type={type}
    className={[styles.button, styles[tone], className].filter(Boolean).join(' ')}
    {...rest}
  />
);
