import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLiveStore } from '../live/live-context.ts';
import { StateBook, type Known } from './state-book.ts';

/** The current state of each device in a response, by name; empty while loading. */
export const useStates = (devices: readonly Known[] | undefined, answeredAt: number) => {
  const live = useLiveStore();
  const [book] = useState(() => new StateBook(live));
  // Before the first paint, which would otherwise show no devices.
  useLayoutEffect(() => {
    if (devices) book.setDevices(devices, answeredAt);
  }, [book, devices, answeredAt]);
  useEffect(() => live.subscribeToAll((deviceNames) => book.recompute(deviceNames)), [book, live]);
  return useSyncExternalStore(book.subscribe, book.now);
};
