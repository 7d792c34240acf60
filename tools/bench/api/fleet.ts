import { isDeepStrictEqual } from 'node:util';

/** Rows of a page. */
export const ROWS = 20;

/** Names and settings of what both sides hold: the same devices, owners and sensors. */
export const PERSON = { name: 'Mona Manager', companyName: 'Cold Stores', password: 'a manager of tanks' };
export const LOCATION = 'Lyon';
export const SENSOR_NAMES = ['Tank top', 'Tank middle', 'Tank bottom'];

/** What a device is made with, by its number. */
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

/** What every row shows besides, as it is where nobody chose otherwise. */
export const UNCHOSEN = {
  floorData: null,
  sensorAdjustment: { enabled: false, sensor1: null, sensor2: null, sensor3: null, sensor4: null },
  sensorMapping: { enabled: false, TC1: null, TC2: null, TC3: null, TC4: null },
};

/** What all devices of one side have in common. */
export interface Owner {
  readonly managerId: string;
  readonly sensorIds: readonly string[];
}

/** What a row of the list must hold, its times aside. */
const rowOf = (number: number, { managerId, sensorIds }: Owner) => ({
  ...deviceOf(number),
  ...UNCHOSEN,
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

/** What a page of the manager's list must say: their devices have the numbers from 0 on, and the newest comes first. */
export interface ExpectedPage {
  readonly offset: number;
  readonly owned: number;
  readonly owner: Owner;
}

type Row = Readonly<Record<string, unknown>>;

/** Whether an answer is the page that was asked for, whole and right, with the number of all rows. */
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
