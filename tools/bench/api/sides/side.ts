import type { MeasuredProcess } from '../../processes.ts';
import type { Owner } from '../fleet.ts';

/** What is measured: Telemon, or a naive app in its place. Running, with the same devices, one manager signed in. */
export interface Side {
  /** Calls are below it at /v1. */
  readonly url: string;
  readonly email: string;
  readonly token: string;
  /** Whose rows the list shows. */
  readonly owner: Owner;
  /** Everything that works for this side, servers included, the generator not. */
  readonly processes: () => readonly MeasuredProcess[];
  stop(): Promise<void>;
}

/** How many devices there are, and how many of them the manager owns. */
export interface FleetSize {
  readonly devices: number;
  readonly owned: number;
}

/** How a side is brought up for the benchmark. */
export interface SideKind {
  /** What it is, in a few words. */
  readonly title: string;
  /** Names and versions of what it is made of. */
  versions(): Promise<Readonly<Record<string, string>>>;
  start(folder: string, size: FleetSize): Promise<Side>;
}
