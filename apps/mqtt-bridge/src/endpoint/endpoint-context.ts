import type { DeviceRates } from '@telemon/edge/device-rates';
import type { Refusals } from '@telemon/edge/refusals';
import type { TelemetryWriter } from '@telemon/edge/telemetry-writer';
import type { BoundedLog } from './bounded-log.ts';
import type { Authenticator } from './authenticator.ts';
import type { CommandSource } from './command-source.ts';
import type { Connection, Owner } from './connection.ts';
import type { SignedInDevice } from './conversation.ts';
import type { LargePackets } from './large-packets.ts';
import type { ConnectionLimits } from './limits.ts';
import type { PresenceObserver } from './presence-observer.ts';
import type { SignInLimit } from './sign-in-limit.ts';
import type { TopicBlocks } from './topic-blocks.ts';
import type { Traffic } from './traffic.ts';

/** The parts of the service that the endpoint uses. */
export interface EndpointDependencies {
  readonly telemetry: TelemetryWriter;
  readonly images: TelemetryWriter;
  readonly authenticator: Authenticator;
  readonly commands: CommandSource;
  readonly blockedTopics: TopicBlocks;
  readonly limits: ConnectionLimits;
  readonly traffic: Traffic;
  readonly log: BoundedLog;
  /** Takes the messages that are refused, for the MQTT log. */
  readonly refusals: Pick<Refusals, 'add'>;
  readonly presence: PresenceObserver;
  /** null: no limit on failed sign-ins. */
  readonly signInLimit: SignInLimit | null;
  /** Tells other replicas that a device has signed in here. */
  readonly announce: (device: SignedInDevice) => void;
  /** Tells other services that a device sends more than it may. */
  readonly tellBeyondRate: (deviceName: string) => void;
  /** Resolves once the copy of logins has all facts so far. */
  readonly catchUp: () => Promise<void>;
  /** Milliseconds of a clock that doesn't go back. */
  readonly now: () => number;
}

/** The state that all connections and their conversations share. */
export interface EndpointContext extends EndpointDependencies, Owner {
  readonly now: () => number;
  /** The rates of packets that bring neither readings nor images. null: no limit. */
  readonly rates: DeviceRates | null;
  /** The rates of readings. null: no limit. */
  readonly readingRates: DeviceRates | null;
  /** The rates of images. null: no limit. */
  readonly imageRates: DeviceRates | null;
  readonly largePackets: LargePackets;
  /** Makes the connection that of a device, and ends an older one of the same device, unless it is that of a test reading. */
  signedIn(connection: Connection, device: SignedInDevice): void;
  /** Releases the connection's hold when a buffer of messages for Kafka has room again. */
  releaseWithRoom(connection: Connection): void;
  /** Releases the connection's hold in a moment, when its device may send again. */
  releaseInAMoment(connection: Connection): void;
}
