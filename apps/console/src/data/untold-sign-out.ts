/** A sign-out without a response: the request is in progress, or has failed. */
export type Untold = 'begun' | 'failed';

/** Shared by all tabs, and by the next user of this browser. */
const STORED_UNDER = 'telemon.untold-sign-out';
const listeners = new Set<() => void>();
const sayChanged = () => {
  for (const listener of listeners) listener();
};

/** Null without a pending sign-out. */
export const untoldSignOut = (): Untold | null => {
  const stored = localStorage.getItem(STORED_UNDER);
  return stored === 'begun' || stored === 'failed' ? stored : null;
};

export const noteUntold = (untold: Untold): void => {
  localStorage.setItem(STORED_UNDER, untold);
  sayChanged();
};

export const forgetUntold = (): void => {
  localStorage.removeItem(STORED_UNDER);
  sayChanged();
};

export const subscribeToUntold = (listener: () => void) => {
  const heard = ({ key }: StorageEvent) => {
    if (key === STORED_UNDER || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', heard);
  };
};
