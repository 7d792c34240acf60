/** Functions that are called when a value outside React changes, as `useSyncExternalStore` subscribes them. */
export const makeListeners = () => {
  const listeners = new Set<() => void>();
  return {
    notify: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** Calls a function when another tab changes a key of the browser's storage. */
export const onStoredElsewhere = (storedUnder: string, listener: () => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storedUnder || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
