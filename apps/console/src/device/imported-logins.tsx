import { Alert, Button } from '@mui/material';
import type { ImportResult } from '@telemon/contracts/devices/device-import';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { loginsText, saveText } from './csv-file.ts';
import { mqttAddress } from './publish-line.ts';

const MAIN = { variant: 'contained', color: 'primary' } as const;

/** The logins of new devices, shown once: neither Escape nor a click outside closes it, only its buttons. */
export const ImportedLogins = ({ made, onClose }: { made: ImportResult['made']; onClose: () => void }) => {
  const text = useText();
  const [isSaved, setSaved] = useState(false);
  const save = () => {
    const { host, port } = mqttAddress();
    saveText(loginsText(made, `${host}:${port}`), text('resources.device.import.loginsName'));
    setSaved(true);
  };
  return (
    <Dialog
      title={text('resources.device.import.made', { smart_count: made.length })}
      actions={
        <>
          <Button {...(isSaved && MAIN)} onClick={onClose}>
            {text('resources.device.mqtt.done')}
          </Button>
          <Button {...(!isSaved && MAIN)} autoFocus onClick={save}>
            {text('resources.device.import.saveLogins')}
          </Button>
        </>
      }
    >
      <Alert severity="warning" role="note" icon={false}>
        {text('resources.device.import.once')}
      </Alert>
    </Dialog>
  );
};
