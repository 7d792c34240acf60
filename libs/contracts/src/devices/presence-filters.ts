import { DAY_MS } from '../durations.ts';

/** `disconnected`: it was connected before; `never`: it was not; `refused`: something was refused in the last 24 hours. */
export const PRESENCE_FILTERS = ['connected', 'disconnected', 'never', 'refused'] as const;
export type PresenceFilter = (typeof PRESENCE_FILTERS)[number];
export const REFUSED_LATELY_MS = DAY_MS;
