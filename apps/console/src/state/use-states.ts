import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLiveStore } from '../live/live-context.ts';
import { StateBook, type Known } from './state-book.ts';

/** How often it is looked whether a device has fallen silent. */
const REVIEW_MS = 10_000;

/** The present state of each device of an answer, by its name; of none before it is there. */
export const useStates = (devices: readonly Known[] | undefined, answeredAt: number) => {
  const live = useLiveStore();
  const [book] = useState(() => new StateBook(live));
  // Before the answer is drawn: without states it would be drawn as a fleet without devices.
  useLayoutEffect(() => {
    if (devices) book.setDevices(devices, answeredAt, Date.now());
  }, [book, devices, answeredAt]);
  useEffect(() => {
    const unsubscribe = live.subscribeToAll((deviceNames) => book.review(deviceNames, Date.now()));
    const timer = setInterval(() => book.review('all', Date.now()), REVIEW_MS);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [book, live]);
  return useSyncExternalStore(book.subscribe, book.now);
};
