import { z } from 'zod';
import { call } from '../call.ts';
import { lacksOf } from './device-lacks.ts';
import { SHOWN_STATES } from './device-states.ts';
import { SAID_OF_MISSING } from '../errors.ts';
import { DeviceName, EnabledFlag, Id, Name, blankAsAbsent } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';
import { PRESENCE_FILTERS } from './presence-filters.ts';
import { Presence } from './presence.ts';
import {
  AskedAdjustment,
  AskedMapping,
  NO_ADJUSTMENT,
  NO_MAPPING,
  SensorAdjustment,
  SensorMapping,
} from './treatment.ts';
import { UdpIdentity, UdpSource } from './udp-identity.ts';

export const Template = z.enum(['Multiple', 'Single', 'Ultrasonic']);
export const LimitRefresh = z.enum(['Daily', 'Weekly', 'Monthly']);

export const LocationMode = z.enum(['Gps', 'Map']);

/** How many sensors a device of each template has. */
export const SENSORS_OF = { Multiple: 4, Single: 1, Ultrasonic: 1 } as const;

/** Whether devices of a template measure the level in a tank, and so have its depth. */
export const hasDepth = (template: z.infer<typeof Template>): boolean => template === 'Ultrasonic';

/** The settings that only an admin changes. */
export const DEVICE_FIELDS_OF_ADMINS = ['smsLimit', 'emailLimit', 'limitRefresh', 'weather'] as const;

/** The defaults of a new device. */
export const DEVICE_DEFAULTS = {
  template: 'Multiple',
  smsLimit: 10,
  emailLimit: 10,
  limitRefresh: 'Monthly',
  weather: 'disabled',
  deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
} as const;

/** A device's settings that belong to its manager, after a change of manager. Its assistants are removed. */
export const NOTHING_OF_MANAGER = {
  sensorIds: [null, null, null, null],
  floorData: null,
  sensorAdjustment: NO_ADJUSTMENT,
} as const;

const share = z.number().min(0).max(100);
/** A device's position on a floor's plan: percent of the plan's width from its left edge, and of its height from its top. */
export const FloorData = z.strictObject({ buildingId: Id, floorMapId: Id, xValue: share, yValue: share });
export type FloorData = z.infer<typeof FloorData>;

const wholeNumber = z
  .number({
    error: ({ code, expected }) =>
      code === 'invalid_type' && expected === 'number' ? 'Must be a number' : undefined,
  })
  .int();
const limit = wholeNumber.min(0).max(1_000_000);

/** Minutes; at most 30 days. */
const expectedInterval = wholeNumber.min(1).max(43_200);

/** Ultrasonic tanks: the depth, and the meaning of the level. */
const metaData = {
  maximumDepth: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .transform(Math.trunc)
    .pipe(z.int().min(1).max(100_000)),
  applicationType: z.enum(['Fill', 'Overflow']),
  valueType: z.enum(['First', 'Average']),
};
export const DeviceMetaData = z.strictObject({
  maximumDepth: metaData.maximumDepth.default(DEVICE_DEFAULTS.deviceMetaData.maximumDepth),
  applicationType: metaData.applicationType.default(DEVICE_DEFAULTS.deviceMetaData.applicationType),
  valueType: metaData.valueType.default(DEVICE_DEFAULTS.deviceMetaData.valueType),
});

const settings = {
  deviceAlias: Name,
  template: Template,
  managerId: blankAsAbsent(Id),
  sensorId1: Id,
  sensorId2: blankAsAbsent(Id),
  sensorId3: blankAsAbsent(Id),
  sensorId4: blankAsAbsent(Id),
  locationMode: LocationMode,
  lat: blankAsAbsent(z.number().min(-90).max(90)),
  lng: blankAsAbsent(z.number().min(-180).max(180)),
  floorData: blankAsAbsent(FloorData),
  smsLimit: limit.default(DEVICE_DEFAULTS.smsLimit),
  emailLimit: limit.default(DEVICE_DEFAULTS.emailLimit),
  limitRefresh: LimitRefresh.default(DEVICE_DEFAULTS.limitRefresh),
  weather: EnabledFlag.default(DEVICE_DEFAULTS.weather),
  expectedInterval: blankAsAbsent(expectedInterval),
  udpSource: blankAsAbsent(UdpSource),
  deviceMetaData: DeviceMetaData.optional(),
  sensorAdjustment: AskedAdjustment.default(NO_ADJUSTMENT),
  sensorMapping: AskedMapping.default(NO_MAPPING),
};

