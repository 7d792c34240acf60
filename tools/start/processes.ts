import type { Runnable } from '../servers/runnable.ts';
import { Supervised, type Surroundings } from './supervise.ts';

/** Stopped in this order: first nothing more comes in, then what came is finished, then the servers may go. */
const STOP_ORDER = ['edge', 'core', 'server'] as const;
export type Place = (typeof STOP_ORDER)[number];

/** All processes of one launcher. */
export class Processes {
  readonly #surroundings: Surroundings;
  readonly #places: Record<Place, Supervised[]> = { edge: [], core: [], server: [] };
  #isStopping = false;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Starts a process and keeps it running. Resolves when it is ready for the first time. */
  async start(runnable: Runnable, place: Place): Promise<void> {
    if (this.#isStopping) throw new Error('everything is being stopped');
    const supervised = new Supervised(runnable, this.#surroundings);
    this.#places[place].push(supervised);
    await supervised.start();
  }

  /** The names of those that aren't ready yet. */
  get waitedFor(): string[] {
    return Object.values(this.#places).flatMap((place) =>
      place.filter(({ wasReady }) => !wasReady).map(({ runnable }) => runnable.name),
    );
  }

  /** What may be done once everything is up. */
  async whenIdle(): Promise<void> {
    await Promise.all(
      Object.values(this.#places).flatMap((place) => place.map(({ runnable }) => runnable.whenIdle?.())),
    );
  }

  /** The places' longest waits add up to less than the 15 s that a stop may take. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const place of STOP_ORDER) {
      await Promise.all(this.#places[place].map((supervised) => supervised.stop()));
    }
  }
}
