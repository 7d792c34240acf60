import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLiveStore } from '../live/live-context.ts';
import { StateBook, type Known } from './state-book.ts';

/** How often devices are checked for silence. */
const RECOMPUTE_MS = 10_000;

/** The current state of each device in a response, by name; empty while loading. */
export const useStates = (devices: readonly Known[] | undefined, answeredAt: number) => {
  const live = useLiveStore();
  const [book] = useState(() => new StateBook(live));
  // Before the first paint, which would otherwise show no devices.
  useLayoutEffect(() => {
    if (devices) book.setDevices(devices, answeredAt, Date.now());
  }, [book, devices, answeredAt]);
  useEffect(() => {
    const unsubscribe = live.subscribeToAll((deviceNames) => book.recompute(deviceNames, Date.now()));
    const timer = setInterval(() => book.recompute('all', Date.now()), RECOMPUTE_MS);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [book, live]);
  return useSyncExternalStore(book.subscribe, book.now);
};
