import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Props extends ComponentProps<'button'> {
  /** The one next step of the page, a choice beside it, or a way elsewhere. */
  tone?: 'main' | 'plain' | 'quiet';
}

/** MUI's `Button` needs more script than a page before the sign-in may load. */
export const Button = ({ tone = 'plain', className, type = 'button', ...rest }: Props) => (
  <button
    type={type}
    className={[styles.button, styles[tone], className].filter(Boolean).join(' ')}
    {...rest}
  />
);
