import type { PerChannel } from '../latest/day-totals.ts';

/** A channel of which nothing was sent. Shared, so never written to. */
export const NONE: PerChannel = Object.freeze([null, null, null, null]);

/** What a device sent, read and checked, not yet treated. */
export class SentReading {
  current: PerChannel = NONE;
  minimum: PerChannel = NONE;
  maximum: PerChannel = NONE;
  average: PerChannel = NONE;
  battery: number | null = null;
  rssi: number | null = null;
  rain: number | null = null;
  simId: string | null = null;
  imei: string | null = null;
  /** By the device's clock, believable or not; null where it sent none. */
  timestamp: number | null = null;
  seq: number | null = null;
}
