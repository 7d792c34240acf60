import type { DeviceLogin } from '../../ingest/fleet.ts';
import type { Endpoint } from '../../ingest/generator/device-connection.ts';
import type { LoadPlan } from '../../ingest/load-plan.ts';
import type { EntriesOutcome } from '../../ingest/sides/alerting.ts';
import type { MeasuredProcess } from '../../processes.ts';
import type { SinkPorts } from '../sink/sink-messages.ts';

/** More alerts for each device, which never fire. */
interface MoreAlerts {
  /** Gives each device so many in all. */
  give(perDevice: number): Promise<void>;
  /** Waits until the side compares readings with them, once readings have come. */
  untilHeld(perDevice: number): Promise<void>;
}

/** A running Telemon or alternative, whose alerts notify the sink. */
export interface Side {
  readonly endpoint: Endpoint;
  readonly logins: readonly DeviceLogin[];
  /** All processes of this side with its servers, without generator and sink. */
  readonly processes: () => readonly MeasuredProcess[];
  /** The alert log of a step; undefined for a side without one. */
  readonly entriesOf?: (plan: LoadPlan) => Promise<EntriesOutcome>;
  /** Undefined for a side that is measured with ten alerts a device alone. */
  readonly moreAlerts?: MoreAlerts;
  stop(): Promise<void>;
}

export interface StartSettings {
  /** An empty folder. */
  readonly folder: string;
  readonly devices: number;
  /** The most notices that a channel gets while the side runs. */
  readonly mostNotices: number;
  readonly sink: SinkPorts;
}

/** A kind of side, and how to start it. */
export interface SideKind {
  /** Its name in the results. */
  readonly title: string;
  /** Versions of its servers and packages, by name. */
  versions(): Promise<Readonly<Record<string, string>>>;
  start(settings: StartSettings): Promise<Side>;
}
