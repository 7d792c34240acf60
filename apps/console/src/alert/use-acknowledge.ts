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

/** Acknowledges entries of a device's alert log. */
export const useAcknowledge = () => {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: Which) => ask('POST /alertLog/acknowledge/:deviceName', which),
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: () =>
      Promise.all(showing('alertLog').map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
};
