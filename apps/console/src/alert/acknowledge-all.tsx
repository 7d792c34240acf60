import Button from '@mui/material/Button';
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

/** Acknowledges all pending entries of a device, after a confirmation with their number. */
export const AcknowledgeAll = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const notify = useNotify();
  const pending = usePending(deviceName);
  const { mutate, isPending: isUnderway } = useAcknowledge();
  const [isAsking, setAsking] = useState(false);
  const acknowledge = () =>
    mutate(
      { deviceName },
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
        onClick={() => pending > 0 && setAsking(true)}
        sx={NOTHING_TO_DO}
      >
        {text('resources.alertLog.acknowledgeAll')}
      </Button>
      <Confirm
        isOpen={isAsking}
        loading={isUnderway}
        title="delete.title"
        content={text('resources.alertLog.acknowledgeAllWhat', { smart_count: pending, device: deviceName })}
        onClose={() => setAsking(false)}
        onConfirm={acknowledge}
      />
    </>
  );
};
