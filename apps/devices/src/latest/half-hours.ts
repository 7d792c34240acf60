import { MINUTE_MS } from '@telemon/contracts/durations';

const SLOTS = 48;
const SLOT_MS = 30 * MINUTE_MS;
const MEANS_BYTES = SLOTS * Float32Array.BYTES_PER_ELEMENT;
/** Length of the stored form. */
export const HALF_HOURS_BYTES = MEANS_BYTES + SLOTS * Uint16Array.BYTES_PER_ELEMENT;
const MOST_COUNTED = 65_535;

const slotOf = (instant: number) => Math.floor(instant / SLOT_MS);

/** Half hours as they are stored. */
export type StoredHalfHours = Pick<HalfHours, 'newest' | 'bytes'>;

/** The mean of each half hour of the last 24 hours, for the small line on a device's card. */
export class HalfHours {
  private static readonly read = new HalfHours();

  /** The line of stored half hours; reuses one object, because thousands are read. */
  static lineOf({ newest, bytes }: StoredHalfHours, now: number, halfHoursPerPoint = 1): (number | null)[] {
    HalfHours.read.newest = newest;
    HalfHours.read.bytes.set(bytes);
    return HalfHours.read.line(now, halfHoursPerPoint);
  }

  /** The newest half hour, counted from the epoch. Each half hour is stored at its number modulo 48. */
  newest = 0;
  /** The stored form: the means, then the number of values of each. */
  readonly bytes: Uint8Array;
  private readonly means: Float32Array;
  private readonly counts: Uint16Array;

  constructor(newest = 0, bytes?: Uint8Array) {
    this.newest = newest;
    this.bytes = new Uint8Array(HALF_HOURS_BYTES);
    if (bytes?.length === this.bytes.length) this.bytes.set(bytes);
    this.means = new Float32Array(this.bytes.buffer, 0, SLOTS);
    this.counts = new Uint16Array(this.bytes.buffer, MEANS_BYTES, SLOTS);
  }

  /** Adds a value, or the mean of several in one half hour. */
  add(instant: number, value: number, count = 1): void {
    const slot = slotOf(instant);
    if (slot <= this.newest - SLOTS) return;
    if (slot > this.newest) this.moveOnTo(slot);
    const place = slot % SLOTS;
    const counted = (this.counts[place] = Math.min(MOST_COUNTED, this.counts[place]! + count));
    this.means[place]! += (value - this.means[place]!) * Math.min(1, count / counted);
  }

  /**
   * The means of the last 24 hours up to `now`, oldest first, null for a point without values; empty without any values. Each
   * point covers `halfHoursPerPoint` half hours.
   */
  line(now: number, halfHoursPerPoint = 1): (number | null)[] {
    const last = slotOf(now);
    const line: (number | null)[] = [];
    let isEmpty = true;
    for (let slot = last - SLOTS + 1; slot <= last; slot += halfHoursPerPoint) {
      const mean = this.meanOf(slot, halfHoursPerPoint);
      isEmpty &&= mean === null;
      line.push(mean);
    }
    return isEmpty ? [] : line;
  }

  private meanOf(first: number, slots: number): number | null {
    let sum = 0;
    let count = 0;
    for (let slot = first; slot < first + slots; slot++) {
      if (slot > this.newest || slot <= this.newest - SLOTS) continue;
      const counted = this.counts[slot % SLOTS]!;
      sum += this.means[slot % SLOTS]! * counted;
      count += counted;
    }
    return count === 0 ? null : Math.round((sum / count) * 100) / 100;
  }

  private moveOnTo(slot: number): void {
    const from = Math.max(this.newest + 1, slot - SLOTS + 1);
    for (let gone = from; gone <= slot; gone++) {
      this.counts[gone % SLOTS] = 0;
      this.means[gone % SLOTS] = 0;
    }
    this.newest = slot;
  }
}
