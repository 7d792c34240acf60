import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { useText } from '../texts/use-text.ts';
import { ActionButton } from './action-button.tsx';

interface Props {
  title: string;
  /** Without it, only the dialog's own buttons close it, neither Escape nor a click beside it. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons below; without them the dialog is only read. */
  actions?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  width?: number;
}

/** A dialog that tells or asks something; forms have `FormDialog`, losses react-admin's `Confirm`. */
export const Dialog = ({ title, onClose, children, actions, role = 'dialog', width = 440 }: Props) => {
  const text = useText();
  const id = useId();
  return (
    <MuiDialog
      open
      onClose={onClose}
      role={role}
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: width } } }}
    >
      <DialogTitle id={`${id}-bar`} component="div">
        {/* MUI gives the bar the id of the name otherwise, and "Close" becomes part of it. */}
        <h2 id={id}>{title}</h2>
        {role === 'dialog' && onClose && (
          <ActionButton icon="close" label={text('dialog.close')} onClick={onClose} />
        )}
      </DialogTitle>
      <DialogContent>{children}</DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </MuiDialog>
  );
};
