import type { DashboardDevice, DeviceDashboard, MapBuilding } from '@telemon/contracts/devices/dashboards';
import type { FloorData } from '@telemon/contracts/devices/devices';
import type { Weather } from '@telemon/contracts/devices/weather';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { Reading } from '@telemon/contracts/readings';
import { v1 } from './open-console.tsx';
import { MAUD } from './people.ts';
import { aDevice, aDeviceToChoose } from './things.ts';

/** A time `minutes` ago. */
export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * MINUTE_MS).toISOString();

/** The fields of a device that is silent since its last reading, `minutes` ago. */
export const silentFor = (minutes: number): Pick<DashboardDevice, 'lastUpdated' | 'silentSince'> => {
  const last = minutesAgo(minutes);
  return { lastUpdated: last, silentSince: last };
};

/** A device of the home page, in Lyon, with a value of 4.5 °C. */
export const aHomeDevice = (deviceName: string, over: Partial<DashboardDevice> = {}): DashboardDevice => ({
  deviceName,
  deviceAlias: `Alias of ${deviceName}`,
  status: 0,
  locationMode: 'Gps',
  lat: 45.76,
  lng: 4.84,
  floorData: null,
  template: 'Multiple',
  managerId: MAUD.id,
  sensors: ['Air temperature °C'],
  lastUpdated: minutesAgo(1.5),
  silentSince: null,
  channels: [0],
  deviceMetaData: null,
  company: 'Cold Stores',
  location: 'Lyon',
  present: { current: [4.5, null, null, null], battery: 3.7, lastDay: [4, 4.5] },
  ...over,
});

/** A place on a floor of the building `b1`. */
export const onFloor = (floorMapId: string) => ({
  locationMode: 'Map' as const,
  lat: null,
  lng: null,
  floorData: { buildingId: 'b1', floorMapId, xValue: 25, yValue: 40 } satisfies FloorData,
});

/** A building of the home page. */
export const aHomeBuilding = (buildingId: string, buildingName: string): MapBuilding => ({
  buildingId,
  buildingName,
  managerId: MAUD.id,
  lat: 45.76,
  lng: 4.84,
  devices: 0,
  firing: 0,
  status: 0,
});

/** The weather of a device without weather. */
const NO_WEATHER: Weather = {
  enabled: false,
  status: 'disabled',
  id: null,
  main: null,
  temperature: null,
  windSpeed: null,
  precipitation: null,
  city: null,
  country: null,
  asOf: null,
};

/** Drizzle in Lyon, as of now. */
export const someWeather = (over: Partial<Weather> = {}): Weather => ({
  enabled: true,
  status: 'known',
  id: 300,
  main: 'Drizzle',
  temperature: 12.34,
  windSpeed: 4.1,
  precipitation: 35,
  city: 'Lyon',
  country: 'FR',
  asOf: minutesAgo(0),
  ...over,
});

/** Weather without a response from OpenWeather. */
export const weatherToCome = (status: 'pending' | 'unavailable'): Weather => ({
  ...NO_WEATHER,
  enabled: true,
  status,
});

/** The page of a device that sent 4 °C and 4.5 °C in the last eleven minutes. */
export const aDeviceDashboard = (deviceName: string): DeviceDashboard => {
  const timeStamp = [minutesAgo(10.5), minutesAgo(5.5)];
  const sensorTypes = [{ option: '1', sensorName: 'Air temperature °C' }];
  const [first, last] = timeStamp as [string, string];
  return {
    graphData: {
      timeStamp,
      current: [4, 4.5],
      minimum: [3.5, 4.25],
      maximum: [4.25, 5],
      average: [4, 4.5],
      low: [3.5, 4.25],
      high: [4.25, 5],
      mean: [4, 4.5],
      readings: 2,
      rainData: [null, null],
      rainSummary: 0,
      sensorOptions: sensorTypes,
    },
    sensorLog: [],
    latestData: {
      TC1: 4.5,
      TC2: null,
      TC3: null,
      TC4: null,
      TN: 4.25,
      TM: 5,
      TA: 4.5,
      timestamp: last,
      battery: 3.71,
      lastThree: [],
      lastThreeImages: [],
    },
    sensorTypes,
    deviceInfo: {
      ...aDevice(deviceName),
      lastUpdated: last,
      buildingId: null,
      floorMapId: null,
      top: null,
      left: null,
      metaData: { BATTERY: 3.71, SIMID: null, RSSI: null, IMEI: null },
      deviceCommands: [],
    },
    weather: NO_WEATHER,
    intelligence: {
      events: { highest: { value: 4.5, timestamp: last }, lowest: { value: 4, timestamp: first } },
      summary: { minimum: 4, maximum: 4.5, average: 4.25 },
    },
  };
};

/** The page of a device, as long as it has sent nothing. */
export const withoutReadings = (page: DeviceDashboard): DeviceDashboard => ({
  ...page,
  deviceInfo: { ...page.deviceInfo, lastUpdated: null },
  graphData: {
    ...page.graphData,
    timeStamp: [],
    current: [],
    minimum: [],
    maximum: [],
    average: [],
    rainData: [],
  },
  latestData: { ...page.latestData, battery: null },
  intelligence: {
    events: { highest: null, lowest: null },
    summary: { minimum: null, maximum: null, average: null },
  },
});

const NONE = { totalCount: 0 };

const UNUSED = { limit: 10, used: 0, refreshes: '2030-01-01T00:00:00.000Z' };

/** Sets the responses for a device's page, without log and alerts; `tank1` can be selected as well. */
export const answerDevicePage = (dashboard: () => DeviceDashboard): void => {
  v1.answer('GET /deviceDashboard/:deviceName', dashboard);
  v1.answer('GET /deviceDashboard/getSensorLog/:deviceName', { sensorLog: [], pagination: NONE });
  v1.answer('GET /deviceDashboard/getEventData/:deviceName', { events: [], pagination: NONE });
  v1.answer('GET /deviceDashboard/getAlertData/:deviceName', { alerts: [], pagination: NONE });
  v1.answer('GET /deviceDashboard/getAlertLogData/:deviceName', { alertLogs: [], pagination: NONE });
  v1.answer('GET /device/:deviceName/limits', { sms: UNUSED, email: UNUSED, managerSms: null });
  v1.answer('GET /getAllDevice', {
    deviceTable: ['freezer1', 'tank1'].map(aDeviceToChoose),
  });
};

let newest = 0;

/** A reading that arrives now, at a unique time, with values on the first channels. */
export const aReading = (deviceName: string, ...values: (number | null)[]): Reading => {
  const now = (newest = Math.max(Date.now(), newest + 1));
  const none = [null, null, null, null];
  return {
    id: `r-${now}`,
    deviceName,
    receivedAt: now,
    timestamp: now,
    late: false,
    clockReplaced: false,
    current: [...values, ...none].slice(0, 4),
    minimum: none,
    maximum: none,
    average: none,
    battery: null,
  };
};
