import { z } from 'zod';
import { Building } from './buildings.ts';
import { call } from '../call.ts';
import { Command } from './commands.ts';
import { Channels, CurrentValues, Device } from './devices.ts';
import { DeviceName, Id, SensorId } from '../fields.ts';
import { Pagination, pageQuery } from '../page.ts';
import { SheetFormat, StreamedFile } from '../streamed-file.ts';
import { Weather } from './weather.ts';
import { DeviceImage } from './images.ts';

/** Longest range of a chart or a log. */
export const LONGEST_RANGE_DAYS = 30;
/** Most points of a chart; downsampling keeps the extremes. */
export const MOST_POINTS = 1_500;

/** Present values on a device's card: the newest of each channel, and the first channel's last day. */
const Present = z.object({
  current: CurrentValues,
  battery: z.number().nullable(),
  /** The first channel over the last 24 hours, at most 48 points, oldest first; null where no reading came. */
  lastDay: z.array(z.number().nullable()),
});

export const DashboardDevice = Device.pick({
  deviceName: true,
  deviceAlias: true,
  status: true,
  locationMode: true,
  lat: true,
  lng: true,
  floorData: true,
  template: true,
  managerId: true,
  sensors: true,
  lastUpdated: true,
  silentSince: true,
}).extend({
  channels: Channels,
  /** Null unless a tank: with 10,000 devices every word counts. */
  deviceMetaData: Device.shape.deviceMetaData.nullable(),
  company: z.string(),
  location: z.string(),
  present: Present,
});
export type DashboardDevice = z.infer<typeof DashboardDevice>;

/** A device on the map, of location mode Gps. Devices of mode Map are on their floor's plan. */
const MapDevice = DashboardDevice.pick({
  deviceName: true,
  deviceAlias: true,
  status: true,
}).extend({ lat: z.number(), lng: z.number() });
export type MapDevice = z.infer<typeof MapDevice>;

/** A building on the map. `firing` counts its devices with a firing alert; `status` is 1 while there are any. */
export const MapBuilding = Building.pick({
  buildingId: true,
  buildingName: true,
  managerId: true,
  lat: true,
  lng: true,
}).extend({ devices: z.int(), firing: z.int(), status: z.literal([0, 1]) });
export type MapBuilding = z.infer<typeof MapBuilding>;

/** The devices and buildings of the home page, within the caller's scope. */
export const Home = z.object({
  deviceData: z.array(DashboardDevice),
  mapData: z.array(MapDevice),
  buildingData: z.array(MapBuilding),
});
export type Home = z.infer<typeof Home>;

/**
 * The range of a device's chart and logs. `fromDate`, `toDate`: ISO instants, both ends included, or whole days of the installation.
 * Whole days of another time zone are instants with its offset: from a midnight to the end of a day.
 */
const range = {
  fromDate: z.string().max(40).optional(),
  toDate: z.string().max(40).optional(),
};
const sensor = SensorId.default(1);
const device = { deviceName: DeviceName.or(z.string().max(64)) };

const Extreme = z.object({ value: z.number(), timestamp: z.string() }).nullable();

export const Intelligence = z.object({
  events: z.object({ highest: Extreme, lowest: Extreme }),
  summary: z.object({
    minimum: z.number().nullable(),
    maximum: z.number().nullable(),
    average: z.number().nullable(),
  }),
});
export type Intelligence = z.infer<typeof Intelligence>;

export const SensorOption = z.object({ option: z.string(), sensorName: z.string() });
export type SensorOption = z.infer<typeof SensorOption>;

const series = z.array(z.number().nullable());
export const GraphData = z.object({
  timeStamp: z.array(z.string()),
  current: series,
  minimum: series,
  maximum: series,
  average: series,
  /**
   * The band and its middle, for the chart: lowest, highest and average of the readings that each point stands for, once there are
   * more readings than points; before that what the device sent with each reading, null where it sent none.
   */
  low: series,
  high: series,
  mean: series,
  /** How many readings of the sensor the range holds. */
  readings: z.int(),
  /** Millimetres; null where none was sent. */
  rainData: series,
  /** Millimetres over the whole range. */
  rainSummary: z.number(),
  sensorOptions: z.array(SensorOption),
});
export type GraphData = z.infer<typeof GraphData>;

const value = z.number().nullable();
/**
 * Every sensor of one reading, by its name on the wire. `RAW1`..`RAW4` are the values as sent, of channels whose value a
 * calibration table or an adjustment changed. `test`: a test reading, which a user sent in place of the device.
 */
