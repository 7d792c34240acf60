import { BEYOND_RATE_EVERY_MS } from '@telemon/contracts/device-rate';
import { type Rate, TokenBucket } from './token-bucket.ts';

/** A message costs a token for this many bytes begun; they hold about a hundred of the shortest readings. */
const BYTES_PER_TOKEN = 1_024;

/** Dropped messages are counted together for this long, ms. */
const DROPS_WITHIN_MS = 50;

/**
 * How many tokens of its device's rate a message of readings costs: one for each KB begun, because others wait for as long as storing its
 * readings takes, and it may hold thousands.
 */
export const tokensFor = (bytes: number): number => Math.max(1, Math.ceil(bytes / BYTES_PER_TOKEN));

/** Limits how fast one device may send. Times are milliseconds of a clock that doesn't go back. */
export class DeviceRate extends TokenBucket {
  private drops = 0;
  private dropsSince = 0;
  private quietUntil = Number.NEGATIVE_INFINITY;

  /** Counts a dropped message, and returns the number of messages dropped within the last moment. */
  countDrop(now: number): number {
    if (now - this.dropsSince > DROPS_WITHIN_MS) {
      this.dropsSince = now;
      this.drops = 0;
    }
    return ++this.drops;
  }

  /** Whether to tell other services now that the device is beyond its rate; true once a minute at most. */
  isWorthTelling(now: number): boolean {
    if (now < this.quietUntil) return false;
    this.quietUntil = now + BEYOND_RATE_EVERY_MS;
    return true;
  }
}

/** The rates of all devices that sent something lately: a device that connects again doesn't get a new burst. */
export class DeviceRates {
  private readonly rates = new Map<string, DeviceRate>();

  constructor(private readonly rate: Rate) {}

  of(deviceName: string, now: number): DeviceRate {
    let rate = this.rates.get(deviceName);
    if (!rate) this.rates.set(deviceName, (rate = new DeviceRate(this.rate, now)));
    return rate;
  }

  /** Forgets the devices that have been quiet. */
  sweep(now: number): void {
    for (const [deviceName, rate] of this.rates) {
      if (rate.isFull(now)) this.rates.delete(deviceName);
    }
  }
}
