import { Badge, Button, IconButton, Tooltip } from '@mui/material';
import { Link } from 'react-router';
import { Icon } from '../kit/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { useAlertPaths } from './use-alert-paths.ts';
import { usePendingAlerts } from './use-pending-alerts.ts';

/** After the button's text, not over its corner. */
const IN_LINE = { '& .MuiBadge-badge': { position: 'static', transform: 'none' } };

/** Links to the pending firings, with their number. */
export const AlertsButton = ({ isDesk }: { isDesk: boolean }) => {
  const text = useText();
  const paths = useAlertPaths();
  const pending = usePendingAlerts() ?? 0;
  const label = pending === 0 ? text('frame.alerts') : text('frame.alertsPending', { smart_count: pending });
  const to = pending === 0 ? paths.alerts : paths.pending;
  const count = { badgeContent: pending || null, max: 99, color: 'error', 'aria-hidden': true } as const;
  return (
    <Tooltip title={label} describeChild={isDesk}>
      {isDesk ? (
        <Button
          component={Link}
          to={to}
          startIcon={<Icon name="alert" size={20} />}
          endIcon={pending > 0 && <Badge {...count} sx={IN_LINE} />}
        >
          {text('frame.alerts')}
          {pending > 0 && (
            <span className="only-read-aloud">{` ${pending} ${text('home.counts.toAcknowledge')}`}</span>
          )}
        </Button>
      ) : (
        <IconButton component={Link} to={to} aria-label={label}>
          <Badge {...count}>
            <Icon name="alert" size={20} />
          </Badge>
        </IconButton>
      )}
    </Tooltip>
  );
};
