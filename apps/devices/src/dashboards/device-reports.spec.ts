import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import type { ReportLog } from '@telemon/contracts/devices/device-reports';
import { logger } from '@telemon/platform/logging';
import { receivedFile, rowsOfWorkbook } from '@telemon/testing/received-file';
import type { z } from 'zod';
import { assistant, manager, other } from '../../testing/actors.ts';
import { GivenHome, inParis, iso } from '../../testing/given-home.ts';
import { DeviceReportsService } from './device-reports.service.ts';

logger.level = 'silent';

type AskedReport = Parameters<DeviceReportsService['log']>[1];

let given: GivenHome;
let service: DeviceReportsService;

beforeAll(async () => {
  given = await GivenHome.prepare();
  service = given.service.get(DeviceReportsService);
});
afterAll(() => given.stop());

/** Two days ago, on the full hour. */
const BEGIN = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 48 * 3_600_000;
const at = (minutes: number) => BEGIN + minutes * 60_000;
const between = (from: number, to: number) => ({ fromDate: iso(at(from)), toDate: iso(at(to)) });

const logOf = async (request: AskedReport, by: Actor = manager, most?: number) => {
  const { bytes } = await receivedFile(async (inbox) => ({
    answer: await service.log(by, request, inbox, most),
  }));
  return JSON.parse(bytes.toString()) as z.infer<typeof ReportLog>;
};
const fileOf = (request: AskedReport, format: 'xlsx' | 'csv' = 'xlsx', by: Actor = manager) =>
  receivedFile((inbox) => service.file(by, { ...request, format }, inbox));
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    ({ failure: { kind, message } }: { failure: { kind: string; message: string } }) => `${kind}: ${message}`,
  );

const TITLES = [
  'Timestamp',
  'Temperature',
  'Temperature Minimum',
  'Temperature Maximum',
  'Temperature Average',
  'Humidity',
  'Humidity Minimum',
  'Humidity Maximum',
  'Humidity Average',
  'Battery (V)',
];

/** A file names its device, because its page does not come with it. */
const TITLES_OF_FILE = [...TITLES, 'Device Id'];

describe('Export Report', () => {
  it('has every reading in the range with the values of all sensors, as JSON and as a workbook', async () => {
    const deviceName = await given.makeDevice();
    await given.send(deviceName, [
      { TC1: 4, TC2: 50, timestamp: at(0) },
      { TC1: 8, BATTERY: 3.7, timestamp: at(1) },
      { TC2: 60, TN2: 55, timestamp: at(2) },
      { BATTERY: 3.6, timestamp: at(3) },
      { TC1: 7, timestamp: at(4) },
    ]);
    const request = { deviceName, ...between(1, 3) };
    const values = [
      [8, 4, 8, 6, null, null, null, null, 3.7],
      [null, null, null, null, 60, 55, 60, 55, null],
      [null, null, null, null, null, null, null, null, 3.6],
    ];
    expect(await logOf(request)).toEqual({
      header: TITLES,
      dataArray: values.map((row, minute) => ({
        timeStamp: iso(at(minute + 1)),
        ...Object.fromEntries(row.map((value, place) => [`column${place + 1}`, value])),
      })),
    });
    const { fileName, bytes } = await fileOf(request);
    expect(fileName).toBe('Export Report.xlsx');
    const [titles, ...rows] = await rowsOfWorkbook(bytes);
    expect(titles).toEqual(TITLES_OF_FILE);
    // A workbook leaves out empty cells.
    expect(rows.map((row) => Array.from(TITLES_OF_FILE, (_, place) => row[place] ?? null))).toEqual(
      values.map((row, minute) => [inParis(at(minute + 1)), ...row, deviceName]),
    );
  });

  it('may be comma-separated values, and is empty but for its titles where nothing was sent', async () => {
    const deviceName = await given.makeDevice();
    const { fileName, bytes } = await fileOf({ deviceName }, 'csv');
    expect(fileName).toBe('Export Report.csv');
    expect(bytes.toString().trim()).toBe(`\uFEFF${TITLES_OF_FILE.join(',')}`.trim());
    expect(await logOf({ deviceName })).toEqual({ header: TITLES, dataArray: [] });
  });

  it('distinguishes sensors of one name, and has all channels of a device without sensors', async () => {
    const [temperature] = given.sensorIds;
    const twice = await given.makeDevice({ sensorId1: temperature, sensorId2: temperature });
    const { header } = await logOf({ deviceName: twice });
    expect(header.slice(1, 10)).toEqual([
      ...['', ' Minimum', ' Maximum', ' Average'].map((kind) => `Temperature (1)${kind}`),
      ...['', ' Minimum', ' Maximum', ' Average'].map((kind) => `Temperature (2)${kind}`),
      'Battery (V)',
    ]);
    const none = await given.makeDevice();
    const devices = given.service.database.db.collection<{ _id: string; sensorIds: (string | null)[] }>(
      'devices',
    );
    await devices.updateOne({ _id: none }, { $set: { sensorIds: [null, null, null, null] } });
    expect((await logOf({ deviceName: none })).header).toHaveLength(1 + 4 * 4 + 1);
  });

  it('is not found by users who may not see the device', async () => {
    const deviceName = await given.makeDevice();
    for (const by of [other, assistant]) {
      expect(await failureOf(logOf({ deviceName }, by))).toMatch(/^not-found/);
      expect(await failureOf(fileOf({ deviceName }, 'xlsx', by))).toMatch(/^not-found/);
    }
  });

  it('covers at most seven days and no later day than today', async () => {
    const deviceName = await given.makeDevice();
    const days = (from: number, to: number) => ({
      deviceName,
      fromDate: iso(Date.now() + from * 24 * 3_600_000).slice(0, 10),
      toDate: iso(Date.now() + to * 24 * 3_600_000).slice(0, 10),
    });
    for (const call of [logOf, fileOf]) {
      expect(await failureOf(call(days(-10, -2)))).toBe('invalid: The range is longer than 7 days');
      expect(await failureOf(call(days(-1, 2)))).toBe('invalid: The end lies in the future');
      expect(await failureOf(call(days(-9, -2)))).toBe('answered');
    }
  });

  it('of more readings than fit into one answer has to be a file', async () => {
    const deviceName = await given.makeDevice();
    await given.send(
      deviceName,
      [0, 1, 2].map((minute) => ({ TC1: minute, timestamp: at(minute) })),
    );
    const request = { deviceName, ...between(0, 9) };
    expect(await failureOf(logOf(request, manager, 2))).toMatch(
      /^invalid: There are more than 2 .*format=xlsx/,
    );
    expect((await logOf(request, manager, 3)).dataArray).toHaveLength(3);
    expect((await fileOf(request, 'csv')).bytes.toString().trim().split('\r\n')).toHaveLength(4);
  });
});
