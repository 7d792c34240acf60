import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { useAct } from '../kit/use-act.ts';

/** Pauses or resumes an alert. */
export const usePauseAlert = () => {
  const notify = useNotify();
  const refresh = useRefreshLists();
  return useAct({
    mutationFn: (wanted: { id: string; paused: boolean }) => ask('POST /alert/:id/pause', wanted),
    onSuccess: ({ alert }) =>
      notify(`resources.alert.${alert.paused ? 'nowPaused' : 'nowResumed'}`, { type: 'success' }),
    // Pausing a firing alert closes its entry.
    onSettled: () => refresh('alert', 'alertLog'),
  });
};
