import { ask } from '../data/ask.ts';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { useAct } from '../kit/use-act.ts';

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
  const refresh = useRefreshLists();
  // Under way until the lists are reloaded: an entry stays as it is until then.
  return useAct({ mutationFn: acknowledge, onSettled: () => refresh('alertLog') });
};
