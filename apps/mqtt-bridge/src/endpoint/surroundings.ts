import type { BoundedLog } from './bounded-log.ts';
import type { Authenticator, Intake } from './collaborators.ts';
import type { Connection, Owner, SignedInDevice } from './connection.ts';
import type { DeviceRates } from './device-rate.ts';
import type { SignInLimit } from './sign-in-limit.ts';

/** What those who speak with a device share. */
export interface Surroundings extends Owner {
  readonly intake: Intake;
  readonly authenticator: Authenticator;
  readonly log: BoundedLog;
  /** null: devices may send as much as they want. */
  readonly rates: DeviceRates | null;
  /** Tells other services that a device sends more than it may. */
  readonly tellBeyondRate: (deviceName: string) => void;
  /** null: sign-ins may fail as often as they want. */
  readonly signInLimit: SignInLimit | null;
  /** The connection is a device's from now on; an older one of the same device ends. */
  signedIn(connection: Connection, device: SignedInDevice): void;
  /** Releases the connection's hold when the intake has room again. */
  releaseWithRoom(connection: Connection): void;
  /** Releases the connection's hold in a moment, when its device may send again. */
  releaseInAMoment(connection: Connection): void;
}
