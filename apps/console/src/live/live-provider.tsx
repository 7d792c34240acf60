import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { SHOWN_STATES } from '@telemon/contracts/devices/device-states';
import { PRESENCE_FILTERS } from '@telemon/contracts/devices/presence-filters';
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
const listsBy = (filter: Record<string, string>): QueryKey => ['device', 'getList', { filter }];
/** The lists of devices in one state, or with one kind of connection, which a change of a device puts into another list. */
const LISTS_BY_STATE = SHOWN_STATES.map((state) => listsBy({ state }));
const LISTS_BY_PRESENCE = PRESENCE_FILTERS.map((presence) => listsBy({ presence }));
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
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const items = gathered;
    gathered = [];
    take(items);
  };

  return (item: Item) => {
    gathered.push(item);
    if (gathered.length > 1) return;
    frame = requestAnimationFrame(flush);
    // The page may be hidden before the frame comes.
    timer = setTimeout(flush, HIDDEN_INTERVAL_MS);
  };
};

/**
 * Refreshes the queries that start with the names or keys. Bursts cause one refresh; what changes during it causes the next one, so that
 * no response is cancelled while changes go on.
 */
const refresher = (queryClient: QueryClient) => {
  const underWay = new Set<string>();
  const due = new Set<string>();

  const refresh = (key: string) => {
    due.add(key);
    if (underWay.has(key)) return;
    underWay.add(key);
    setTimeout(async () => {
      due.delete(key);
      await queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey });
      underWay.delete(key);
      if (due.has(key)) refresh(key);
    }, SETTLE_MS);
  };

  return (names: readonly (string | QueryKey)[]) => {
    for (const name of names) refresh(JSON.stringify(typeof name === 'string' ? [name] : name));
  };
};

const connect = (store: LiveStore, queryClient: QueryClient, onState: (state: StreamState) => void) => {
  const refresh = refresher(queryClient);
  const takeReading = frameBatch<Reading>((readings) => store.takeReadings(readings));
  const takeStatus = frameBatch<StatusChange>((changes) => {
    store.takeStatuses(changes);
    refresh(LISTS_BY_STATE);
  });
  // Batched, to run after the readings received before it.
  const takeGone = frameBatch<string>((deviceNames) => store.forget(deviceNames));
  const onEvent = ({ event, data }: StreamEvent) => {
    if (event === 'reading') takeReading(data);
    else if (event === 'alert') {
      store.takeAlert(data);
      refresh(ALERT_QUERIES);
    } else if (event === 'place') refresh(PLACE_QUERIES);
    else if (data.change === 'commands') refresh(COMMAND_QUERIES);
    else if (data.change === 'status') takeStatus({ ...data, at: Date.now() });
    else if (data.change === 'presence') refresh([['device-page', data.deviceName], ...LISTS_BY_PRESENCE]);
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
