import type { DeviceLogin } from '../fleet.ts';
import type { Endpoint } from '../generator/device-connection.ts';
import type { MeasuredProcess } from '../../processes.ts';
import type { ReadingStore } from '../reading-store.ts';
import type { Alerting } from './alerting.ts';

/** The later cost of sealing past readings. */
export interface SealingFigures {
  readonly readings: number;
  readonly cpuUsPerReading: number;
}

/** A running Telemon or alternative that knows the devices of the benchmark. */
export interface Side {
  /** The MQTT endpoint and the logins of the devices. */
  readonly endpoint: Endpoint;
  readonly logins: readonly DeviceLogin[];
  readonly store: ReadingStore;
  /** All processes of this side with its servers, without the generator. */
  readonly processes: () => readonly MeasuredProcess[];
  /** Undefined for a side without alerts. */
  readonly alerting?: Alerting;
  /** When readings that are stored from an instant on are sealed at the earliest: they leave the store. Undefined if none are. */
  readonly sealedFrom?: (instant: number) => number;
  /** Seals the readings of some devices, and measures it. The store lacks them then. */
  readonly sealing?: () => Promise<SealingFigures>;
  stop(): Promise<void>;
}

/** A kind of side, and how to start it. */
export interface SideKind {
  readonly key: string;
  /** Its name in the results. */
  readonly title: string;
  /** Versions of its servers and packages, by name. */
  versions(): Promise<Readonly<Record<string, string>>>;
  start(settings: { folder: string; devices: number }): Promise<Side>;
}
