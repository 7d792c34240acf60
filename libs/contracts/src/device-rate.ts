import { z } from 'zod';

/**
 * Told over NATS by whoever takes readings in, of a device that sends more than it may: when it begins to, and again every
 * minute for as long as it does.
 */
export const BeyondRate = z.object({ deviceName: z.string() });
export type BeyondRate = z.infer<typeof BeyondRate>;
export const BEYOND_RATE_SUBJECT = 'devices.devices.beyond-rate';
export const BEYOND_RATE_EVERY_MS = 60_000;
