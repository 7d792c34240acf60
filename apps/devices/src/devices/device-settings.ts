import type { Actor } from '@telemon/contracts/actor';
import { type DeviceChange, DeviceMetaData, type NewDevice } from '@telemon/contracts/devices';
import type { DeviceDocument } from './device-document.ts';
import { onlyAdminsChange } from './devices.errors.ts';

/** How many sensors a device of each template has. */
const SENSORS_OF = { Multiple: 4, Single: 1, Ultrasonic: 1 } as const;
const NO_SENSORS = [null, null, null, null];

const FOR_ADMINS = ['smsLimit', 'emailLimit', 'limitRefresh', 'weather'] as const;
type ForAdmins = Pick<DeviceDocument, (typeof FOR_ADMINS)[number]>;

/** What these are for a device of which nobody said otherwise. */
export const DEFAULTS: ForAdmins = {
  smsLimit: 10,
  emailLimit: 10,
  limitRefresh: 'Monthly',
  weather: 'disabled',
};

/** @throws where someone else than an admin would change what only an admin may; what stays as it is passes. */
export const refuseChangesForAdmins = (
  { role }: Actor,
  before: ForAdmins,
  after: Partial<ForAdmins>,
): void => {
  if (role === 'admin') return;
  for (const field of FOR_ADMINS) {
    if (after[field] !== undefined && after[field] !== before[field]) {
      throw onlyAdminsChange({ field }, { fields: { [field]: 'Only an admin changes this' } });
    }
  }
};

const withinTemplate = (
  template: DeviceDocument['template'],
  sensorIds: (string | null)[],
): (string | null)[] => sensorIds.map((id, channel) => (channel < SENSORS_OF[template] ? id : null));

/** A device as someone asks for it to be made. */
export const newDevice = (
  request: NewDevice,
  made: Pick<DeviceDocument, 'key' | 'managerId' | 'passwordSha256' | 'createdAt'>,
): DeviceDocument => {
  const { deviceName, sensorId1, sensorId2, sensorId3, sensorId4, deviceMetaData, ...settings } = request;
  return {
    ...settings,
    ...made,
    _id: deviceName,
    assistantIds: [],
    sensorIds: withinTemplate(settings.template, [sensorId1, sensorId2, sensorId3, sensorId4]),
    deviceMetaData: deviceMetaData ?? DeviceMetaData.parse({}),
  };
};

/** A device after a change. One that gets another manager loses its assistants, and its sensors where none are chosen. */
export const changedDevice = (
  before: DeviceDocument,
  change: DeviceChange,
  managerId: string,
): DeviceDocument => {
  const {
    sensorId1,
    sensorId2,
    sensorId3,
    sensorId4,
    deviceMetaData,
    managerChanged: _,
    ...settings
  } = change;
  const isMoved = managerId !== before.managerId;
  const former = isMoved ? NO_SENSORS : before.sensorIds;
  const sensorIds = [sensorId1, sensorId2, sensorId3, sensorId4].map((chosen, channel) =>
    chosen === undefined ? former[channel]! : chosen,
  );
  return {
    ...before,
    ...settings,
    deviceMetaData: { ...before.deviceMetaData, ...deviceMetaData },
    managerId,
    sensorIds: withinTemplate(settings.template ?? before.template, sensorIds),
    assistantIds: isMoved ? [] : before.assistantIds,
  };
};
