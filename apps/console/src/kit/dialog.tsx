import { Dialog as MuiDialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, type KeyboardEventHandler, type ReactNode } from 'react';
import { statusOf } from '../data/refusal.ts';
import { useText } from '../texts/use-text.ts';
import { ActionButton } from './action-button.tsx';
import { Failed, Unknown } from './picture.tsx';

interface HeadingProps {
  id: string;
  title: string;
  /** Without it, the close button is omitted. */
  onClose?: () => void;
  isRuled?: boolean;
}

/** The bar above a dialog: its heading, which names it, and the close button. */
export const DialogHeading = ({ id, title, onClose, isRuled = false }: HeadingProps) => {
  const text = useText();
  return (
    // Without its own id, MUI gives the bar the heading's id, and "Close" becomes part of the dialog's name.
    <DialogTitle
      id={`${id}-bar`}
      component="div"
      sx={isRuled ? { borderBottom: '1px solid var(--border)' } : {}}
    >
      <h2 id={id}>{title}</h2>
      {onClose && <ActionButton icon="close" label={text('dialog.close')} onClick={onClose} />}
    </DialogTitle>
  );
};

interface Props {
  title: string;
  /** Without it, neither Escape nor a click outside closes the dialog, only its own buttons. */
  onClose?: () => void;
  children: ReactNode;
  actions?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  width?: number;
  onKeyDown?: KeyboardEventHandler;
}

/** A dialog for information or a question; forms use `FormDialog`, deletions react-admin's `Confirm`. */
export const Dialog = ({ role = 'dialog', width = 440, ...props }: Props) => {
  const { title, onClose, children, actions, onKeyDown } = props;
  const id = useId();
  return (
    <MuiDialog
      open
      onClose={onClose}
      // Even `undefined` would replace MUI's own listener, which closes on Escape.
      {...(onKeyDown && { onKeyDown })}
      role={role}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: width } } }}
    >
      <DialogHeading id={id} title={title} onClose={role === 'dialog' ? onClose : undefined} />
      <DialogContent>{children}</DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </MuiDialog>
  );
};

interface FailedProps {
  title: string;
  resource: string;
  error: unknown;
  /** Shown if the record does not exist or the user may not see it; by default the resource's own text. */
  missing?: ReactNode;
  onRetry: () => void;
  onClose: () => void;
}

/** Replaces a dialog about a record that could not be loaded. */
export const FailedDialog = ({ title, resource, error, missing, onRetry, onClose }: FailedProps) => (
  <Dialog title={title} onClose={onClose}>
    {statusOf(error) === 404 ? (
      (missing ?? <Unknown resource={resource} />)
    ) : (
      <Failed error={error} onRetry={onRetry} />
    )}
  </Dialog>
);
