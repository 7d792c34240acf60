import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useId, type ReactNode } from 'react';
import { DialogHeading } from './dialog-heading.tsx';

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
  const id = useId();
  return (
    <MuiDialog
      open
      onClose={onClose}
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
