import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { showing } from '../data/resources.ts';

interface Which {
  deviceName: string;
  /** The entry; without it, all pending ones are acknowledged. */
  id?: string;
  note?: string;
}

/** Asks as often as the service says that more entries wait, and counts all. */
const acknowledge = async (which: Which): Promise<{ acknowledged: number }> => {
  let acknowledged = 0;
  for (;;) {
    const done = await ask('POST /alertLog/acknowledge/:deviceName', which);
    acknowledged += done.acknowledged;
    if (!done.more) return { acknowledged };
  }
};

/** Acknowledges entries of a device's alert log. */
export const useAcknowledge = () => {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: acknowledge,
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: () =>
      Promise.all(showing('alertLog').map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
};
