import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { useNow } from '../live/clock.ts';
import { TimeAgo } from '../list/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';
import { useToasts } from './toasts.tsx';
import styles from './toasts-bell.module.css';

/** Every toast of this visit, behind a bell. */
export const ToastsBell = () => {
  const text = useText();
  const { kept, unread, markRead } = useToasts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useNow(60_000);
  const label = unread === 0 ? text('toasts.bell') : text('toasts.bellUnread', { smart_count: unread });
  return (
    <>
      <IconButton
        icon="bell"
        label={label}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget);
          markRead();
        }}
        className={unread > 0 ? styles.unread : undefined}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { className: styles.paper!, role: 'dialog', 'aria-label': text('toasts.list') },
        }}
      >
        <h2 className={styles.title}>{text('toasts.list')}</h2>
        {kept.length === 0 ? (
          <p className={styles.none}>{text('toasts.none')}</p>
        ) : (
          <ul className={styles.list}>
            {kept.map(({ id, message, type, at }) => (
              <li key={id} className={type === 'error' ? styles.failed : undefined}>
                <Icon name={type === 'error' ? 'warning' : 'check'} size={16} />
                <span>{message}</span>
                <TimeAgo at={at} />
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </>
  );
};
