import { createContext, useContext, useSyncExternalStore } from 'react';
import { LiveStore, type LiveDeviceState } from './live-store.ts';
import type { StreamState } from './stream.ts';

export const LiveStoreContext = createContext(new LiveStore());
export const StreamStateContext = createContext<StreamState>({ kind: 'connecting' });

export const useLiveStore = () => useContext(LiveStoreContext);
export const useStreamState = () => useContext(StreamStateContext);

/** What the stream has said of one device; the component is drawn again when that changes. */
export const useLiveDevice = (deviceName: string): LiveDeviceState => {
  const store = useLiveStore();
  return useSyncExternalStore(
    (listener) => store.subscribe(deviceName, listener),
    () => store.of(deviceName),
  );
};

/** How often to ask again: at the documents' pace while the stream is down, never while it tells by itself. */
export const usePolling = (intervalMs: number): number | false => {
  const { kind } = useStreamState();
  return kind === 'reconnecting' || kind === 'stale' ? intervalMs : false;
};

/** The documents' paces. */
export const CHART_POLL_MS = 10_000;
export const LIST_POLL_MS = 5_000;
