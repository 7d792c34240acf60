import type { MeasuredProcess } from '../../processes.ts';
import type { Owner } from '../fleet.ts';

/** A running Telemon or naive app, with the same devices and one manager signed in. */
export interface Side {
  /** The address without /v1. */
  readonly url: string;
  readonly email: string;
  readonly token: string;
  /** The owner of the list's rows. */
  readonly owner: Owner;
  /** All processes of this side with its servers, without the generator. */
  readonly processes: () => readonly MeasuredProcess[];
  stop(): Promise<void>;
}

/** How many devices there are, and how many of them the manager owns. */
export interface FleetSize {
  readonly devices: number;
  readonly owned: number;
}

/** A kind of side, and how to start it. */
export interface SideKind {
  /** Its name in the results. */
  readonly title: string;
  /** Versions of its servers and packages, by name. */
  versions(): Promise<Readonly<Record<string, string>>>;
  start(folder: string, size: FleetSize): Promise<Side>;
}
