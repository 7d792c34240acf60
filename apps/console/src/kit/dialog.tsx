import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type KeyboardEventHandler, type ReactNode } from 'react';
import { useText } from '../texts/use-text.ts';
import { ActionButton } from './action-button.tsx';

interface HeadingProps {
  /** The dialog's `aria-labelledby`. */
  id: string;
  title: string;
  /** Without it, there is no button that closes the dialog. */
  onClose?: () => void;
  isRuled?: boolean;
}

/** The bar above a dialog: its heading, by which it is named, and the button that closes it. */
export const DialogHeading = ({ id, title, onClose, isRuled = false }: HeadingProps) => {
  const text = useText();
  return (
    // Without an id of its own, MUI gives the bar the id of the name, and "Close" becomes part of it.
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
  /** Without it, only the dialog's own buttons close it, neither Escape nor a click beside it. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons below; without them the dialog is only read. */
  actions?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  width?: number;
  onKeyDown?: KeyboardEventHandler;
}

/** A dialog that tells or asks something; forms have `FormDialog`, losses react-admin's `Confirm`. */
export const Dialog = ({ role = 'dialog', width = 440, ...props }: Props) => {
  const { title, onClose, children, actions, onKeyDown } = props;
  const id = useId();
  return (
    <MuiDialog
      open
      onClose={onClose}
      // MUI's own listener, which closes on Escape, gives way even to `undefined`.
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
