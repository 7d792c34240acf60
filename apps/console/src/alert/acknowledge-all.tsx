import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import { ACK_NOTE_MAX_LENGTH } from '@telemon/contracts/alerting/alert-log';
import { useState } from 'react';
import { Confirm, useGetList, useNotify } from 'react-admin';
import { Icon } from '../kit/icon.tsx';
import { LIST_POLL_MS, usePolling } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { useAcknowledge } from './use-acknowledge.ts';

const NOTHING_TO_DO = { '&[aria-disabled=true]': { color: 'text.disabled', cursor: 'default' } };

/** The number of a device's pending entries; 0 while it loads. */
const usePending = (deviceName: string): number => {
  const refetchInterval = usePolling(LIST_POLL_MS);
  const { total = 0 } = useGetList(
    'alert-log-of-device',
    {
      filter: { deviceName, status: 'Pending' },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
    },
    { refetchInterval },
  );
  return total;
};

/** Acknowledges all pending entries of a device, after a confirmation with their number, where a note can be added. */
export const AcknowledgeAll = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const notify = useNotify();
  const pending = usePending(deviceName);
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
        content={
          <>
            <DialogContentText>
              {text('resources.alertLog.acknowledgeAllWhat', { smart_count: pending, device: deviceName })}
            </DialogContentText>
            <TextField
              multiline
              fullWidth
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
