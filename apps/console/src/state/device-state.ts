import {
  arrivedAt,
  SHOWN_STATES,
  type ShownState,
  type StateSource,
} from '@telemon/contracts/devices/device-states';
import type { Device } from '@telemon/contracts/devices/devices';
import type { LiveDeviceState } from '../live/live-store.ts';

/** A device's state in the last response. */
export interface Answered extends StateSource {
  /** When the response arrived, in epoch milliseconds. */
  answeredAt: number;
}

/** A device's current state; its times are epoch milliseconds. */
export interface Present extends StateSource {
  lastUpdated: number | null;
  silentSince: number | null;
}

/**
 * The last response, updated with later events of the stream. A silence began with the last reading in the response, of which the
 * event may not know, or with a later one; a live reading after that ends it before an event says so.
 */
export const presentOf = (
  answered: Answered,
  live: Pick<LiveDeviceState, 'receivedAt' | 'told'>,
): Present => {
  const arrived = arrivedAt(answered.lastUpdated);
  const lastUpdated = live.receivedAt === null ? arrived : Math.max(arrived ?? 0, live.receivedAt);
  const { status, silentSince } =
    live.told !== null && live.told.at > answered.answeredAt ? live.told : answered;
  if (silentSince === null || lastUpdated === null) return { status, lastUpdated, silentSince: null };
  const since = Math.max(arrivedAt(silentSince)!, arrived ?? 0);
  const hasEnded = live.receivedAt !== null && live.receivedAt > since;
  return { status, lastUpdated, silentSince: hasEnded ? null : since };
};

/** How much later than its newest timestamp the device's last reading arrived, ms, by the last response and the stream. */
export const lateByMsOf = (
  { lastUpdated, lateByMs }: Pick<Device, 'lastUpdated' | 'lateByMs'>,
  { receivedAt, newestTimestamp = -Infinity }: LiveDeviceState,
): number => {
  const arrived = arrivedAt(lastUpdated);
  const newest = Math.max(newestTimestamp, arrived === null ? -Infinity : arrived - lateByMs);
  return newest === -Infinity ? 0 : Math.max(arrived ?? 0, receivedAt ?? 0) - newest;
};

export const severityOf = (state: ShownState): number => SHOWN_STATES.indexOf(state);

/** The documented colour filter: All 2, Green 0, Red 1. */
export const COLOUR_FILTERS = { all: 2, green: 0, red: 1 } as const;
export type ColourFilter = keyof typeof COLOUR_FILTERS;

/** Status 0 is green, any other status is red. */
export const passesColour = (filter: ColourFilter, status: number): boolean =>
  filter === 'all' || (filter === 'green') === (status === 0);
