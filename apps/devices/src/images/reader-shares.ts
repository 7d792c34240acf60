import { Injectable, Optional } from '@nestjs/common';
import { MINUTE_MS } from '@telemon/contracts/durations';

/** The use of the reader that is open to a device while others use it, too. */
interface Allowance {
  /** A usual image takes this at most, ms of a processor. As many are read as come: the MQTT endpoint limits their rate. */
  readonly usualMs: number;
  /** Beyond that, at once, ms of a processor: some of the most expensive images. */
  readonly atOnceMs: number;
  /** Beyond that, in the long run, the share of a processor. */
  readonly share: number;
}

const ALLOWANCE: Allowance = { usualMs: 2_000, atOnceMs: 20_000, share: 0.25 };
/** How long after its last image a device counts as one that uses the reader, ms. */
const USES_FOR_MS = 60_000;
/** How long a device rests after an image that exceeded the reader's limits, ms. */
const REST_MS = 5 * MINUTE_MS;
const MOST_DEVICES = 10_000;

interface Use {
  /** When, at its share, the device will have made up for its expensive images. */
  evenAt: number;
  restsUntil: number;
  lastAt: number;
}

/** How much of the image reader each device uses, by the device's key, so that none keeps the images of others waiting. */
@Injectable()
export class ReaderShares {
  /** The device that used the reader last is the last. */
  private readonly uses = new Map<number, Use>();

  /** @param now Milliseconds of a clock that doesn't go back. */
  constructor(
    @Optional() private readonly allowance: Allowance = ALLOWANCE,
    @Optional() private readonly now: () => number = () => performance.now(),
  ) {}

  /** Why the images of a device are not read now; null if they are. A device alone may use all of the reader. */
  refusalOf(key: number): string | null {
    const now = this.now();
    const use = this.uses.get(key);
    if (!use) return null;
    if (now < use.restsUntil) return 'an image of this device just took too much time or memory to read';
    const { atOnceMs, share } = this.allowance;
    const isBeyond = use.evenAt - now > atOnceMs / share;
    return isBeyond && this.hasOthers(key, now)
      ? 'the images of this device take too much time to read, and those of others would wait'
      : null;
  }

  /** An image of the device was read, which took so much of a processor. */
  used(key: number, cpuMs: number): void {
    const { usualMs, atOnceMs, share } = this.allowance;
    const use = this.useOf(key);
    // Its use while it was alone does not count once there are others.
    const from = Math.min(Math.max(use.evenAt, use.lastAt), use.lastAt + atOnceMs / share);
    use.evenAt = from + Math.max(0, cpuMs - usualMs) / share;
  }

  /** An image of the device exceeded the limits of the reader. */
  exceeded(key: number): void {
    const use = this.useOf(key);
    use.restsUntil = use.lastAt + REST_MS;
  }

  private useOf(key: number): Use {
    const use = this.uses.get(key) ?? { evenAt: 0, restsUntil: 0, lastAt: 0 };
    use.lastAt = this.now();
    this.uses.delete(key);
    this.uses.set(key, use);
    if (this.uses.size > MOST_DEVICES) this.uses.delete(this.uses.keys().next().value!);
    return use;
  }

  private hasOthers(key: number, now: number): boolean {
    for (const [other, { lastAt }] of [...this.uses].slice(-2))
      if (other !== key && now - lastAt < USES_FOR_MS) return true;
    return false;
  }
}
