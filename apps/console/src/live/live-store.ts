import type { STREAM_EVENTS } from '@telemon/contracts/gateway/live';
import type { Reading } from '@telemon/contracts/readings';
import type { z } from 'zod';

/** A device's status and silence after a change of them. */
export interface StatusChange extends Pick<
  z.infer<(typeof STREAM_EVENTS)['device']>,
  'deviceName' | 'status' | 'silentSince'
> {
  /** When it arrived, in epoch milliseconds. */
  at: number;
}

/** A device's data from the stream since the page was opened. */
export interface LiveDeviceState {
  /** The newest value of each channel, and the timestamps of the readings that had them, in epoch milliseconds. */
  current: readonly (number | null)[];
  timestamps: readonly number[];
  battery: number | null;
  batteryTimestamp: number;
  /** When its newest reading arrived, in epoch milliseconds. */
  receivedAt: number | null;
  /** Whether that is a test reading. */
  isTest?: boolean;
  /** The newest of the timestamps, in epoch milliseconds. */
  newestTimestamp?: number;
  /** Its last status, and its silence, which began with a reading that the page has, or with a later one. */
  told: Omit<StatusChange, 'deviceName'> | null;
}

/** A firing, or a change of one. */
type AlertChange = z.infer<(typeof STREAM_EVENTS)['alert']>;

type ReadingsListener = (readings: Reading[]) => void;
type AlertListener = (change: AlertChange) => void;

const NOTHING: LiveDeviceState = {
  current: [null, null, null, null],
  timestamps: [-Infinity, -Infinity, -Infinity, -Infinity],
  battery: null,
  batteryTimestamp: -Infinity,
  receivedAt: null,
  told: null,
};

const withReading = (
  state: LiveDeviceState,
  { current, battery, receivedAt, timestamp, test }: Reading,
): LiveDeviceState => {
  if (state.receivedAt !== null && receivedAt < state.receivedAt) return state;
  // A device that was offline sends its older readings after newer ones.
  const isNewest = state.timestamps.map(
    (newest, channel) => typeof current[channel] === 'number' && timestamp >= newest,
  );
  return {
    ...state,
    current: state.current.map((before, channel) => (isNewest[channel] ? current[channel]! : before)),
    timestamps: state.timestamps.map((before, channel) => (isNewest[channel] ? timestamp : before)),
    ...(battery !== null && timestamp >= state.batteryTimestamp && { battery, batteryTimestamp: timestamp }),
    receivedAt,
    isTest: test === true,
    newestTimestamp: Math.max(state.newestTimestamp ?? timestamp, timestamp),
  };
};

/**
 * The newest data of every device, outside React: a component subscribes to one device and rerenders only when that changes.
 * States are immutable, so that React can compare them.
 */
export class LiveStore {
  private readonly states = new Map<string, LiveDeviceState>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly readingListeners = new Map<string, Set<ReadingsListener>>();
  private readonly allListeners = new Set<(deviceNames: Iterable<string>) => void>();
  private readonly alertListeners = new Set<AlertListener>();

  /** Takes the readings of one batch. */
  takeReadings(readings: Reading[]): void {
    const byDevice = Map.groupBy(readings, ({ deviceName }) => deviceName);
    for (const [deviceName, ofDevice] of byDevice) {
      this.states.set(deviceName, ofDevice.reduce(withReading, this.of(deviceName)));
      this.changed(deviceName);
      for (const listener of this.readingListeners.get(deviceName) ?? []) listener(ofDevice);
    }
    for (const listener of this.allListeners) listener(byDevice.keys());
  }

  /** Takes the changes of one batch: many devices may fall silent at once. */
  takeStatuses(changes: readonly StatusChange[]): void {
    for (const { deviceName, status, silentSince: said, at } of changes) {
      const before = this.of(deviceName);
      const silentSince = said === null ? null : Math.max(said, before.receivedAt ?? said);
      this.states.set(deviceName, { ...before, told: { status, silentSince, at } });
      this.changed(deviceName);
    }
    const deviceNames = changes.map(({ deviceName }) => deviceName);
    for (const listener of this.allListeners) listener(deviceNames);
  }

  /** Removes deleted devices: a new device may reuse the name. */
  forget(deviceNames: readonly string[]): void {
    for (const deviceName of deviceNames) {
      this.states.delete(deviceName);
      this.changed(deviceName);
    }
    for (const listener of this.allListeners) listener(deviceNames);
  }

  takeAlert(change: AlertChange): void {
    for (const listener of this.alertListeners) listener(change);
  }

  of(deviceName: string): LiveDeviceState {
    return this.states.get(deviceName) ?? NOTHING;
  }

  /** Notifies of every change of a device. */
  subscribe(deviceName: string, listener: () => void): () => void {
    return subscribeIn(this.listeners, deviceName, listener);
  }

  /** Passes on a device's readings, batch by batch. */
  subscribeToReadings(deviceName: string, listener: ReadingsListener): () => void {
    return subscribeIn(this.readingListeners, deviceName, listener);
  }

  /** Notifies once per batch of the names of the changed devices. */
  subscribeToAll(listener: (deviceNames: Iterable<string>) => void): () => void {
    this.allListeners.add(listener);
    return () => void this.allListeners.delete(listener);
  }

  /** Notifies of each firing and its changes. */
  subscribeToAlerts(listener: AlertListener): () => void {
    this.alertListeners.add(listener);
    return () => void this.alertListeners.delete(listener);
  }

  private changed(deviceName: string): void {
    for (const listener of this.listeners.get(deviceName) ?? []) listener();
  }
}

const subscribeIn = <Listener>(all: Map<string, Set<Listener>>, key: string, listener: Listener) => {
  const ofKey = all.get(key) ?? new Set();
  all.set(key, ofKey.add(listener));
  return () => {
    ofKey.delete(listener);
    if (ofKey.size === 0 && all.get(key) === ofKey) all.delete(key);
  };
};
