import { z } from 'zod';

/** The topic of a device's readings. */
export const telemetryTopic = (deviceName: string): string => `devices/${deviceName}/telemetry`;
/** The topic of a device's images. */
export const imageTopic = (deviceName: string): string => `devices/${deviceName}/image`;
/** The topic of commands to a device. */
export const commandTopic = (deviceName: string): string => `devices/${deviceName}/command`;

/**
 * Published over NATS among the replicas of the MQTT endpoint when a device signs in at one of them, so that the others close an
 * older connection of it.
 */
export const DeviceSignedIn = z.object({
  deviceName: z.string(),
  /** Id of the replica, new at each start. */
  replica: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
});
export type DeviceSignedIn = z.infer<typeof DeviceSignedIn>;
export const DEVICE_SIGNED_IN_SUBJECT = 'mqtt-bridge.devices.signed-in';

/**
 * Published over NATS by the devices service when a device gets a new password or is removed: its connection ends without waiting
 * for the fact, or for an answer of that service. Logins older than the device's fact of this version are invalid.
 */
export const LoginEnded = z.object({ deviceName: z.string(), version: z.int() });
export type LoginEnded = z.infer<typeof LoginEnded>;
export const LOGIN_ENDED_SUBJECT = 'devices.credentials.ended';

/**
 * Published over NATS by the devices service when commands are withdrawn, or go with their device or its manager: none is sent while the
 * fact is on its way. Facts about the device's commands older than this version are not sent from.
 */
export const CommandsWithdrawn = z.object({ deviceName: z.string(), version: z.int() });
export type CommandsWithdrawn = z.infer<typeof CommandsWithdrawn>;
export const COMMANDS_WITHDRAWN_SUBJECT = 'devices.commands.withdrawn';

/**
 * Published over NATS among the replicas of mqtt-bridge by one that could hold a further session at the outside broker, so that a
 * replica that holds more lets one go.
 */
export const OutsideSessionsHeld = z.object({
  /** Id of the replica, new at each start. */
  replica: z.string(),
  /** How many it holds. */
  sessions: z.int(),
});
export type OutsideSessionsHeld = z.infer<typeof OutsideSessionsHeld>;
export const OUTSIDE_SESSIONS_SUBJECT = 'mqtt-bridge.outside-sessions.held';
