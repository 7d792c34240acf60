import { MINUTE_MS } from '../durations.ts';

/** A device without a set interval that sent nothing for this long is silent, unless it usually sends less often. */
export const SILENT_AFTER_MS = 15 * MINUTE_MS;

/** How many times the interval that a user set may pass: a reading may be late by half an interval. */
const OF_SET_INTERVAL = 1.5;
/** How many times the learned interval may pass: devices miss a reading now and then. */
const OF_LEARNED_INTERVAL = 3;

/**
 * After which time without a reading a device is silent, ms: by the interval that a user set, else by the learned one, but then not
 * before fifteen minutes.
 * @param expectedInterval Minutes, null if no user set one
 * @param learnedMs Its usual interval, null while it is unknown
 */
export const silentAfterMs = (expectedInterval: number | null, learnedMs: number | null): number =>
  expectedInterval === null
    ? Math.max(SILENT_AFTER_MS, (learnedMs ?? 0) * OF_LEARNED_INTERVAL)
    : expectedInterval * MINUTE_MS * OF_SET_INTERVAL;

/** The four states a device is shown in, from the mildest to the worst. */
export const SHOWN_STATES = ['normal', 'waiting', 'silent', 'firing'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

export interface StateSource {
  /** 1 while any of the device's alerts is firing. */
  status: number;
  /** When the newest reading arrived; null before the first. */
  lastUpdated: string | number | null;
  /** When the last reading before the silence arrived; null: not silent. */
  silentSince: string | number | null;
}

export const arrivedAt = (lastUpdated: string | number | null): number | null =>
  lastUpdated === null ? null : new Date(lastUpdated).getTime();

/** A firing device stays firing when it falls silent, because its alert still fires. */
export const stateOf = ({ status, lastUpdated, silentSince }: StateSource): ShownState => {
  if (status !== 0) return 'firing';
  if (lastUpdated === null) return 'waiting';
  return silentSince === null ? 'normal' : 'silent';
};
