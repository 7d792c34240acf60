import type { Source } from '@telemon/contracts/readings';
import { afterOutages, lostBetween } from './endpoint-outages.ts';
import { PartitionClock } from './partition-clock.ts';

/**
 * The clock of a partition as it counts for one device: without the time in which the kind of endpoint that the device uses could receive
 * nothing. Heard times stay those of the partition, so that they can be stored and compared whichever endpoint the device uses.
 */
export class DeviceClock {
  constructor(
    private readonly deviceName: string,
    readonly partition = 0,
    private readonly clock = new PartitionClock(),
    /** The kind of endpoint that each device uses. */
    private readonly sources = new Map<string, Source>(),
  ) {}

  /** The kind of endpoint over which the newest reading came; null while it is unknown: then no outage of one kind counts. */
  get source(): Source | null {
    return this.sources.get(this.deviceName) ?? null;
  }

  set source(source: Source) {
    this.sources.set(this.deviceName, source);
  }

  /** The heard time at which a time has passed for the device. */
  after(beginning: number, ms: number): number {
    return afterOutages(this.outages, beginning, ms);
  }

  /** How much time passed for the device between two heard times, ms. */
  between(beginning: number, end: number): number {
    return end - beginning - lostBetween(this.outages, beginning, end);
  }

  /** The heard time from which the device could reach Telemon again after the last gap, or outage of its kind of endpoint. */
  get atLastGap(): number {
    return Math.max(this.clock.atLastGap, this.outages.at(-1)?.to ?? Number.NEGATIVE_INFINITY);
  }

  /** The heard time from which a period counts that begins at an instant; it may be later than the newest message. */
  heardFrom(beginning: number): number {
    return this.clock.heardFrom(beginning);
  }

  /** When a heard time of the past was, epoch milliseconds. */
  instantOf(heard: number): number {
    return this.clock.instantOf(heard);
  }

  private get outages() {
    return this.clock.outagesOf(this.source);
  }
}