export const SensorLogRow = z.object({
  timestamp: z.string(),
  receivedAt: z.string(),
  ...Object.fromEntries(
    ['TC', 'TN', 'TM', 'TA'].flatMap((prefix) =>
      [1, 2, 3, 4].map((channel) => [`${prefix}${channel}`, value]),
    ),
  ),
  ...Object.fromEntries([1, 2, 3, 4].map((channel) => [`RAW${channel}`, z.number().optional()])),
  BATTERY: value,
  test: z.literal(true).optional(),
} as {
  timestamp: z.ZodString;
  receivedAt: z.ZodString;
  BATTERY: typeof value;
  test: z.ZodOptional<z.ZodLiteral<true>>;
} & Record<`T${'C' | 'N' | 'M' | 'A'}${1 | 2 | 3 | 4}`, typeof value> &
  Record<`RAW${1 | 2 | 3 | 4}`, z.ZodOptional<z.ZodNumber>>);
export type SensorLogRow = z.infer<typeof SensorLogRow>;

export const LatestData = z.object({
  TC1: value,
  TC2: value,
  TC3: value,
  TC4: value,
  TN: value,
  TM: value,
  TA: value,
  timestamp: z.string().nullable(),
  battery: value,
  lastThree: z.array(SensorLogRow),
  lastThreeImages: z.array(DeviceImage),
});
export type LatestData = z.infer<typeof LatestData>;

/** `left` and `top`: percent of the plan's width and height, null unless the device is on one. */
export const DeviceInfo = Device.extend({
  buildingId: z.string().nullable(),
  floorMapId: z.string().nullable(),
  top: z.number().nullable(),
  left: z.number().nullable(),
  /** The device's newest status fields. */
  metaData: z.object({
    BATTERY: value,
    SIMID: z.string().nullable(),
    RSSI: value,
    IMEI: z.string().nullable(),
  }),
  /** The newest first. */
  deviceCommands: z.array(Command),
});
export type DeviceInfo = z.infer<typeof DeviceInfo>;

export const DeviceDashboard = z.object({
  graphData: GraphData,
  sensorLog: z.array(SensorLogRow),
  latestData: LatestData,
  sensorTypes: z.array(SensorOption),
  deviceInfo: DeviceInfo,
  weather: Weather,
  intelligence: Intelligence,
});
export type DeviceDashboard = z.infer<typeof DeviceDashboard>;

/**
 * A sensor's readings, oldest first. `header` holds the titles of a row's values in their order: the device, the time, the current
 * value, and the minimum, maximum and average if the range holds any of them.
 */
export const ExportLog = z.object({
  header: z.array(z.string()),
  dataArray: z.array(
    z.object({
      deviceId: z.string(),
      timeStamp: z.string(),
      column1: value,
      column2: value.optional(),
      column3: value.optional(),
      column4: value.optional(),
    }),
  ),
});
export type ExportLog = z.infer<typeof ExportLog>;

export const dashboards = {
  home: call('devices.dashboards.home', z.strictObject({}), Home, { isLarge: true }),
  /** `home` of one location, one manager, or both; '0' means all of them. */
  filtered: call('devices.dashboards.filtered', z.strictObject({ locationId: Id, managerId: Id }), Home, {
    isLarge: true,
  }),
  device: call('devices.dashboards.device', z.strictObject({ ...device, ...range, sensor }), DeviceDashboard),
  graph: call(
    'devices.dashboards.graph',
    z.strictObject({ ...device, ...range, sensor }),
    z.object({ graphData: GraphData, intelligence: Intelligence }),
  ),
  sensorLog: call(
    'devices.dashboards.sensor-log',
    pageQuery(['timestamp']).extend({ ...device, ...range, sensor }),
    z.object({ sensorLog: z.array(SensorLogRow), pagination: Pagination }),
  ),
  exportLog: call(
    'devices.dashboards.export-log',
    z.strictObject({ ...device, ...range, sensor }),
    ExportLog,
    {
      isLarge: true,
    },
  ),
  /** The same as a file without a limit. */
  exportFile: call(
    'devices.dashboards.export-file',
    z.strictObject({ ...device, ...range, sensor, format: SheetFormat }),
    StreamedFile,
  ),
  info: call('devices.dashboards.info', z.strictObject(device), DeviceInfo),
  sensorOptions: call(
    'devices.dashboards.sensor-options',
    z.strictObject(device),
    z.object({ sensorOptions: z.array(SensorOption) }),
  ),
};
