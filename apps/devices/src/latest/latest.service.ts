import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Latest } from './latest.ts';
import { LatestRepository, type Present, presentOf } from './latest.repository.ts';

/** The newest values of each device: in memory in the process that takes its readings in, in the database for the others. */
@Injectable()
export class LatestService {
  private readonly held = new Map<number, Latest>();
  private readonly changed = new Set<Latest>();
  /** Deleted devices, whose readings may still be under way here; no key is used again. */
  private readonly gone = new Set<number>();
  /** The deleted devices whose state may have been saved since. */
  private readonly ending = new Set<number>();

  constructor(private readonly repository: LatestRepository) {}

  /** Reads the states of devices that are not in memory yet; a device that never sent anything gets an empty one. */
  async hold(keys: Iterable<number>): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.held.has(key));
    if (missing.length === 0) return;
    for (const state of await this.repository.load(missing)) this.held.set(state.key, state);
    for (const key of missing) if (!this.held.has(key)) this.held.set(key, new Latest(key));
  }

  /** The state of a device that `hold` has read. */
  of(key: number): Latest {
    return this.held.get(key)!;
  }

  /** Marks a state in memory as newer than the stored one. */
  hasChanged(state: Latest): void {
    this.changed.add(state);
  }

  /** Drops all states in memory: they may be older or newer than the stored ones. */
  forget(): void {
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
    return this.withHeld(keys, await this.repository.load(keys), (state) => state);
  }

  /**
   * The values for the home page, by device key; devices that sent nothing yet are absent. They come from memory if the device's
   * readings arrive here, else from the database.
   */
  async present(keys: number[]): Promise<Map<number, Present>> {
    const elsewhere = keys.filter((key) => !this.held.has(key));
    const stored = elsewhere.length === 0 ? [] : await this.repository.present(elsewhere);
    const newest = new Map(stored.map((state) => [state.key, state]));
    for (const key of keys) {
      const held = this.held.get(key);
      if (held && held.lastUpdated > 0) newest.set(key, presentOf(held));
    }
    return newest;
  }

  /**
   * The last arrival of each device, by its key; devices that sent nothing yet are absent. They come from memory if the device's
   * readings arrive here, else from the database.
   */
  async lastUpdated(keys: number[]): Promise<Map<number, Pick<Latest, 'lastUpdated'>>> {
    const elsewhere = keys.filter((key) => !this.held.has(key));
    const newest = new Map<number, Pick<Latest, 'lastUpdated'>>(
      (await this.repository.lastUpdated(elsewhere)).map((state) => [state.key, state]),
    );
    for (const key of keys) {
      const held = this.held.get(key);
      if (held) newest.set(key, held);
    }
    return newest;
  }

  /** Removes the state of a device that is deleted, in the transaction of its deletion. */
  async remove(key: number, session: ClientSession): Promise<void> {
    await this.repository.remove([key], session);
  }

  /** Drops a deleted device. The next save removes its state in case it is being saved at the moment. */
  drop(key: number): void {
    this.gone.add(key);
    this.ending.add(key);
    const state = this.held.get(key);
    if (!state) return;
    this.held.delete(key);
    this.changed.delete(state);
  }

  /** Takes the newer state: the stored one may be two seconds behind memory, or ahead of it if the readings arrive elsewhere. */
  private withHeld<Kind extends { key: number; lastUpdated: number }>(
    keys: number[],
    stored: Kind[],
    asStored: (state: Latest) => Kind,
  ): Map<number, Kind> {
    const newest = new Map(stored.map((state) => [state.key, state]));
    for (const key of keys) {
      const held = this.held.get(key);
      if (held && held.lastUpdated > (newest.get(key)?.lastUpdated ?? 0)) newest.set(key, asStored(held));
    }
    return newest;
  }
}
