import { z } from 'zod';
import { Reading } from './readings.ts';

/** Who may see a live update; travels with it so that the gateway needs to look nothing up. */
export const Audience = z.object({ managerId: z.string(), assistantIds: z.array(z.string()) });
export type Audience = z.infer<typeof Audience>;

export const LiveReading = z.object({ audience: Audience, reading: Reading });
export type LiveReading = z.infer<typeof LiveReading>;

/** `change` says what happened; `status` is the status after it. */
export const LiveDevice = z.object({
  audience: Audience,
  deviceName: z.string(),
  change: z.enum(['created', 'updated', 'deleted', 'status']),
  status: z.literal([0, 1]),
});
export type LiveDevice = z.infer<typeof LiveDevice>;

/** A building or a floor was made, changed or is gone; floors go along with their building unsaid. */
export const LivePlace = z.object({
  audience: Audience,
  place: z.enum(['building', 'floor']),
  id: z.string(),
  change: z.enum(['created', 'updated', 'deleted']),
});
export type LivePlace = z.infer<typeof LivePlace>;

export const LiveAlert = z.object({
  audience: Audience,
  deviceName: z.string(),
  alertId: z.string(),
  entryId: z.string(),
  change: z.enum(['fired', 'cleared', 'acknowledged', 'delivery']),
});
export type LiveAlert = z.infer<typeof LiveAlert>;

/** The events of /v1/stream and what each carries. The audience stays inside. */
export const STREAM_EVENTS = {
  reading: Reading,
  device: LiveDevice.omit({ audience: true }),
  place: LivePlace.omit({ audience: true }),
  alert: LiveAlert.omit({ audience: true }),
} as const;

/** Sent instead of what was missed, where that is no longer known: read again what is on the page. Its data is `{}`. */
export const STREAM_RESET = 'reset';

/** How often a gateway with an open stream says so; who sends live updates believes it for three times as long. */
export const INTEREST_INTERVAL_MS = 5_000;
