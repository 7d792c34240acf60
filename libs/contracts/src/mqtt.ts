import { z } from 'zod';

/** Where a device sends its readings to. */
export const telemetryTopic = (deviceName: string): string => `devices/${deviceName}/telemetry`;
/** Where a device listens for commands. */
export const commandTopic = (deviceName: string): string => `devices/${deviceName}/command`;

/**
 * Told over NATS among the replicas of the MQTT endpoint: a device has signed in at one of them, so that the others
 * end the connection that they may still hold of it.
 */
export const DeviceSignedIn = z.object({
  deviceName: z.string(),
  /** Which replica; each has an id of its own from its start on. */
  replica: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
});
export type DeviceSignedIn = z.infer<typeof DeviceSignedIn>;
export const DEVICE_SIGNED_IN_SUBJECT = 'mqtt-bridge.devices.signed-in';

/**
 * Told over NATS by devices when a device has another password or is gone, so that its connection ends although facts may
 * take longer, and devices may not answer any more. Logins that are older than the fact of this version have ended.
 */
export const LoginEnded = z.object({ deviceName: z.string(), version: z.int() });
export type LoginEnded = z.infer<typeof LoginEnded>;
export const LOGIN_ENDED_SUBJECT = 'devices.credentials.ended';
