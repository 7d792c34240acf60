import { Button, DialogContentText, TextField } from '@mui/material';
import { ACK_NOTE_MAX_LENGTH } from '@telemon/contracts/alerting/alert-log';
import { useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import { Icon } from '../kit/icon.tsx';
import { useTotal } from '../kit/use-total.ts';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { useAcknowledge } from './use-acknowledge.ts';

const NOTHING_TO_DO = { '&[aria-disabled=true]': { color: 'text.disabled', cursor: 'default' } };

/** Acknowledges all pending entries of a device, after a confirmation with their number, where a note can be added. */
export const AcknowledgeAll = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const notify = useNotify();
  const refetchInterval = usePolling(LIST_POLL_MS);
  const filter = { deviceName, status: 'Pending' };
  const pending = useTotal('alert-log-of-device', filter, { refetchInterval }) ?? 0;
  const { mutate, isPending: isUnderway } = useAcknowledge();
  const [isAsking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const ask = () => {
    setNote('');
    setAsking(true);
  };
  const acknowledge = () =>
    mutate(
      { deviceName, ...(note.trim() !== '' && { note }) },
      {
        onSuccess: ({ acknowledged }) =>
          notify('resources.alertLog.allAcknowledged', {
            type: 'success',
            messageArgs: { smart_count: acknowledged },
          }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button
        startIcon={<Icon name="check" />}
        // Unlike a disabled one, it keeps the focus.
        aria-disabled={pending === 0}
        onClick={() => pending > 0 && ask()}
        sx={NOTHING_TO_DO}
      >
        {text('resources.alertLog.acknowledgeAll')}
      </Button>
      <Confirm
        isOpen={isAsking}
        loading={isUnderway}
        title="delete.title"
        confirmColor="primary"
        content={
          <>
            <DialogContentText>
              {text('resources.alertLog.acknowledgeAllWhat', { smart_count: pending, device: deviceName })}
            </DialogContentText>
            <TextField
              multiline
              maxRows={6}
              label={text('resources.alertLog.fields.ackNote')}
              helperText={text('resources.alertLog.noteHint')}
              value={note}
              onChange={({ target }) => setNote(target.value)}
              slotProps={{ htmlInput: { maxLength: ACK_NOTE_MAX_LENGTH } }}
              sx={{ mt: 2 }}
            />
          </>
        }
        onClose={() => setAsking(false)}
        onConfirm={acknowledge}
      />
    </>
  );
};
