import { BEYOND_RATE_EVERY_MS } from '@telemon/contracts/device-rate';

/** So many messages at once, and so many a second in the long run. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** How long what was dropped is counted together, ms. */
const DROPS_WITHIN_MS = 50;

/** What a device may still send now. Times are milliseconds of a clock that doesn't go back. */
export class DeviceRate {
  private tokens: number;
  private filledAt: number;
  private drops = 0;
  private dropsSince = 0;
  private quietUntil = 0;

  constructor(
    private readonly rate: Rate,
    now: number,
  ) {
    this.tokens = rate.burst;
    this.filledAt = now;
  }

  /** Whether `take` would say yes. */
  allows(now: number): boolean {
    this.fill(now);
    return this.tokens >= 1;
  }

  /** Takes one message, if there is one left. */
  take(now: number): boolean {
    this.fill(now);
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }

  /** Counts a message that was dropped, and answers how many were lately. */
  countDrop(now: number): number {
    if (now - this.dropsSince > DROPS_WITHIN_MS) {
      this.dropsSince = now;
      this.drops = 0;
    }
    return ++this.drops;
  }

  /** Whether it is time to say that the device is beyond its rate, which is not said again for a while. */
  isWorthTelling(now: number): boolean {
    if (now < this.quietUntil) return false;
    this.quietUntil = now + BEYOND_RATE_EVERY_MS;
    return true;
  }

  /** True once the device has been quiet for long enough that nothing need be remembered. */
  isFull(now: number): boolean {
    this.fill(now);
    return this.tokens >= this.rate.burst;
  }

  private fill(now: number): void {
    const gained = ((now - this.filledAt) / 1_000) * this.rate.perSecond;
    this.tokens = Math.min(this.rate.burst, this.tokens + gained);
    this.filledAt = now;
  }
}

/** The rates of all devices that sent something lately: a device that connects again doesn't begin anew. */
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
