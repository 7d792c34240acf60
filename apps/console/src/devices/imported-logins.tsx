import type { ImportResult } from '@telemon/contracts/devices/device-import';
import { useState } from 'react';
import { Button } from '../layout/button.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { loginsText, saveText } from './logins-file.ts';
import { mqttAddress } from './publish-line.ts';
import styles from './device-import.module.css';

/** The logins of devices that came in from a file, told this once: so it stays until they are saved, or nobody wants them. */
export const ImportedLogins = ({ made, onClose }: { made: ImportResult['made']; onClose: () => void }) => {
  const text = useText();
  const [isSaved, setSaved] = useState(false);
  const save = () => {
    const { host, port } = mqttAddress();
    saveText(loginsText(made, `${host}:${port}`), text('devices.import.loginsName'));
    setSaved(true);
  };
  return (
    <SmallDialog
      title={text('devices.import.made', { smart_count: made.length })}
      actions={
        <>
          <Button tone={isSaved ? 'main' : 'plain'} onClick={onClose}>
            {text('mqtt.done')}
          </Button>
          <Button tone={isSaved ? 'plain' : 'main'} autoFocus onClick={save}>
            {text('devices.import.saveLogins')}
          </Button>
        </>
      }
    >
      <p className={styles.once}>{text('devices.import.once')}</p>
    </SmallDialog>
  );
};
