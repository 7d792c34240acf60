import { IconButton, Tooltip, type IconButtonProps } from '@mui/material';
import { Link, type To } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

interface Props extends Omit<IconButtonProps, 'children'> {
  icon: IconName;
  /** The button's accessible name and tooltip. */
  label: string;
}

/** An icon button. */
export const ActionButton = ({ icon, label, ...rest }: Props) => (
  <Tooltip title={label}>
    <IconButton aria-label={label} {...rest}>
      <Icon name={icon} size={20} />
    </IconButton>
  </Tooltip>
);

interface LinkProps extends Pick<Props, 'icon' | 'label'> {
  to: To;
  iconSize?: number;
}

/** An icon link. */
export const ActionLink = ({ icon, label, to, iconSize = 20 }: LinkProps) => (
  <Tooltip title={label}>
    <IconButton component={Link} to={to} aria-label={label}>
      <Icon name={icon} size={iconSize} />
    </IconButton>
  </Tooltip>
);
