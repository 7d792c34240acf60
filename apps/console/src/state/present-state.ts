import type { LiveDeviceState } from '../live/live-store.ts';
import { arrivedAt, type StateSource } from './device-state.ts';

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
