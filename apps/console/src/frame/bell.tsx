import {
  Badge,
  IconButton,
  List,
  ListItem,
  ListItemIcon,
  ListItemText,
  Popover,
  Tooltip,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../kit/icon.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { useNotices } from './notices.tsx';

/** All notices since the page was loaded. */
export const Bell = () => {
  const text = useText();
  const { kept, unread, markRead } = useNotices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = unread === 0 ? text('toasts.bell') : text('toasts.bellUnread', { smart_count: unread });
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => {
            setAnchor(currentTarget);
            markRead();
          }}
        >
          <Badge variant="dot" color="primary" invisible={unread === 0}>
            <Icon name="bell" size={20} />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': text('toasts.list'), sx: { width: 340 } } }}
      >
        <Typography component="h2" sx={{ px: 2, py: 1.5, fontWeight: 600 }}>
          {text('toasts.list')}
        </Typography>
        {kept.length === 0 ? (
          <Typography sx={{ px: 2, pb: 2, color: 'text.secondary' }}>{text('toasts.none')}</Typography>
        ) : (
          <List dense disablePadding sx={{ pb: 1 }}>
            {kept.map(({ id, message, type, at, to }) => (
              <ListItem key={id} sx={{ gap: 1, color: type === 'error' ? 'error.main' : undefined }}>
                <ListItemIcon>
                  <Icon name={type === 'error' ? 'warning' : 'check'} size={16} />
                </ListItemIcon>
                <ListItemText
                  sx={{ overflowWrap: 'anywhere' }}
                  primary={
                    to === undefined ? (
                      message
                    ) : (
                      <Link to={to} onClick={() => setAnchor(null)}>
                        {message}
                      </Link>
                    )
                  }
                  secondary={<TimeAgo at={at} />}
                />
              </ListItem>
            ))}
          </List>
        )}
      </Popover>
    </>
  );
};
