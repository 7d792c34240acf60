import { z } from 'zod';

/** Published over NATS by the edges when a device exceeds its rate: when it begins to, and then once a minute while it lasts. */
export const BeyondRate = z.object({ deviceName: z.string() });
export type BeyondRate = z.infer<typeof BeyondRate>;
export const BEYOND_RATE_SUBJECT = 'devices.devices.beyond-rate';
export const BEYOND_RATE_EVERY_MS = 60_000;
