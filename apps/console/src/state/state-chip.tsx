import { Chip } from '@mui/material';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../kit/icon.tsx';
import type { ShownState } from '@telemon/contracts/devices/device-states';

const STATE_ICONS: Record<ShownState, IconName> = {
  normal: 'check',
  firing: 'warning',
  silent: 'silent',
  waiting: 'waiting',
};

interface IconProps {
  state: ShownState;
  size?: number;
  className?: string;
}

export const StateIcon = ({ state, size = 16, className }: IconProps) => (
  <Icon
    name={STATE_ICONS[state]}
    size={size}
    className={className}
    strokeWidth={2.2}
    strokeDasharray={state === 'silent' ? '2.6 2.5' : undefined}
  />
);

interface Props {
  state: ShownState;
  children: ReactNode;
  solid?: boolean;
}

/** A state as icon and word, never by colour alone. */
export const StateChip = ({ state, children, solid = false }: Props) => (
  <Chip
    component="span"
    icon={<StateIcon state={state} />}
    label={children}
    sx={{
      height: 'auto',
      minHeight: 24,
      fontWeight: 550,
      bgcolor: solid ? `var(--${state}-solid)` : `var(--${state}-soft)`,
      color: solid ? 'var(--on-solid)' : `var(--${state})`,
      '& .MuiChip-icon': { flex: 'none', color: 'inherit' },
      '& .MuiChip-label': { whiteSpace: 'normal' },
    }}
  />
);
