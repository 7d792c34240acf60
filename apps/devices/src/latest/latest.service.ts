import { Injectable } from '@nestjs/common';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { type ArrivalTimes, Latest } from './latest.ts';
import { LatestRepository } from './latest.repository.ts';
import { type Present, presentOf } from './present.ts';

/** The newest values of each device: in memory in the process that takes its readings in, in the database for the others. */
@Injectable()
export class LatestService {
  private readonly held = new Map<number, Latest>();
  private readonly changed = new Set<Latest>();
  /** Deleted devices, whose readings may still be under way here; no key is used again. */
  private readonly gone = new Set<number>();
  /** The deleted devices whose states the next save removes. */
  private readonly ending = new Set<number>();
  /** Settles when the states that `forget` dropped are stored. Before that, the database is behind the values shown. */
  private handover: Promise<unknown> = Promise.resolve();

  constructor(private readonly repository: LatestRepository) {}

  /** Reads the states of devices that are not in memory yet; a device that never sent anything gets an empty one. */
  async hold(keys: Iterable<number>): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.held.has(key));
    if (missing.length === 0) return;
    await this.handover;
    for (const state of await this.repository.load(missing)) this.held.set(state.key, state);
    for (const key of missing) if (!this.held.has(key)) this.held.set(key, new Latest(key));
  }

  /** The state of a device that `hold` has read. */
  of(key: number): Latest {
    return this.held.get(key)!;
  }

  /** Marks a state as newer than the stored one, unless it was dropped meanwhile: then its messages come again. */
  hasChanged(state: Latest): void {
    if (this.held.get(state.key) === state) this.changed.add(state);
  }

  /** Saves the changed states and drops all from memory, because another process may have the devices' readings now. */
  forget(): void {
    const saved = this.save()
      .catch((error: unknown) =>
        logger.warn({ reason: reasonOf(error) }, 'latest values not saved; their readings come again'),
      )
      .finally(() => this.repository.forget());
    this.handover = Promise.all([this.handover, saved]);
    this.held.clear();
    this.changed.clear();
  }

  /** Saves the changed states. @throws if the database is unavailable; the next call saves them then. */
  async save(): Promise<void> {
    const states = [...this.changed].filter(({ key }) => !this.gone.has(key));
    const ended = [...this.ending];
    this.changed.clear();
    try {
      await this.repository.save(states);
      await this.repository.remove(ended);
      for (const key of ended) this.ending.delete(key);
    } catch (error) {
      for (const state of states) if (this.held.get(state.key) === state) this.changed.add(state);
      throw error;
    }
  }

  /** The newest known states, by device key; devices that sent nothing yet are absent. */
  async newest(keys: number[]): Promise<Map<number, Latest>> {
    const { here } = this.split(keys);
    await this.handover;
    const newest = new Map((await this.repository.stored(keys)).map((state) => [state.key, state]));
    for (const state of here) {
      // The stored state may be ahead if the readings arrive elsewhere.
      if (state.lastUpdated > (newest.get(state.key)?.lastUpdated ?? 0)) newest.set(state.key, state);
    }
    return newest;
  }

  /**
   * The values for the home page, by device key; devices that sent nothing yet are absent. They come from memory if the device's
   * readings arrive here, else from the database.
   */
  async present(keys: number[]): Promise<Map<number, Present>> {
    const { here, elsewhere } = this.split(keys);
    const newest = new Map<number, Present>();
    for (const state of here) if (state.lastUpdated > 0) newest.set(state.key, presentOf(state));
    if (elsewhere.length === 0) return newest;
    await this.handover;
    for (const state of await this.repository.present(elsewhere)) newest.set(state.key, state);
    return newest;
  }

  /**
   * The last arrival of each device, by its key; devices that sent nothing yet are absent. They come from memory if the device's
   * readings arrive here, else from the database.
   */
  async arrivals(keys: number[]): Promise<Map<number, ArrivalTimes>> {
    const { here, elsewhere } = this.split(keys);
    await this.handover;
    const stored = await this.repository.arrivals(elsewhere);
    return new Map([...here, ...stored].map((state) => [state.key, state]));
  }

  /** Removes the state of a deleted device; a process that doesn't know of the deletion yet may save it again, and removes it then. */
  async remove(key: number): Promise<void> {
    await this.repository.remove([key]);
  }

  /** Drops a deleted device. The next save removes its state, also if it is being saved at the moment. */
  drop(key: number): void {
    this.gone.add(key);
    this.ending.add(key);
    const state = this.held.get(key);
    if (!state) return;
    this.held.delete(key);
    this.changed.delete(state);
  }

  /** The states in memory, and the keys of the others. */
  private split(keys: readonly number[]): { here: Latest[]; elsewhere: number[] } {
    const here: Latest[] = [];
    const elsewhere: number[] = [];
    for (const key of keys) {
      const held = this.held.get(key);
      if (held) here.push(held);
      else elsewhere.push(key);
    }
    return { here, elsewhere };
  }
}
