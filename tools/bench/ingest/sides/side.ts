import type { DeviceLogin } from '../fleet.ts';
import type { Endpoint } from '../generator/device-connection.ts';
import type { MeasuredProcess } from '../../processes.ts';
import type { ReadingStore } from '../reading-store.ts';
import type { Alerting } from './alerting.ts';

/** What is measured: Telemon, or something that people use in its place. Running, with its devices known to it. */
export interface Side {
  /** Where the devices connect, and as whom. */
  readonly endpoint: Endpoint;
  readonly logins: readonly DeviceLogin[];
  readonly store: ReadingStore;
  /** Everything that works for this side, servers included, the generator not. */
  readonly processes: () => readonly MeasuredProcess[];
  /** Of a side that has alerts. */
  readonly alerting?: Alerting;
  stop(): Promise<void>;
}

/** How a side is brought up for the benchmark. */
export interface SideKind {
  readonly key: string;
  /** What it is, in a few words. */
  readonly title: string;
  /** Names and versions of what it is made of. */
  versions(): Promise<Readonly<Record<string, string>>>;
  start(settings: { folder: string; devices: number }): Promise<Side>;
}
