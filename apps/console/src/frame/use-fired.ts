import { useEffect, useEffectEvent } from 'react';
import { useLiveStore } from '../live/live-context.ts';

/** Firings within this time after the first are passed on together. */
const SETTLE_MS = 400;

/** An entry of the alert log by which an alert fires, or which is a silence. */
export interface Fired {
  deviceName: string;
  entryId: string;
}

interface Listeners {
  onFired: (fired: Fired[]) => void;
  onAcknowledged: (entryId: string) => void;
}

/** Passes on each firing and silence from the live stream once, and their acknowledgements. */
export const useFired = (listeners: Listeners): void => {
  const store = useLiveStore();
  const onFired = useEffectEvent(listeners.onFired);
  const onAcknowledged = useEffectEvent(listeners.onAcknowledged);
  useEffect(() => {
    let due: Fired[] = [];
    // After a reconnect, the stream repeats events.
    const seen = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribeToAlerts(({ deviceName, entryId, change }) => {
      if (entryId === null) return;
      if (change === 'acknowledged') onAcknowledged(entryId);
      if (change !== 'fired' || seen.has(entryId)) return;
      seen.add(entryId);
      due.push({ deviceName, entryId });
      timer ??= setTimeout(() => {
        const fired = due;
        due = [];
        timer = undefined;
        onFired(fired);
      }, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
};
