import MuiDialog from '@mui/material/Dialog';
import { useId, type ReactNode } from 'react';
import { useText } from '../texts/use-text.ts';
import { IconButton } from './icon-button.tsx';
import styles from './small-dialog.module.css';

interface Props {
  title: string;
  /** Without it neither Escape nor a click beside the dialog closes it: only what its buttons do. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons below; without them the dialog is only read. */
  actions?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  width?: number;
}

/** A dialog that tells or asks something; forms have their own. */
export const SmallDialog = ({ title, onClose, children, actions, role = 'dialog', width = 440 }: Props) => {
  const text = useText();
  const id = useId();
  return (
    <MuiDialog
      open
      onClose={onClose}
      role={role}
      aria-labelledby={id}
      transitionDuration={0}
      slotProps={{ paper: { className: styles.paper!, sx: { maxWidth: width } } }}
    >
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {role === 'dialog' && onClose && (
          <IconButton icon="close" label={text('dialog.close')} onClick={onClose} />
        )}
      </header>
      <div className={styles.body}>{children}</div>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </MuiDialog>
  );
};
