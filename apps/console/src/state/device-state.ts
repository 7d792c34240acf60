import {
  arrivedAt,
  DEVICE_STATES,
  type DeviceState,
  type StateSource,
} from '@telemon/contracts/devices/device-states';
import type { LiveDeviceState } from '../live/live-store.ts';

/** A device's state in the last answer. */
export interface Answered extends StateSource {
  /** When that answer came, epoch milliseconds. */
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

export const severityOf = (state: DeviceState): number => DEVICE_STATES.indexOf(state);

/** The documents' colour filter: All 2, Green 0, Red 1. */
export const COLOUR_FILTERS = { all: 2, green: 0, red: 1 } as const;
export type ColourFilter = keyof typeof COLOUR_FILTERS;

/** Green is status 0, any other status is red. */
export const passesColour = (filter: ColourFilter, status: number): boolean =>
  filter === 'all' || (filter === 'green') === (status === 0);
