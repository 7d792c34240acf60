import {
  arrivedAt,
  DEVICE_STATES,
  type DeviceState,
  type StateSource,
} from '@telemon/contracts/devices/device-states';
import type { LiveDeviceState } from '../live/live-store.ts';

/** A device's state in the last response. */
export interface Answered extends StateSource {
  /** When the response arrived, in epoch milliseconds. */
  answeredAt: number;
}

/** The last response, updated with later events of the stream. */
export const presentOf = (
  { status, lastUpdated, answeredAt }: Answered,
  live: LiveDeviceState,
): { status: number; lastUpdated: number | null } => {
  const arrived = arrivedAt(lastUpdated);
  const newest = live.receivedAt === null ? arrived : Math.max(arrived ?? 0, live.receivedAt);
  const currentStatus = live.status !== null && live.status.at > answeredAt ? live.status.value : status;
  return { status: currentStatus, lastUpdated: newest };
};

export const severityOf = (state: DeviceState): number => DEVICE_STATES.indexOf(state);

/** The documented colour filter: All 2, Green 0, Red 1. */
export const COLOUR_FILTERS = { all: 2, green: 0, red: 1 } as const;
export type ColourFilter = keyof typeof COLOUR_FILTERS;

/** Status 0 is green, any other status is red. */
export const passesColour = (filter: ColourFilter, status: number): boolean =>
  filter === 'all' || (filter === 'green') === (status === 0);
