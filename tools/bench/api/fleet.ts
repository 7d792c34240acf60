import { isDeepStrictEqual } from 'node:util';

/** Rows of a page. */
export const ROWS = 20;

/** Manager, location and sensors, the same on both sides. */
export const PERSON = { name: 'Mona Manager', companyName: 'Cold Stores', password: 'a manager of tanks' };
export const LOCATION = 'Lyon';
export const SENSOR_NAMES = ['Tank top', 'Tank middle', 'Tank bottom'];

/** The fields that a device is created with, by its number. */
export const deviceOf = (number: number) => ({
  deviceName: `bench${String(number).padStart(5, '0')}`,
  deviceAlias: `Tank ${number}`,
  template: 'Multiple',
  locationMode: 'Gps',
  lat: 45.7 + (number % 40) / 400,
  lng: 4.8 + Math.floor(number / 40) / 400,
  smsLimit: 10,
  emailLimit: 10,
  limitRefresh: 'Monthly',
  weather: 'disabled',
  deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
});

/** The other fields of every row, with their defaults. */
export const DEFAULTS = {
  floorData: null,
  sensorAdjustment: { enabled: false, sensor1: null, sensor2: null, sensor3: null, sensor4: null },
  sensorMapping: { enabled: false, TC1: null, TC2: null, TC3: null, TC4: null },
};

/** A manager, and the sensor types of the manager's devices. */
export interface Owner {
  readonly managerId: string;
  readonly sensorIds: readonly string[];
}

/** The expected fields of a row, without its times. */
const rowOf = (number: number, { managerId, sensorIds }: Owner) => ({
  ...deviceOf(number),
  ...DEFAULTS,
  managerId,
  managerName: PERSON.name,
  companyName: PERSON.companyName,
  locationName: LOCATION,
  sensorId1: sensorIds[0]!,
  sensorId2: sensorIds[1]!,
  sensorId3: sensorIds[2]!,
  sensorId4: null,
  sensors: SENSOR_NAMES,
  probes: SENSOR_NAMES.length,
  status: 0,
});

/** A page of the manager's list, whose devices have the numbers 0 to `owned` − 1, the newest first. */
export interface ExpectedPage {
  readonly offset: number;
  readonly owned: number;
  readonly owner: Owner;
}

type Row = Readonly<Record<string, unknown>>;

/** Whether an answer holds exactly the expected rows, in their order, and the right `totalCount`. */
export function isExactPage(body: string, { offset, owned, owner }: ExpectedPage): boolean {
  try {
    const { error, data } = JSON.parse(body) as {
      error: boolean;
      data: { devices: Row[]; pagination: { totalCount: number } };
    };
    const { devices, pagination } = data;
    return (
      !error &&
      pagination.totalCount === owned &&
      devices.length === Math.min(ROWS, owned - offset) &&
      devices.every((row, index) => isExactRow(row, rowOf(owned - 1 - offset - index, owner)))
    );
  } catch {
    return false;
  }
}

const isExactRow = (row: Row, expected: Row): boolean =>
  Object.entries(expected).every(([field, value]) => isDeepStrictEqual(row[field], value)) &&
  [row['lastUpdated'], row['createdAt']].every((time) => !Number.isNaN(Date.parse(String(time))));
