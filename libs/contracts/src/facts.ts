import { z } from 'zod';
import { UserRole } from './actor.ts';
import { SentCommand } from './devices/commands.ts';
import { LimitRefresh, Template } from './devices/devices.ts';
import { UdpIdentity } from './devices/udp-identity.ts';
import { BlockedTopic } from './logs/blocked-topics.ts';

/**
 * Facts that services publish in `domain.facts`, keyed by their subject. Each carries the whole present state and a version that
 * only grows, so that consumers can ignore a repeated or overtaken fact.
 */
export const DeviceState = z.object({
  deviceName: z.string(),
  /** Unlike a name, a key is never used again. Facts of earlier versions of Telemon lack it. */
  deviceKey: z.int().optional(),
  deviceAlias: z.string(),
  managerId: z.string(),
  assistantIds: z.array(z.string()),
  template: Template,
  /** Sensor names by channel; null where the channel has no sensor. */
  sensorNames: z.array(z.string().nullable()).length(4),
  smsLimit: z.int(),
  emailLimit: z.int(),
  limitRefresh: LimitRefresh,
  /** Minutes between two readings, as set by a user; null: learned. Facts of earlier versions of Telemon lack it. */
  expectedInterval: z.int().nullable().default(null),
  /** The SHA-256 of the device's MQTT password, hex. The password itself is 128 random bits and is not stored. */
  passwordSha256: z.string(),
  /** Facts of earlier versions of Telemon lack it; their devices have none. */
  udp: UdpIdentity.optional(),
});
export type DeviceState = z.infer<typeof DeviceState>;

export const UserState = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  contact: z.string(),
  userRole: UserRole,
  companyName: z.string(),
  locationId: z.string().nullable(),
  locationName: z.string(),
  managerId: z.string().nullable(),
  smsLimit: z.int(),
  alertContactStatus: z.literal([0, 1]),
});
export type UserState = z.infer<typeof UserState>;

export const BuildingState = z.object({
  id: z.string(),
  buildingName: z.string(),
  managerId: z.string(),
  lat: z.number(),
  lng: z.number(),
});
export type BuildingState = z.infer<typeof BuildingState>;

/** A floor has the manager of its building. */
export const FloorState = z.object({
  id: z.string(),
  floorName: z.string(),
  buildingId: z.string(),
  managerId: z.string(),
});
export type FloorState = z.infer<typeof FloorState>;

export const SensorTypeState = z.object({
  id: z.string(),
  sensorName: z.string(),
  managerId: z.string(),
  /** Whether it has a calibration table. */
  mapped: z.boolean(),
});
export type SensorTypeState = z.infer<typeof SensorTypeState>;

/** The pending commands of a device, the oldest first. A device of the same name with another key must not get them. */
export const DeviceCommandsState = z.object({
  deviceName: z.string(),
  deviceKey: z.int(),
  pending: z.array(SentCommand),
});
export type DeviceCommandsState = z.infer<typeof DeviceCommandsState>;

/** A rule is known by its id; evaluators read the rest from alerting's database. */
const RuleIdentity = z.object({ id: z.string(), deviceName: z.string() });

const about = <Kind extends string, State extends z.ZodType>(kind: Kind, state: State) =>
  z.object({
    kind: z.literal(kind),
    key: z.string(),
    version: z.int(),
    /** null: it was removed. */
    state: state.nullable(),
  });

export const Fact = z.discriminatedUnion('kind', [
  about('device', DeviceState),
  about('user', UserState),
  about('building', BuildingState),
  about('floor', FloorState),
  about('sensor-type', SensorTypeState),
  /** An alert was made, changed or removed: evaluators read it again. */
  about('alert', RuleIdentity),
  /** The same of an event. */
  about('event', RuleIdentity),
  /** How many alerts of a device are firing, and since when it is silent. Facts of earlier versions of Telemon lack the latter. */
  about(
    'device-status',
    z.object({
      deviceName: z.string(),
      firing: z.int(),
      /** Arrival of the last reading before the silence, epoch milliseconds; null: not silent. */
      silentSince: z.number().nullable().default(null),
    }),
  ),
  /** No state: no command is pending. */
  about('device-commands', DeviceCommandsState),
  about('blocked-topic', BlockedTopic),
]);
export type Fact = z.infer<typeof Fact>;
export type FactOf<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;
