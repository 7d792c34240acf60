import { Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { may } from '../data/access.ts';
import { ask } from '../data/ask.ts';
import { statusOf } from '../data/refusal.ts';
import { useAct } from '../kit/use-act.ts';
import { useText } from '../texts/use-text.ts';

/** Whether the user may send a test reading. */
export const maySendTestReading = (): boolean => may('POST /device/:deviceName/testReading');

/** Sends a test reading for a device. Stays disabled until the parent removes it, when the reading arrives. */
export const SendTestReading = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const queryClient = useQueryClient();
  const sending = useAct({
    mutationFn: () => ask('POST /device/:deviceName/testReading', { deviceName }),
    onSettled: (_, error) => {
      // The device has sent a reading meanwhile.
      if (statusOf(error) === 409) void queryClient.invalidateQueries({ type: 'active' });
    },
  });
  const isUnderWay = sending.isPending || sending.isSuccess;
  return (
    <Button aria-disabled={isUnderWay} onClick={() => isUnderWay || sending.mutate()}>
      {text(sending.isSuccess ? 'device.testReading.sent' : 'device.testReading.send')}
    </Button>
  );
};
