import { Injectable } from '@nestjs/common';
import type { DeviceState } from '@telemon/contracts/facts';
import type { Reading } from '@telemon/contracts/readings';
import { KnownDevices } from '../scope/known-devices.ts';
import type { SilenceDocument } from '../silences/silences.repository.ts';
import { SilencesService } from '../silences/silences.service.ts';
import { Clocks } from './clocks.ts';
import { DueQueue } from './due-queue.ts';
import {
  type SilenceWatch,
  silenceAt,
  silentAfter,
  stateOfWatch,
  storedEvery,
  takeReading,
} from './silence-watch.ts';
import { UNKNOWN_INTERVAL } from './usual-interval.ts';

/** Rows written at once. */
const ROWS_AT_ONCE = 1_000;

/**
 * Watches, in memory, over the silence of every device that has sent a reading. A device that may be outdated is marked as stale, and
 * read again before the next readings are compared. At a heartbeat only the devices that are due are looked at.
 */
@Injectable()
export class Watchdog {
  private watches = new Map<string, SilenceWatch>();
  private readonly queues = new Map<number, DueQueue<SilenceWatch>>();
  private readonly unstored = new Set<SilenceWatch>();
  private readonly stale = new Set<string>();
  private isAllStale = true;

  constructor(
    private readonly silences: SilencesService,
    private readonly known: KnownDevices,
    private readonly clocks: Clocks,
  ) {
    known.onChange((deviceName, device) => this.follow(deviceName, device));
  }

  /** The watch over a device, which begins with its first reading; undefined if there is no such device. */
  of(deviceName: string): SilenceWatch | undefined {
    const watch = this.watches.get(deviceName);
    if (watch) return watch;
    const device = this.known.get(deviceName);
    return device && this.begin(deviceName, device);
  }

  /** Notes a reading of a device. */
  heard(watch: SilenceWatch, reading: Pick<Reading, 'receivedAt' | 'source'>, heardAt: number): void {
    takeReading(watch, reading, heardAt);
    const isSourceNew = !watch.isSourceStored && watch.clock.source !== null;
    if (isSourceNew || heardAt - watch.storedHeardAt >= storedEvery(watch)) this.unstored.add(watch);
    if (Number.isNaN(watch.dueAt)) this.watch(watch);
  }

  /** Puts a device into the queue, for the time from which it counts as silent. */
  watch(watch: SilenceWatch, dueAt = silenceAt(watch)): void {
    let queue = this.queues.get(watch.partition);
    if (!queue) this.queues.set(watch.partition, (queue = new DueQueue()));
    queue.add(watch, dueAt);
  }

  /** Takes out the devices whose silence begins or ends by a heard time. */
  *passed(partition: number, upTo: number): Generator<SilenceWatch> {
    for (const watch of this.queues.get(partition)?.takeDue(upTo) ?? []) {
      if (this.watches.get(watch.deviceName) !== watch) continue;
      if (watch.heardAt === Number.NEGATIVE_INFINITY) this.beginAnew(watch, upTo);
      else if (watch.openEntryId === null && silenceAt(watch) > upTo) this.watch(watch);
      else if (watch.openEntryId === null || isOver(watch, upTo)) yield watch;
    }
  }

  /** Marks a device to be read again: the decision about it may be outdated. */
  markStale(deviceName: string): void {
    this.stale.add(deviceName);
  }

  /** Marks all devices to be read again, because another process may have watched them. */
  markAllStale(): void {
    this.isAllStale = true;
    this.unstored.clear();
  }

  /** Whether a device has to be read again before readings may be compared. */
  get isStale(): boolean {
    return this.isAllStale || this.stale.size > 0;
  }

  /** Reads the stale devices again. @throws if the database is unavailable; then nothing may be compared */
  async freshen(): Promise<void> {
    if (!this.isStale) return;
    const isAll = this.isAllStale;
    const names = isAll ? undefined : [...this.stale];
    // Before the read: a device that is marked meanwhile has to be read again.
    this.isAllStale = false;
    this.stale.clear();
    const rows = new Map<string, SilenceDocument>();
    try {
      for await (const row of this.silences.all(names)) rows.set(row._id, row);
    } catch (error) {
      this.isAllStale ||= isAll;
      for (const name of names ?? []) this.markStale(name);
      throw error;
    }
    const before = this.watches;
    if (isAll) {
      this.watches = new Map();
      this.queues.clear();
    }
    for (const name of names ?? new Set([...rows.keys(), ...before.keys()]))
      this.put(name, { row: rows.get(name), before: before.get(name), isAll });
  }

