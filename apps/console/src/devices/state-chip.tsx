import type { ReactNode } from 'react';
import { Icon, type IconName } from '../layout/icon.tsx';
import type { DeviceState } from './device-state.ts';
import styles from './state-chip.module.css';

const STATE_ICONS: Record<DeviceState, IconName> = {
  normal: 'check',
  firing: 'warning',
  silent: 'silent',
  waiting: 'waiting',
};

/** A state as icon and word, never as colour alone. */
export const StateChip = ({
  state,
  children,
  solid,
}: {
  state: DeviceState;
  children: ReactNode;
  solid?: boolean;
}) => (
  <span className={`${styles.chip} ${styles[state]} ${solid ? styles.solid : ''}`}>
    <StateIcon state={state} />
    {children}
  </span>
);

export const StateIcon = ({ state, size = 16 }: { state: DeviceState; size?: number }) => (
  <Icon
    name={STATE_ICONS[state]}
    size={size}
    strokeWidth={2.2}
    strokeDasharray={state === 'silent' ? '2.6 2.5' : undefined}
  />
);
