import type { Audience } from '@telemon/contracts/gateway/live';
import type { Device, FloorData } from '@telemon/contracts/devices/devices';
import type { AdjustmentRange } from '@telemon/contracts/devices/treatment';
import type { UdpIdentity } from '@telemon/contracts/devices/udp-identity';
import type { DeviceState } from '@telemon/contracts/facts';
import { type SchemaOf, schemaOf } from '@telemon/platform/mongo-schema';
import type { TreatmentSettings } from '../readings/treatment/treat.ts';

/** A device; its id is its name. */
export interface DeviceDocument extends Pick<
  Device,
  | 'deviceAlias'
  | 'managerId'
  | 'template'
  | 'locationMode'
  | 'lat'
  | 'lng'
  | 'floorData'
  | 'smsLimit'
  | 'emailLimit'
  | 'limitRefresh'
  | 'weather'
  | 'deviceMetaData'
  | 'sensorAdjustment'
  | 'sensorMapping'
> {
  _id: string;
  /** Identifies the device in the ids of its readings. Unlike its name, it is never reused. */
  key: number;
  assistantIds: string[];
  /** Minutes; null: learned. Devices that an earlier version of Telemon stored lack it. */
  expectedInterval?: Device['expectedInterval'];
  /** The address or network of its datagrams, in the form of `UdpSource`; null or missing: any. */
  udpSource?: Device['udpSource'];
  /** Names the key that its datagrams are signed with; null or missing: they aren't. */
  udpKeyId?: string | null;
  /** Sensor types by channel. */
  sensorIds: (string | null)[];
  passwordSha256: string;
  /**
   * A time after the change was committed; null while no process has seen it committed, missing until the first change. An
   * earlier time would reject valid readings of the former login.
   */
  passwordChangedAt?: Date | null;
  /** The newest of its former logins, the newest last. */
  formerLogins?: FormerLogin[];
  createdAt: Date;
  /** Incremented to lock the device while another device gets one of its sensor types, or a command is added. */
  held?: number;
}

/** A login that a change of the password ended. */
export interface FormerLogin {
  /** The login's name, as `loginIdOf` makes it. */
  login: string;
  /** When the login began: its `passwordChangedAt`; null for the device's first login. It ended when the next one began. */
  since: Date | null;
}

const ranges: [SchemaOf<AdjustmentRange>] = [
  schemaOf<AdjustmentRange>({ from: Number, to: Number, value: Number }),
];

export const deviceSchema = schemaOf<DeviceDocument>({
  _id: String,
  key: Number,
  deviceAlias: String,
  managerId: String,
  assistantIds: [String],
  template: String,
  sensorIds: [String],
  sensorMapping: { enabled: Boolean, TC1: String, TC2: String, TC3: String, TC4: String },
  sensorAdjustment: { enabled: Boolean, sensor1: ranges, sensor2: ranges, sensor3: ranges, sensor4: ranges },
  locationMode: String,
  lat: Number,
  lng: Number,
  floorData: schemaOf<FloorData>({ buildingId: String, floorMapId: String, xValue: Number, yValue: Number }),
  smsLimit: Number,
  emailLimit: Number,
  limitRefresh: String,
  weather: String,
  expectedInterval: Number,
  udpSource: String,
  udpKeyId: String,
  deviceMetaData: { maximumDepth: Number, applicationType: String, valueType: String },
  passwordSha256: String,
  passwordChangedAt: Date,
  formerLogins: [schemaOf<FormerLogin>({ login: String, since: Date })],
  createdAt: Date,
  held: Number,
})
  .index({ managerId: 1, createdAt: -1, _id: -1 })
  .index({ assistantIds: 1, createdAt: -1, _id: -1 })
  .index({ createdAt: -1, _id: -1 })
  .index({ deviceAlias: 1, _id: 1 })
  .index({ sensorIds: 1 })
  .index({ 'floorData.floorMapId': 1 }, { sparse: true })
  .index({ 'floorData.buildingId': 1 }, { sparse: true })
  .index(
    { createdAt: -1, _id: -1 },
    { name: 'assigned', partialFilterExpression: { 'assistantIds.0': { $exists: true } } },
  );

/** The part of a device that processing its readings needs. */
export type Registrable = Pick<
  DeviceDocument,
  '_id' | 'key' | 'managerId' | 'assistantIds' | 'passwordSha256' | 'passwordChangedAt' | 'formerLogins'
> &
  TreatmentSettings;

/** The channels that have a sensor, from 0. */
export const channelsOf = (sensorIds: DeviceDocument['sensorIds']): number[] =>
  sensorIds.flatMap((id, channel) => (id === null ? [] : [channel]));

/** The users who may see a device's live changes. */
export const audienceOf = ({ managerId, assistantIds }: DeviceDocument): Audience => ({
  managerId,
  assistantIds,
});

/** How the device proves over UDP that it is the sender. */
export const udpIdentityOf = ({
  udpKeyId = null,
  udpSource = null,
}: Pick<DeviceDocument, 'udpKeyId' | 'udpSource'>): UdpIdentity => ({ keyId: udpKeyId, source: udpSource });

/** The device's fact for the other services. */
export const stateOf = (device: DeviceDocument, sensorNames: ReadonlyMap<string, string>): DeviceState => ({
  deviceName: device._id,
  deviceKey: device.key,
  deviceAlias: device.deviceAlias,
  managerId: device.managerId,
  assistantIds: device.assistantIds,
  template: device.template,
  sensorNames: device.sensorIds.map((id) => (id === null ? null : (sensorNames.get(id) ?? ''))),
  smsLimit: device.smsLimit,
  emailLimit: device.emailLimit,
  limitRefresh: device.limitRefresh,
  expectedInterval: device.expectedInterval ?? null,
  passwordSha256: device.passwordSha256,
  udp: udpIdentityOf(device),
});
