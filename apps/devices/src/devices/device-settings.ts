import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { lacksOf } from '@telemon/contracts/devices/device-lacks';
import {
  DEVICE_FIELDS_OF_ADMINS,
  type DeviceChange,
  DeviceMetaData,
  NOTHING_OF_MANAGER,
  type NewDevice,
  SENSORS_OF,
} from '@telemon/contracts/devices/devices';
import {
  ADJUSTMENT_RANGES,
  type AdjustmentRange,
  type AskedAdjustment,
} from '@telemon/contracts/devices/treatment';
import type { DeviceDocument } from './device-document.ts';
import { onlyAdminsChange, settingsMissing } from './devices.errors.ts';

type OfAdmins = Pick<DeviceDocument, (typeof DEVICE_FIELDS_OF_ADMINS)[number]>;

/** @throws if a non-admin changes a field that only admins may change; an unchanged value passes. */
export const refuseChangesForAdmins = ({ role }: Actor, before: OfAdmins, after: Partial<OfAdmins>): void => {
  if (isAdmin(role)) return;
  for (const field of DEVICE_FIELDS_OF_ADMINS) {
    if (after[field] !== undefined && after[field] !== before[field]) {
      throw onlyAdminsChange({ field }, { fields: { [field]: 'Only an admin changes this' } });
    }
  }
};

type Unsettled = Omit<DeviceDocument, 'sensorAdjustment'> & { sensorAdjustment: AskedAdjustment };

/** Removes the position of the other location mode, incomplete ranges, and ranges of sensors that the device doesn't have. */
const settled = (device: Unsettled): DeviceDocument => {
  const isGps = device.locationMode === 'Gps';
  const { enabled, ...ranges } = device.sensorAdjustment;
  const { sensorIds } = device;
  return {
    ...device,
    lat: isGps ? device.lat : null,
    lng: isGps ? device.lng : null,
    floorData: isGps ? null : device.floorData,
    sensorAdjustment: {
      enabled,
      sensor1: sensorIds[0] ? wholeOrNone(ranges.sensor1) : null,
      sensor2: sensorIds[1] ? wholeOrNone(ranges.sensor2) : null,
      sensor3: sensorIds[2] ? wholeOrNone(ranges.sensor3) : null,
      sensor4: sensorIds[3] ? wholeOrNone(ranges.sensor4) : null,
    },
  };
};

const wholeOrNone = (ranges: AskedAdjustment['sensor1']): AdjustmentRange[] | null => {
  const whole = (ranges ?? []).flatMap(({ from, to, value }) =>
    from === null || to === null || value === null ? [] : [{ from, to, value }],
  );
  return whole.length === ADJUSTMENT_RANGES ? whole : null;
};

const withinTemplate = (
  template: DeviceDocument['template'],
  sensorIds: (string | null)[],
): (string | null)[] => sensorIds.map((id, channel) => (channel < SENSORS_OF[template] ? id : null));

/** The document of a new device. */
export const newDevice = (
  request: NewDevice,
  made: Pick<DeviceDocument, 'key' | 'managerId' | 'passwordSha256' | 'createdAt'>,
): DeviceDocument => {
  const { deviceName, sensorId1, sensorId2, sensorId3, sensorId4, deviceMetaData, ...settings } = request;
  return settled({
    ...settings,
    ...made,
    _id: deviceName,
    assistantIds: [],
    sensorIds: withinTemplate(settings.template, [sensorId1, sensorId2, sensorId3, sensorId4]),
    deviceMetaData: deviceMetaData ?? DeviceMetaData.parse({}),
  });
};

/** The device under a new manager, without its former sensors, assistants and floor. It keeps its readings and its mapping. */
const movedTo = (managerId: string, device: DeviceDocument): DeviceDocument => ({
  ...device,
  managerId,
  assistantIds: [],
  ...NOTHING_OF_MANAGER,
  sensorIds: [...NOTHING_OF_MANAGER.sensorIds],
});

/**
 * The device after a change. With a new manager it loses its assistants, and its sensors and floor unless the change sets them.
 * @throws if a setting is missing that was not missing before.
 */
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
  const start = managerId === before.managerId ? before : movedTo(managerId, before);
  const sensorIds = [sensorId1, sensorId2, sensorId3, sensorId4].map((chosen, channel) =>
    chosen === undefined ? start.sensorIds[channel]! : chosen,
  );
  const changed: Unsettled = {
    ...start,
    ...settings,
    deviceMetaData: { ...start.deviceMetaData, ...deviceMetaData },
    managerId,
    sensorIds: withinTemplate(settings.template ?? start.template, sensorIds),
  };
  refuseLacking(changed, start);
  return settled(changed);
};

/** Settings that were missing before may stay so: the manager may choose them later. */
const refuseLacking = (device: Unsettled, before: DeviceDocument): void => {
  const nameOf = ({ path }: { path: (string | number)[] }) => path.join('.');
  const former = new Set(lacksOf(before).map(nameOf));
  const lacks = lacksOf(device).filter((lack) => !former.has(nameOf(lack)));
  if (lacks.length === 0) return;
  const fields = Object.fromEntries(lacks.map((lack) => [nameOf(lack), lack.message]));
  throw settingsMissing(undefined, { fields });
};
