import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Reading } from '@telemon/contracts/readings';
import { useEffect, useState, type ReactNode } from 'react';
import { API, withSession } from '../data/request.ts';
import { showing } from '../data/resources.ts';
import { IsPollingContext, LiveStoreContext, StreamStateContext } from './live-context.ts';
import { LiveStore, type StatusChange } from './live-store.ts';
import { LiveStream, type StreamEvent, type StreamState } from './stream.ts';

const REPORT_INTERVAL_MS = 1_000;
/** Events within this time after the first cause one refresh. */
const SETTLE_MS = 400;

/** A hidden page gets no animation frames; its events are then handled at this interval. */
const HIDDEN_INTERVAL_MS = 1_000;

const PLACE_QUERIES = ['home', ...showing('building'), ...showing('floor')];
// An assistant sees the buildings and floors of their devices.
const DEVICE_QUERIES = [...showing('device'), 'device-page', ...showing('assignDevice'), ...PLACE_QUERIES];
/** The queries that show a device's images. */
const imageQueries = (deviceName: string): QueryKey[] => [
  ['device-page', deviceName],
  ['image-log', 'getList', { filter: { deviceName } }],
];
const COMMAND_QUERIES = ['commands-of-device'];
const ALERT_QUERIES = [...showing('alert'), ...showing('alertLog'), 'firing', 'notice-limits'];

const open = (lastEventId: string | null, signal: AbortSignal) =>
  withSession((token) =>
    fetch(`${API}/stream`, {
      headers: {
        Accept: 'text/event-stream',
        Authorization: `Bearer ${token}`,
        ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      signal,
    }),
  );

/** Batches the items that arrive between two animation frames, and handles them before the next frame. */
const frameBatch = <Item,>(take: (items: Item[]) => void) => {
  let gathered: Item[] = [];
  let scheduled = false;

  const flush = () => {
    scheduled = false;
    const items = gathered;
    gathered = [];
    take(items);
  };

  return (item: Item) => {
    gathered.push(item);
    if (scheduled) return;
    scheduled = true;
    if (document.hidden) setTimeout(flush, HIDDEN_INTERVAL_MS);
    else requestAnimationFrame(flush);
  };
};

/** Refreshes the queries that start with the names or keys; bursts cause one refresh. */
const refresher = (queryClient: QueryClient) => {
  const due = new Map<string, QueryKey>();
  return (names: (string | QueryKey)[]) => {
    const first = due.size === 0;
    for (const name of names) {
      const queryKey = typeof name === 'string' ? [name] : name;
      due.set(JSON.stringify(queryKey), queryKey);
    }
    if (!first) return;
    setTimeout(() => {
      const settled = [...due.values()];
      due.clear();
      for (const queryKey of settled) void queryClient.invalidateQueries({ queryKey });
    }, SETTLE_MS);
  };
};

const connect = (store: LiveStore, queryClient: QueryClient, onState: (state: StreamState) => void) => {
  const takeReading = frameBatch<Reading>((readings) => store.takeReadings(readings));
  const takeStatus = frameBatch<StatusChange>((changes) => store.takeStatuses(changes));
  // Batched, to run after the readings received before it.
  const takeGone = frameBatch<string>((deviceNames) => store.forget(deviceNames));
  const refresh = refresher(queryClient);
  const onEvent = ({ event, data }: StreamEvent) => {
    if (event === 'reading') takeReading(data);
    else if (event === 'alert') {
      store.takeAlert(data);
      refresh(ALERT_QUERIES);
    } else if (event === 'place') refresh(PLACE_QUERIES);
    else if (data.change === 'commands') refresh(COMMAND_QUERIES);
    else if (data.change === 'status') takeStatus({ ...data, at: Date.now() });
    else if (data.change === 'presence') refresh([['device-page', data.deviceName]]);
    else if (data.change === 'image') refresh(imageQueries(data.deviceName));
    else {
      if (data.change === 'deleted') takeGone(data.deviceName);
      refresh(DEVICE_QUERIES);
    }
  };
  return new LiveStream({
    open,
    onEvent,
    onState,
    onMissed: () =>
      void queryClient.invalidateQueries(
        { predicate: ({ state }) => state.data !== undefined },
        { cancelRefetch: false },
      ),
  });
};

/** Keeps the stream open while the console is open, and provides its data. */
export const LiveProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient();
  const [store] = useState(() => new LiveStore());
  const [state, setState] = useState<StreamState>({ kind: 'connecting' });

  useEffect(() => {
    const stream = connect(store, queryClient, setState);
    void stream.run();
    const timer = setInterval(() => stream.reportState(), REPORT_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      stream.stop();
    };
  }, [store, queryClient]);

  return (
    <LiveStoreContext value={store}>
      <StreamStateContext value={state}>
        <IsPollingContext value={'since' in state}>{children}</IsPollingContext>
      </StreamStateContext>
    </LiveStoreContext>
  );
};
