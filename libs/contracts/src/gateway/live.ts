import { z } from 'zod';
import { UserFlag } from '../actor.ts';
import { Reading } from '../readings.ts';

/** The users who may see a live update, sent with it so that the gateway needs no look-up. */
export const Audience = z.object({
  managerId: z.string(),
  assistantIds: z.array(z.string()),
  /** The flag that these users must have to see the update; the admin always has it. */
  flag: UserFlag.optional(),
});
export type Audience = z.infer<typeof Audience>;

/** No user learns how many messages the devices of others send. */
const ShownReading = Reading.omit({ rawOffset: true });

export const LiveReading = z.object({ audience: Audience, reading: ShownReading });
export type LiveReading = z.infer<typeof LiveReading>;

/**
 * `change` names the event: `image`, that a new image of the device can be seen; `commands`, that the list of its commands changed;
 * `presence`, that it connected or disconnected, or that something of it was refused.
 * `status` is the status after it, `silentSince` the arrival of the last reading that alerting knows of, if the device is silent
 * after it.
 */
export const LiveDevice = z.object({
  audience: Audience,
  deviceName: z.string(),
  change: z.enum(['created', 'updated', 'deleted', 'status', 'image', 'commands', 'presence']),
  status: z.literal([0, 1]),
  silentSince: z.number().nullable(),
});
export type LiveDevice = z.infer<typeof LiveDevice>;

/** A building or a floor was made, changed or removed. Floors that move with their building have no update. */
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
  /** Null for the entry of a silence. */
  alertId: z.string().nullable(),
  /** Null where the alert changed, not an entry: `snoozed`. */
  entryId: z.string().nullable(),
  /** `snoozed`: a snooze of the alert, or of the device's silences, began or ended. */
  change: z.enum(['fired', 'cleared', 'acknowledged', 'delivery', 'snoozed']),
});
export type LiveAlert = z.infer<typeof LiveAlert>;

/** The events of /v1/stream and their data, which doesn't include the audience. */
export const STREAM_EVENTS = {
  reading: ShownReading,
  device: LiveDevice.omit({ audience: true }),
  place: LivePlace.omit({ audience: true }),
  alert: LiveAlert.omit({ audience: true }),
} as const;

/** Sent when missed events are no longer buffered: the client has to reload its data. Its data is `{}`. */
export const STREAM_RESET = 'reset';

/** The gateway writes to each stream at least this often, so that a page notices a dead connection. */
export const STREAM_ALIVE_EVERY_MS = 5_000;
/** A page reconnects after this time without a byte: two keep-alives, and time for a slow network. */
export const STREAM_DEAD_AFTER_MS = 12_000;

/** How often a gateway with open streams announces them; an announcement is valid for three times as long. */
export const INTEREST_INTERVAL_MS = 5_000;
