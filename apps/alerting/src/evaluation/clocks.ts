import { Injectable } from '@nestjs/common';
import { HEARTBEAT_EVERY_MS, type Source } from '@telemon/contracts/readings';
import { ClocksRepository } from './clocks.repository.ts';
import { DeviceClock } from './device-clock.ts';
import { type ClockState, PartitionClock } from './partition-clock.ts';
import { Partitions } from './partitions.ts';

/** The clocks of the partitions, in memory; stored before the offsets up to which they have heard. */
@Injectable()
export class Clocks {
  private readonly clocks = new Map<number, PartitionClock>();
  private readonly stored = new Map<number, ClockState>();
  /** The kind of endpoint over which the newest reading of each device came. */
  private readonly sources = new Map<string, Source>();
  private isStale = true;

  constructor(
    private readonly repository: ClocksRepository,
    private readonly partitions: Partitions,
  ) {}

  of(partition: number): PartitionClock {
    let clock = this.clocks.get(partition);
    if (!clock) this.clocks.set(partition, (clock = new PartitionClock()));
    return clock;
  }

  /** The clock of the partition of a device's readings, as it counts for the device. */
  ofDevice(deviceName: string): DeviceClock {
    const partition = this.partitions.of(deviceName);
    return new DeviceClock(deviceName, partition, this.of(partition), this.sources);
  }

  /** Forgets a deleted device: a later device of its name may use another kind of endpoint. */
  forget(deviceName: string): void {
    this.sources.delete(deviceName);
  }

  /** Marks the clocks as outdated: another process may have heard further messages. */
  markStale(): void {
    this.isStale = true;
  }

  /** Reads the clocks again if they may be outdated. @throws if the database is unavailable */
  async freshen(): Promise<void> {
    if (!this.isStale) return;
    const states = await this.repository.all();
    this.isStale = false;
    this.stored.clear();
    for (const [partition, state] of states) this.stored.set(partition, state);
    for (const partition of new Set([...this.clocks.keys(), ...states.keys()]))
      this.of(partition).restore(states.get(partition) ?? null);
  }

  /**
   * Stores each clock that has moved on by the interval of heartbeats, or had a gap. So after a crash a stored clock is hardly behind, and
   * the next process doesn't take the missing time for a gap.
   */
  async save(): Promise<void> {
    if (this.isStale) return;
    const moved = new Map<number, ClockState>();
    for (const [partition, clock] of this.clocks) {
      const state = clock.stored();
      if (state !== null && hasMoved(state, this.stored.get(partition))) moved.set(partition, state);
    }
    if (moved.size === 0) return;
    await this.repository.store(moved);
    for (const [partition, state] of moved) this.stored.set(partition, state);
  }
}

const hasMoved = (state: ClockState, stored: ClockState | undefined): boolean =>
  stored === undefined || state.since !== stored.since || state.newest - stored.newest >= HEARTBEAT_EVERY_MS;
