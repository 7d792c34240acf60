import { Menu, MenuItem } from '@mui/material';
import { type AlertLogEntry, SNOOZE_HOURS } from '@telemon/contracts/alerting/alert-log';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { ActionButton } from '../kit/action-button.tsx';
import { useText } from '../texts/use-text.ts';
import { useSnooze } from './use-snooze.ts';

/** Offers to snooze the alert of an open entry, or the device's silences. */
export const SnoozeButton = () => {
  const text = useText();
  const { deviceName, alertId, clearedAt } = useRecordContext<AlertLogEntry>()!;
  const snooze = useSnooze();
  const [button, setButton] = useState<HTMLElement | null>(null);
  if (clearedAt !== null) return null;
  const close = () => setButton(null);
  return (
    <>
      <ActionButton
        icon="bellOff"
        label={text('resources.alertLog.snooze')}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        aria-disabled={snooze.isPending}
        onClick={({ currentTarget }) => snooze.isPending || setButton(currentTarget)}
      />
      <Menu anchorEl={button} open={button !== null} onClose={close}>
        {SNOOZE_HOURS.map((hours) => (
          <MenuItem
            key={hours}
            onClick={() => {
              close();
              snooze.mutate({ deviceName, alertId, hours });
            }}
          >
            {text('acknowledge.snooze', { hours })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
