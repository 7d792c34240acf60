import type { PerChannel } from '../latest/day-totals.ts';

/** Four channels without values. Shared, so never written to. */
export const NONE: PerChannel = Object.freeze([null, null, null, null]);

/** A reading as the device sent it, decoded and checked, not yet treated. */
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
  /** The time by the device's clock, plausible or not; null if it sent none. */
  timestamp: number | null = null;
  seq: number | null = null;
}