/**
 * A new device: `lat` and `lng` for locationMode Gps, `floorData` for Map. Settings that its mode or template doesn't use are not
 * stored. `expectedInterval`: minutes between two readings; without it, it is learned from them.
 * `udpSource`: the address or network that its datagrams must come from; without it, they may come from anywhere.
 */
export const NewDevice = z
  .strictObject({ deviceName: DeviceName, ...settings })
  .superRefine(({ sensorId1, sensorId2, sensorId3, sensorId4, ...device }, context) => {
    const sensorIds = [sensorId1, sensorId2, sensorId3, sensorId4];
    for (const { path, message } of lacksOf({ ...device, sensorIds })) {
      context.addIssue({ code: 'custom', path, message, params: SAID_OF_MISSING });
    }
  });
export type NewDevice = z.infer<typeof NewDevice>;

/**
 * Any of the settings, also single ones of `deviceMetaData`; the name never changes. Sensors and floors belong to a manager: with
 * a new `managerId`, those that are not chosen anew are cleared. `managerChanged` is ignored, because `managerId` implies it.
 */
export const DeviceChange = z
  .strictObject({
    ...settings,
    smsLimit: limit,
    emailLimit: limit,
    limitRefresh: LimitRefresh,
    weather: EnabledFlag,
    deviceMetaData: z.strictObject(metaData).partial(),
    sensorAdjustment: AskedAdjustment,
    sensorMapping: AskedMapping,
    managerChanged: z.boolean(),
  })
  .partial();
export type DeviceChange = z.infer<typeof DeviceChange>;

export const DeviceSensor = z.object({
  seqId: z.int().min(1).max(4),
  sensorData: z.object({ id: z.string(), sensorName: z.string() }),
});

/**
 * A device as lists and forms show it; a change of manager clears its sensors and its position on a floor. `lat` and `lng` are null
 * unless its mode is Gps, `floorData` unless it is Map. `probes` counts its sensors; `status` is 1 while any of its alerts is
 * firing; `beyondRate` is true while the device exceeds its rate, and shortly after. `expectedInterval`: minutes, null: learned;
 * `lateByMs`: how much later than its newest timestamp its last reading arrived, much if its clock is slow; 0 before the first.
 * `silentSince`: the arrival of the last reading while none comes for longer than the interval allows, else null. `hasUdpKey`: its
 * datagrams must be signed; `unauthenticated` is true for a day after a datagram came, if there is neither key nor `udpSource`.
 */
export const Device = z.object({
  deviceName: z.string(),
  deviceAlias: z.string(),
  managerId: z.string(),
  managerName: z.string(),
  companyName: z.string(),
  locationName: z.string(),
  template: Template,
  sensorId1: z.string().nullable(),
  sensorId2: z.string().nullable(),
  sensorId3: z.string().nullable(),
  sensorId4: z.string().nullable(),
  sensors: z.array(z.string()),
  probes: z.int(),
  locationMode: LocationMode,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  floorData: FloorData.nullable(),
  smsLimit: z.int(),
  emailLimit: z.int(),
  limitRefresh: LimitRefresh,
  weather: z.enum(['enabled', 'disabled']),
  expectedInterval: z.int().nullable(),
  udpSource: z.string().nullable(),
  hasUdpKey: z.boolean(),
  deviceMetaData: z.object({ ...metaData, maximumDepth: z.number() }),
  sensorAdjustment: SensorAdjustment,
  sensorMapping: SensorMapping,
  status: z.literal([0, 1]),
  beyondRate: z.boolean(),
  unauthenticated: z.boolean(),
  lastUpdated: z.string().nullable(),
  lateByMs: z.int(),
  silentSince: z.string().nullable(),
  presence: Presence,
  createdAt: z.string(),
});
export type Device = z.infer<typeof Device>;