  /** Stores the times that are much newer than the stored ones. @param isBeingWritten Whether a change of the device is being written */
  async store(isBeingWritten: (watch: SilenceWatch) => boolean): Promise<void> {
    const watches = [...this.unstored].filter(
      (watch) => !this.stale.has(watch.deviceName) && !isBeingWritten(watch),
    );
    for (let from = 0; from < watches.length; from += ROWS_AT_ONCE) {
      const some = watches.slice(from, from + ROWS_AT_ONCE);
      const states = some.map((watch) => ({ watch, state: stateOfWatch(watch) }));
      await this.silences
        .write(states.map(({ watch, state }) => ({ ...stepOf(watch), from: state.revision, state })))
        .catch((error: unknown) => {
          for (const { deviceName } of some) this.markStale(deviceName);
          throw error;
        });
      for (const { watch, state } of states) {
        watch.isStored = true;
        watch.storedHeardAt = state.heardAt;
        watch.isSourceStored = state.source !== undefined;
        this.unstored.delete(watch);
      }
    }
  }

  /** The device has moved to this partition, and gets its whole interval again. */
  private beginAnew(watch: SilenceWatch, heardAt: number): void {
    watch.heardAt = heardAt;
    watch.openedAt = heardAt;
    if (watch.openEntryId === null) this.watch(watch);
  }

  private follow(deviceName: string, device: DeviceState | null): void {
    if (device === null) this.clocks.forget(deviceName);
    const watch = this.watches.get(deviceName);
    if (!watch) return;
    if (device === null) {
      this.watches.delete(deviceName);
      this.unstored.delete(watch);
    } else if (watch.expectedInterval !== device.expectedInterval) {
      watch.expectedInterval = device.expectedInterval;
      this.watch(watch, Number.NEGATIVE_INFINITY);
    }
  }

  private begin(deviceName: string, { expectedInterval }: DeviceState): SilenceWatch {
    const clock = this.clocks.ofDevice(deviceName);
    const watch: SilenceWatch = {
      kind: 'silence',
      deviceName,
      deviceVersion: this.known.versionOf(deviceName),
      partition: clock.partition,
      clock,
      expectedInterval,
      lastAt: 0,
      heardAt: Number.NEGATIVE_INFINITY,
      storedHeardAt: Number.NEGATIVE_INFINITY,
      usual: UNKNOWN_INTERVAL,
      openEntryId: null,
      openedAt: Number.NEGATIVE_INFINITY,
      revision: 0,
      isStored: false,
      isSourceStored: false,
      dueAt: Number.NaN,
    };
    this.watches.set(deviceName, watch);
    return watch;
  }

  private put(
    deviceName: string,
    of: { row: SilenceDocument | undefined; before: SilenceWatch | undefined; isAll: boolean },
  ): void {
    const { row, before, isAll } = of;
    this.watches.delete(deviceName);
    if (before) this.unstored.delete(before);
    const device = this.known.get(deviceName);
    if (!device || (!row && !before)) return;
    const watch = this.begin(deviceName, device);
    if (row) {
      watch.isStored = true;
      watch.revision = row.revision;
      // A row with another version is that of a deleted device of this name.
      if (row.deviceVersion >= this.known.goneVersionOf(deviceName)) recall(watch, row, isAll);
    }
    if (before && before.heardAt > watch.heardAt) {
      const { lastAt, heardAt, usual } = before;
      Object.assign(watch, { lastAt, heardAt, usual });
      this.unstored.add(watch);
    } else if (watch.isSourceStored) watch.clock.source = row!.source!;
    this.watch(watch, watch.openEntryId === null ? undefined : Number.NEGATIVE_INFINITY);
  }
}

/** Whether a silence is over: a reading came, or the device has a longer interval now. */
const isOver = (watch: SilenceWatch, upTo: number): boolean =>
  watch.heardAt > watch.openedAt || watch.heardAt + silentAfter(watch) > upTo;

/** Takes over what is stored. @param isAll Whether readings that came since may not be stored: then the device has come as late as can be */
const recall = (watch: SilenceWatch, row: SilenceDocument, isAll: boolean): void => {
  const { usual, openEntryId } = row;
  Object.assign(watch, { usual, openEntryId });
  watch.isSourceStored = Boolean(row.source);
  const isSamePartition = row.partition === watch.partition;
  const sinceMs = isAll && openEntryId === null ? storedEvery(watch) : 0;
  watch.lastAt = row.lastAt + sinceMs;
  if (!isSamePartition) return;
  watch.storedHeardAt = row.heardAt;
  watch.heardAt = row.heardAt + sinceMs;
  watch.openedAt = row.heardAt;
};

/** The fields by which a step names its watch. */
export const stepOf = ({ deviceName, deviceVersion, isStored }: SilenceWatch) => ({
  deviceName,
  deviceVersion,
  isStored,
});
