import { makeListeners, onStoredElsewhere } from './listeners.ts';

/** A sign-out without a response: the request is in progress, or has failed. */
type PendingSignOut = 'begun' | 'failed';

/** Shared by all tabs, and by the next user of this browser. */
const STORED_UNDER = 'telemon.untold-sign-out';
const { notify, subscribe } = makeListeners();

/** Null without a pending sign-out. */
export const pendingSignOut = (): PendingSignOut | null => {
  const stored = localStorage.getItem(STORED_UNDER);
  return stored === 'begun' || stored === 'failed' ? stored : null;
};

export const storePendingSignOut = (state: PendingSignOut): void => {
  localStorage.setItem(STORED_UNDER, state);
  notify();
};

export const clearPendingSignOut = (): void => {
  localStorage.removeItem(STORED_UNDER);
  notify();
};

export const subscribeToPendingSignOut = (listener: () => void) => {
  const stops = [subscribe(listener), onStoredElsewhere(STORED_UNDER, listener)];
  return () => stops.forEach((stop) => stop());
};
