import type { MqttLogin } from '@telemon/contracts/devices/devices';

/** A request to the program of a fleet, which has one under way at a time. */
export type FleetRequest =
  /** Connects all devices for the first time, and begins to send readings, of all devices together. */
  | {
      readonly kind: 'connect';
      readonly port: number;
      readonly logins: readonly MqttLogin[];
      readonly perSecond: number;
    }
  /** Connects all devices anew at once, to this port; the endpoint has to end their former connections. */
  | { readonly kind: 'connect-anew'; readonly port: number }
  /** Waits until all devices have signed in since a time, epoch ms, and have no former connection. */
  | { readonly kind: 'await-back'; readonly since: number }
  /** Stops sending, and waits until everything is acknowledged. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'disconnect' };

/** The readings of a device: from number 0 to before `end`. */
export interface SentByDevice {
  readonly end: number;
  readonly acknowledged: readonly number[];
}

export interface FleetAnswer {
  /** When the last device signed in, epoch ms. */
  readonly lastSignedInAt?: number;
  /** How many have not signed in since then, and how many former connections the endpoint has not ended. */
  readonly away?: number;
  readonly stayed?: number;
  /** The messages sent by each device, by the place of its login. */
  readonly sent?: readonly SentByDevice[];
}
