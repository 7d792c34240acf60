import { createContext, useContext, useSyncExternalStore } from 'react';
import { LiveStore, type LiveDeviceState } from './live-store.ts';
import type { StreamState } from './stream.ts';

export const LiveStoreContext = createContext(new LiveStore());
export const StreamStateContext = createContext<StreamState>({ kind: 'connecting' });
/** Apart from the state, which is a new one with each report and would rerender each list. */
export const IsPollingContext = createContext(false);

export const useLiveStore = () => useContext(LiveStoreContext);
export const useStreamState = () => useContext(StreamStateContext);

/** A device's data from the stream; the component rerenders when they change. */
export const useLiveDevice = (deviceName: string): LiveDeviceState => {
  const store = useLiveStore();
  return useSyncExternalStore(
    (listener) => store.subscribe(deviceName, listener),
    () => store.of(deviceName),
  );
};

/** The refresh interval: the documented one while the stream is down, else none. */
export const usePolling = (intervalMs: number): number | false => useContext(IsPollingContext) && intervalMs;

/** The documented intervals. */
export const CHART_POLL_MS = 10_000;
export const LIST_POLL_MS = 5_000;
