import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { useText } from '../texts/use-text.ts';

interface Props {
  title: string;
  warning: string;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog with a secret that is shown once: it stays until the user closes it with Done. */
export const ShownOnceDialog = ({ title, warning, children, onClose }: Props) => {
  const text = useText();
  return (
    <Dialog
      title={title}
      width={640}
      actions={
        <Button variant="contained" color="primary" autoFocus onClick={onClose}>
          {text('resources.device.mqtt.done')}
        </Button>
      }
    >
      <Alert severity="warning" icon={false} role="note" sx={{ mb: 1.5, py: 0 }}>
        {warning}
      </Alert>
      {children}
    </Dialog>
  );
};
