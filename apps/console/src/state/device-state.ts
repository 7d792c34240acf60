import { SILENT_AFTER_MS } from '@telemon/contracts/devices/device-states';
import type { LiveDeviceState } from '../live/live-store.ts';

/** The four states a device is shown in, from the mildest to the worst. */
export const DEVICE_STATES = ['normal', 'waiting', 'silent', 'firing'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

export interface StateSource {
  /** 1 while any of the device's alerts is firing. */
  status: number;
  /** When the newest reading arrived; null before the first. */
  lastUpdated: string | number | null;
}

export const arrivedAt = (lastUpdated: string | number | null): number | null =>
  lastUpdated === null ? null : new Date(lastUpdated).getTime();

/** What the last answer said of a device, and when that answer came. */
export interface Answered extends StateSource {
  answeredAt: number;
}

/** The last answer brought up to date by what the stream has told since. */
export const presentOf = (
  { status, lastUpdated, answeredAt }: Answered,
  live: LiveDeviceState,
): { status: number; lastUpdated: number | null } => {
  const arrived = arrivedAt(lastUpdated);
  const newest = live.receivedAt === null ? arrived : Math.max(arrived ?? 0, live.receivedAt);
  const told = live.status !== null && live.status.at > answeredAt ? live.status.value : status;
  return { status: told, lastUpdated: newest };
};

/** What fires stays shown as firing when the device falls silent: it is still not well. */
export const stateOf = ({ status, lastUpdated }: StateSource, now: number): DeviceState => {
  if (status !== 0) return 'firing';
  const arrived = arrivedAt(lastUpdated);
  if (arrived === null) return 'waiting';
  return now - arrived > SILENT_AFTER_MS ? 'silent' : 'normal';
};

export const severityOf = (state: DeviceState): number => DEVICE_STATES.indexOf(state);

/** The documents' colour filter: All 2, Green 0, Red 1. */
export const COLOUR_FILTERS = { all: 2, green: 0, red: 1 } as const;
export type ColourFilter = keyof typeof COLOUR_FILTERS;

/** Green is status 0, any other status is red. */
export const passesColour = (filter: ColourFilter, status: number): boolean =>
  filter === 'all' || (filter === 'green') === (status === 0);
