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

/** Fields that the form holds otherwise than a device: the user can empty them, or leave them incomplete. */
interface Typed {
  managerId: string | null;
  floorData: OnPlan;
  smsLimit: number | null;
  emailLimit: number | null;
  sensorAdjustment: AskedAdjustment;
}

/** The values of the form. They have every range of every sensor, blank where there is none. */
export type DeviceValues = Omit<Pick<Device, keyof NewDevice>, keyof Typed> & Typed;

const NO_PLACE: OnPlan = { buildingId: null, floorMapId: null, xValue: null, yValue: null };

const NO_RANGES = Array.from({ length: ADJUSTMENT_RANGES }, () => ({ from: null, to: null, value: null }));

/** The ranges of an adjustment, made anew sensor by sensor. */
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

/** The fields that a device loses with its manager, as the form holds them. */
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

/** Whether the user is an admin, who gives devices to managers. */
export const isJudgedByAdmin = (): boolean => may('GET /getAllManagers');

/** By whom a form is judged, and of what: `before` is the device as it is, where it is no new one. */
export interface FormContext {
  byAdmin: boolean;
  before?: Device | undefined;
}

/** The sensors that are chosen, by their numbers. */
export const chosenSensors = (values: DeviceValues): SensorNumber[] =>
  SENSOR_NUMBERS.slice(0, SENSORS_OF[values.template]).filter((number) => values[`sensorId${number}`]);

/** What a device keeps of what its manager has, once that is this one. */
export const ofManager = (managerId: string | null, { before }: FormContext): OfManager =>
  before?.managerId === managerId ? ofManagerIn(valuesOf(before)) : BLANK_OF_MANAGER;

const isBlank = (fields: object) => Object.values(fields).every((value) => value === null || value === '');

/** Of what the form holds, what the template has and the person's role may say. */
const sayable = (values: DeviceValues, byAdmin: boolean) => {
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

/** A new device is said whole; of one that is there already, what was changed. */
export const toSend =
  ({ byAdmin, before }: FormContext) =>
  (values: DeviceValues) => {
    if (before === undefined) return sayable(values, byAdmin);
    const isMoved = byAdmin && values.managerId !== before.managerId;
    // The service clears what was the former manager's, so that all of it is said anew.
    const start = isMoved ? { ...valuesOf(before), ...BLANK_OF_MANAGER } : valuesOf(before);
    const { deviceName: _, ...change } = changedFields(sayable(values, byAdmin), sayable(start, byAdmin));
    return isMoved ? { ...change, sensorId1: values.sensorId1, managerChanged: true } : change;
  };

/** An admin says whose device it is; a manager's is their own. */
const NewOfAdmin = NewDevice.safeExtend({ managerId: Id });
const ChangeByAdmin = DeviceChange.extend({ managerId: Id.optional() });

export const schemaFor = ({ byAdmin, before }: FormContext): z.ZodType => {
  if (before === undefined) return byAdmin ? NewOfAdmin : NewDevice;
  return byAdmin ? ChangeByAdmin : DeviceChange;
};

/** Of a place on a plan the service's schema says each part that is missing. */
const lacksIn = (values: DeviceValues): Record<string, string> => {
  const chosen = chosenSensors(values);
  const sensorIds = SENSOR_NUMBERS.map((number) =>
    chosen.includes(number) ? values[`sensorId${number}`] : null,
  );
  const lacks = lacksOf({ ...values, sensorIds });
  return Object.fromEntries(lacks.map(({ path, message }) => [path.join('.'), message]));
};

/**
 * What the device can't be without, as the form stands: said along with all else, not only once the rest is right. What it
 * lacked already is in nobody's way.
 */
export const lacksFor =
  ({ before }: FormContext) =>
  (values: DeviceValues): Record<string, string> => {
    const lacks = lacksIn(values);
    if (before === undefined) return lacks;
    const former = lacksIn({
      ...valuesOf(before),
      ...ofManager(values.managerId, { byAdmin: true, before }),
    });
    return Object.fromEntries(Object.entries(lacks).filter(([path]) => !Object.hasOwn(former, path)));
  };
