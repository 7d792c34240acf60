import type { Reading } from '@telemon/contracts/readings';
import { type Change, type Changed, deviceNameOf, newChange } from './change.ts';
import type { RecentReadings } from './recent-readings.ts';

/** Decisions about some devices, and the readings that were compared for them, until the decisions are written. */
export class Lot {
  /** The changes, by the id of the rule or the key of the watch over a device. */
  readonly changes = new Map<string, Change>();
  readings: Reading[] = [];
  /** The heard times of their arrivals. */
  heardAt: number[] = [];
  /** Whether an alert fired, so that recipients wait for a notice. */
  isUrgent = false;
  /** The place in the caller's count of the readings that are being compared. */
  turn = 0;
  /** The devices that the lot is about, with the turn of the first decision about each. */
  private readonly since = new Map<string, number>();
  private readonly heard = new Map<string, RecentReadings>();

  /** Whether it is about a device. */
  has(deviceName: string): boolean {
    return this.since.has(deviceName);
  }

  /** The turn of its oldest part; infinite if it is empty. */
  get oldest(): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const turn of this.since.values()) oldest = Math.min(oldest, turn);
    return oldest;
  }

  /** The devices about which entries were begun and ended more than `most` times. */
  busyDevices(most: number): Set<string> {
    const counts = new Map<string, number>();
    for (const { rule, closed, firings } of this.changes.values()) {
      const deviceName = deviceNameOf(rule);
      counts.set(deviceName, (counts.get(deviceName) ?? 0) + firings.size + (closed ? 1 : 0));
    }
    return new Set([...counts.keys()].filter((deviceName) => counts.get(deviceName)! > most));
  }

  /** Takes out all decisions and readings of some devices. */
  takeOut(isTaken: (deviceName: string) => boolean): Lot {
    const taken = new Lot();
    taken.isUrgent = this.isUrgent;
    for (const [deviceName, turn] of this.since) {
      if (!isTaken(deviceName)) continue;
      taken.since.set(deviceName, turn);
      this.since.delete(deviceName);
      const recent = this.heard.get(deviceName);
      if (recent) taken.heard.set(deviceName, recent);
      this.heard.delete(deviceName);
    }
    for (const [key, change] of this.changes) {
      if (!taken.has(deviceNameOf(change.rule))) continue;
      taken.changes.set(key, change);
      this.changes.delete(key);
    }
    const { readings, heardAt } = this;
    this.readings = [];
    this.heardAt = [];
    for (const [place, reading] of readings.entries()) {
      const lot = taken.has(reading.deviceName) ? taken : this;
      lot.readings.push(reading);
      lot.heardAt.push(heardAt[place]!);
    }
    return taken;
  }

  /** The decisions are being written. */
  seal(): void {
    for (const recent of this.heard.values()) recent.seal();
  }

  /** The decisions are written, or there were none. */
  settle(): void {
    for (const recent of this.heard.values()) recent.settle();
  }

  /** The write failed: the readings will be compared again, and must count as new. */
  takeBack(): void {
    for (const recent of this.heard.values()) recent.takeBack();
  }

  /** Keeps a reading that was compared. @param recent The readings of its device, if this is the first one in the lot */
  protected remember(
    reading: Reading,
    { heardAt, recent }: { heardAt: number; recent: RecentReadings | null },
  ): void {
    if (recent) this.heard.set(reading.deviceName, recent);
    this.readings.push(reading);
    this.heardAt.push(heardAt);
    this.note(reading.deviceName);
  }

  protected changeOf<One extends Changed>(key: string, changed: One): Change<One> {
    let change = this.changes.get(key) as Change<One> | undefined;
    if (!change) {
      this.changes.set(key, (change = newChange(changed)) as Change);
      this.note(deviceNameOf(changed));
    }
    return change;
  }

  private note(deviceName: string): void {
    if (!this.since.has(deviceName)) this.since.set(deviceName, this.turn);
  }
}
