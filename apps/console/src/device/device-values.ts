import { lacksOf } from '@telemon/contracts/devices/device-lacks';
import {
  DEVICE_DEFAULTS,
  type DEVICE_FIELDS_OF_ADMINS,
  DeviceChange,
  NOTHING_OF_MANAGER,
  NewDevice,
  SENSORS_OF,
  hasDepth,
  type Device,
  type FloorData,
} from '@telemon/contracts/devices/devices';
import { Id } from '@telemon/contracts/fields';
import { ADJUSTMENT_RANGES, NO_MAPPING, type AskedAdjustment } from '@telemon/contracts/devices/treatment';
import type { z } from 'zod';
import { may } from '../data/access.ts';
import { changedFields } from '../kit/changed-fields.ts';

export const SENSOR_NUMBERS = [1, 2, 3, 4] as const;
export type SensorNumber = (typeof SENSOR_NUMBERS)[number];

type OnPlan = { [Field in keyof FloorData]: FloorData[Field] | null };

/** Fields with other types than a device's: the user can clear them or leave them incomplete. */
interface Typed {
  managerId: string | null;
  floorData: OnPlan;
  smsLimit: number | null;
  emailLimit: number | null;
  sensorAdjustment: AskedAdjustment;
}

/** The form's values. They have all ranges of all sensors, with null for missing ones. */
export type DeviceValues = Omit<Pick<Device, keyof NewDevice>, keyof Typed> & Typed;

const NO_PLACE: OnPlan = { buildingId: null, floorMapId: null, xValue: null, yValue: null };

const NO_RANGES = Array.from({ length: ADJUSTMENT_RANGES }, () => ({ from: null, to: null, value: null }));

/** Maps the ranges of each sensor. */
const withRanges = (
  { enabled, sensor1, sensor2, sensor3, sensor4 }: AskedAdjustment,
  change: (of: AskedAdjustment['sensor1'], number: SensorNumber) => AskedAdjustment['sensor1'],
): AskedAdjustment => ({
  enabled,
  sensor1: change(sensor1, 1),
  sensor2: change(sensor2, 2),
  sensor3: change(sensor3, 3),
  sensor4: change(sensor4, 4),
});

const adjustmentValues = (adjustment: AskedAdjustment): AskedAdjustment =>
  withRanges(adjustment, (of) => NO_RANGES.map((blank, place) => of?.[place] ?? blank));

/** The fields that are cleared when the manager changes. */
const ofManagerIn = (values: DeviceValues) => {
  const { sensorId1, sensorId2, sensorId3, sensorId4, floorData, sensorAdjustment } = values;
  return { sensorId1, sensorId2, sensorId3, sensorId4, floorData, sensorAdjustment };
};
type OfManager = ReturnType<typeof ofManagerIn>;

const BLANK_OF_MANAGER: OfManager = {
  sensorId1: NOTHING_OF_MANAGER.sensorIds[0],
  sensorId2: NOTHING_OF_MANAGER.sensorIds[1],
  sensorId3: NOTHING_OF_MANAGER.sensorIds[2],
  sensorId4: NOTHING_OF_MANAGER.sensorIds[3],
  floorData: NO_PLACE,
  sensorAdjustment: adjustmentValues(NOTHING_OF_MANAGER.sensorAdjustment),
};

export const NEW_DEVICE: DeviceValues = {
  ...BLANK_OF_MANAGER,
  ...DEVICE_DEFAULTS,
  deviceName: '',
  deviceAlias: '',
  managerId: null,
  locationMode: 'Gps',
  lat: null,
  lng: null,
  expectedInterval: null,
  udpSource: null,
  sensorMapping: NO_MAPPING,
};

export const valuesOf = (device: Device): DeviceValues => {
  const { maximumDepth, applicationType, valueType } = device.deviceMetaData;
  const taken = Object.keys(NEW_DEVICE).map((name) => [name, device[name as keyof Device]]);
  return {
    ...(Object.fromEntries(taken) as unknown as DeviceValues),
    deviceMetaData: { maximumDepth, applicationType, valueType },
    floorData: { ...NO_PLACE, ...device.floorData },
    sensorAdjustment: adjustmentValues(device.sensorAdjustment),
  };
};

