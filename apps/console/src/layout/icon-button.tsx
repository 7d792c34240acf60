import Tooltip from '@mui/material/Tooltip';
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** What it does: its name for those who can't see it, and its tooltip. */
  label: string;
  tone?: 'plain' | 'danger';
  count?: number;
  /** Where its tooltip covers nothing that is read at the same time. */
  tip?: 'top' | 'bottom';
}

export const IconButton = ({
  icon,
  label,
  tone = 'plain',
  count,
  tip = 'bottom',
  className,
  ...rest
}: Props) => (
  <Tooltip title={label} placement={tip}>
    <button
      type="button"
      aria-label={label}
      className={[styles.button, tone === 'danger' && styles.danger, className].filter(Boolean).join(' ')}
      {...rest}
    >
      <Icon name={icon} size={20} />
      {count !== undefined && count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
    </button>
  </Tooltip>
);