/** The index of each sensor's channel in the values of a reading, in the order of `sensors`. */
export const Channels = z.array(z.int().min(0).max(3));

/** The newest value of each channel; null before the first. */
export const CurrentValues = z.array(z.number().nullable()).length(4);

/** A device on its floor's plan. */
export const FloorDevice = Device.pick({
  deviceName: true,
  deviceAlias: true,
  template: true,
  status: true,
  lastUpdated: true,
  silentSince: true,
  sensors: true,
}).extend({ floorData: FloorData, channels: Channels, present: z.object({ current: CurrentValues }) });
export type FloorDevice = z.infer<typeof FloorDevice>;

/** Most devices in one bulk change of manager. */
export const MOST_AT_ONCE = 1_000;
const AnyName = DeviceName.or(z.string().max(64));
export const BulkUpdate = z.strictObject({
  deviceId: z.array(AnyName).min(1, 'Choose at least one device').max(MOST_AT_ONCE),
  managerId: Id,
});
export type BulkUpdate = z.infer<typeof BulkUpdate>;

/** Returned once, when the login is made; only the password's hash is stored. */
export const MqttLogin = z.object({ username: z.string(), password: z.string() });
export type MqttLogin = z.infer<typeof MqttLogin>;

/** `state` and `presence` limit the list to the devices of which they are true now. */
const DeviceQuery = pageQuery([
  'deviceName',
  'deviceAlias',
  'createdAt',
  'managerName',
  'companyName',
  'locationName',
]).extend({ state: z.enum(SHOWN_STATES).optional(), presence: z.enum(PRESENCE_FILTERS).optional() });
export type DeviceQuery = z.infer<typeof DeviceQuery>;

const named = z.strictObject({ deviceName: AnyName });

export const devices = {
  create: call('devices.devices.create', NewDevice, z.object({ deviceData: Device, mqtt: MqttLogin })),
  list: call('devices.devices.list', DeviceQuery, pageOf('devices', Device)),
  get: call('devices.devices.get', named, Device),
  update: call('devices.devices.update', DeviceChange.extend(named.shape), Device),
  remove: call('devices.devices.remove', named, z.null()),
  all: call(
    'devices.devices.all',
    z.strictObject({}),
    z.object({
      deviceTable: z.array(
        z.object({
          deviceName: z.string(),
          deviceAlias: z.string(),
          managerId: z.string(),
          managerName: z.string(),
        }),
      ),
    }),
    { isLarge: true },
  ),
  onFloor: call(
    'devices.devices.on-floor',
    z.strictObject({ floorId: Id }),
    z.object({ devices: z.array(FloorDevice) }),
  ),
  bulkUpdate: call('devices.devices.bulk-update', BulkUpdate, z.null()),
  sensors: call('devices.devices.sensors', named, z.object({ sensorList: z.array(DeviceSensor) })),
};

/**
 * A device's key, the SHA-256 (hex) of its password and its UDP identity; null: no such device. It is at least as new as the device's
 * fact of this version.
 */
const LookedUp = z.object({
  version: z.int(),
  login: z.object({ deviceKey: z.int(), passwordSha256: z.string(), udp: UdpIdentity.optional() }).nullable(),
});
/** Names that may be looked up at once. */
export const LOOKED_UP_AT_ONCE = 200;

export const credentials = {
  renew: call('devices.credentials.renew', named, z.object({ mqtt: MqttLogin })),
  /** The login of a device, for an endpoint whose copy may be out of date. */
  lookUp: call('devices.credentials.look-up', named, LookedUp),
  /** The logins of several devices, in the order of the names. */
  lookUpAll: call(
    'devices.credentials.look-up-all',
    z.strictObject({ deviceNames: z.array(DeviceName).min(1).max(LOOKED_UP_AT_ONCE) }),
    z.object({ logins: z.array(LookedUp) }),
  ),
};
