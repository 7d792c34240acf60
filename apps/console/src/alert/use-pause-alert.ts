import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { showing } from '../data/resources.ts';

/** Pauses or resumes an alert. */
export const usePauseAlert = () => {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: { id: string; paused: boolean }) => ask('POST /alert/:id/pause', wanted),
    onSuccess: ({ alert }) =>
      notify(`resources.alert.${alert.paused ? 'nowPaused' : 'nowResumed'}`, { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    // Pausing a firing alert closes its entry.
    onSettled: () =>
      Promise.all(
        [...showing('alert'), ...showing('alertLog')].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
};