/** Whether the user is an admin, who assigns devices to managers. */
export const isByAdmin = (): boolean => may('GET /getAllManagers');

/** The user's role and, for an edit, the current device. */
export interface FormContext {
  byAdmin: boolean;
  before?: Device | undefined;
}

/** The selected sensors by number. */
export const chosenSensors = (values: DeviceValues): SensorNumber[] =>
  SENSOR_NUMBERS.slice(0, SENSORS_OF[values.template]).filter((number) => values[`sensorId${number}`]);

/** The manager's fields after a change of manager: those of `before` for its own manager, else blank. */
export const ofManager = (managerId: string | null, { before }: FormContext): OfManager =>
  before?.managerId === managerId ? ofManagerIn(valuesOf(before)) : BLANK_OF_MANAGER;

const isBlank = (fields: object) => Object.values(fields).every((value) => value === null || value === '');

/** The fields that the template has and that the user's role may send. */
const sendable = (values: DeviceValues, byAdmin: boolean) => {
  const { managerId, smsLimit, emailLimit, limitRefresh, weather, ...ofAll } = values;
  const { lat, lng, floorData, deviceMetaData, ...always } = ofAll;
  const { template, locationMode, sensorAdjustment } = always;
  const ofAdmins: Pick<DeviceValues, (typeof DEVICE_FIELDS_OF_ADMINS)[number]> = {
    smsLimit,
    emailLimit,
    limitRefresh,
    weather,
  };
  const chosen = chosenSensors(values);
  return {
    ...always,
    ...(SENSORS_OF[template] === 1 && { sensorId2: null, sensorId3: null, sensorId4: null }),
    ...(hasDepth(template) && { deviceMetaData }),
    ...(locationMode === 'Gps' ? { lat, lng } : { floorData }),
    ...(byAdmin && { managerId, ...ofAdmins }),
    sensorAdjustment: withRanges(sensorAdjustment, (of, number) =>
      chosen.includes(number) && !of?.every(isBlank) ? of : null,
    ),
  };
};

/** The request body: all fields of a new device, only changed fields of an existing one. */
export const toSend =
  ({ byAdmin, before }: FormContext) =>
  (values: DeviceValues) => {
    if (before === undefined) return sendable(values, byAdmin);
    const isMoved = byAdmin && values.managerId !== before.managerId;
    // The service clears the former manager's fields, so all of them must be sent.
    const start = isMoved ? { ...valuesOf(before), ...BLANK_OF_MANAGER } : valuesOf(before);
    const { deviceName: _, ...change } = changedFields(sendable(values, byAdmin), sendable(start, byAdmin));
    return isMoved ? { ...change, sensorId1: values.sensorId1, managerChanged: true } : change;
  };

/** An admin selects the manager; a manager's device is their own. */
const NewOfAdmin = NewDevice.safeExtend({ managerId: Id });
const ChangeByAdmin = DeviceChange.extend({ managerId: Id.optional() });

export const schemaFor = ({ byAdmin, before }: FormContext): z.ZodType => {
  if (before === undefined) return byAdmin ? NewOfAdmin : NewDevice;
  return byAdmin ? ChangeByAdmin : DeviceChange;
};

/** Missing fields by path. The service's schema reports each missing part of a place on a plan. */
const missingIn = (values: DeviceValues): Record<string, string> => {
  const chosen = chosenSensors(values);
  const sensorIds = SENSOR_NUMBERS.map((number) =>
    chosen.includes(number) ? values[`sensorId${number}`] : null,
  );
  const missing = lacksOf({ ...values, sensorIds });
  return Object.fromEntries(missing.map(({ path, message }) => [path.join('.'), message]));
};

/** Missing fields of the form, reported together with all other errors. Fields that were missing before are not reported. */
export const missingFor =
  ({ before }: FormContext) =>
  (values: DeviceValues): Record<string, string> => {
    const missing = missingIn(values);
    if (before === undefined) return missing;
    const former = missingIn({
      ...valuesOf(before),
      ...ofManager(values.managerId, { byAdmin: true, before }),
    });
    return Object.fromEntries(Object.entries(missing).filter(([path]) => !Object.hasOwn(former, path)));
  };
