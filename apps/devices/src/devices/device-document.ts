import type { Audience } from '@telemon/contracts/live';
import type { Device } from '@telemon/contracts/devices/devices';
import type { DeviceState } from '@telemon/contracts/facts';
import type { TreatmentSettings } from '../readings/treatment/treat.ts';

/** A device as it is stored, under its name. */
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
  /** Stands for the device in the ids of its readings. Unlike its name it is never used again. */
  key: number;
  assistantIds: string[];
  /** Sensor types by channel. */
  sensorIds: (string | null)[];
  passwordSha256: string;
  createdAt: Date;
  /** Counts who held on to it for a sensor type that they chose as well. */
  held?: number;
}

/** What of a device its readings need. */
export type Registrable = Pick<DeviceDocument, '_id' | 'key' | 'managerId' | 'assistantIds'> &
  TreatmentSettings;

/** Who may see what happens to a device. */
export const audienceOf = ({ managerId, assistantIds }: DeviceDocument): Audience => ({
  managerId,
  assistantIds,
});

/** What other services are told of a device. */
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
  passwordSha256: device.passwordSha256,
});
