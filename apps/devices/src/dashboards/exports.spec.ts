import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import type { ExportLog } from '@telemon/contracts/devices/dashboards';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { MOST_EXPORTED_AS_JSON } from '@telemon/contracts/streamed-file';
import { answeringBy } from '@telemon/platform/deadline';
import { logger } from '@telemon/platform/logging';
import { receivedFile, rowsOfWorkbook } from '@telemon/testing/received-file';
import { assistant, manager, other } from '../../testing/actors.ts';
import { GivenHome, inParis, iso, kindOf } from '../../testing/given-home.ts';
import type { DeviceDocument } from '../devices/device-document.ts';
import { Sealing } from '../history/sealing.ts';
import { readingId } from '../stored-readings/reading-id.ts';
import { DeviceDashboardService } from './device-dashboard.service.ts';
import { ExportsService } from './exports.service.ts';

logger.level = 'silent';

type AskedExport = Parameters<ExportsService['log']>[1];

let given: GivenHome;
let service: ExportsService;

beforeAll(async () => {
  given = await GivenHome.prepare();
  service = given.service.get(ExportsService);
});
afterAll(() => given.stop());

/** Two days ago, on the full hour. */
const BEGIN = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 48 * 3_600_000;
const at = (minutes: number) => BEGIN + minutes * MINUTE_MS;
const between = (from: number, to: number) => ({ fromDate: iso(at(from)), toDate: iso(at(to)) });

const logOf = async (request: AskedExport, by: Actor = manager): Promise<ExportLog> => {
  const whole: ExportLog = { header: [], dataArray: [] };
  for await (const { header = [], dataArray = [] } of await service.log(by, request)) {
    whole.header.push(...header);
    whole.dataArray.push(...dataArray);
  }
  return whole;
};
const fileOf = (request: AskedExport, format: 'xlsx' | 'csv' = 'xlsx', by: Actor = manager) =>
  receivedFile((inbox) => service.file(by, { ...request, format }, inbox));
const rowsOf = async (request: AskedExport) => rowsOfWorkbook((await fileOf(request)).bytes);
const keyOf = async (deviceName: string) =>
  (await given.service.database.db.collection<DeviceDocument>('devices').findOne({ _id: deviceName }))!.key;

describe('an export', () => {
  it("has the readings of one sensor in the range, with their day's values, as JSON and as a workbook", async () => {
    const deviceName = await given.makeDevice();
    await given.send(deviceName, [
      { TC1: 4, TC2: 50, timestamp: at(0) },
      { TC1: 8, timestamp: at(1) },
      { TC2: 60, timestamp: at(2) },
      { TC1: -6, TN1: -9, timestamp: at(3) },
      { TC1: 7, timestamp: at(4) },
    ]);
    const request = { deviceName, sensor: 1 as const, ...between(1, 3) };
    expect(await logOf(request)).toEqual({
      header: ['Device Id', 'Timestamp', 'Current', 'Minimum', 'Maximum', 'Average'],
      dataArray: [
        { deviceId: deviceName, timeStamp: iso(at(1)), column1: 8, column2: 4, column3: 8, column4: 6 },
        { deviceId: deviceName, timeStamp: iso(at(3)), column1: -6, column2: -9, column3: 8, column4: 2 },
      ],
    });
    const { fileName, contentType, bytes } = await fileOf(request);
    expect({ fileName, contentType }).toEqual({
      fileName: 'GraphData.xlsx',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    expect(await rowsOfWorkbook(bytes)).toEqual([
      ['Device Id', 'Timestamp', 'Current', 'Minimum', 'Maximum', 'Average'],
      [deviceName, inParis(at(1)), 8, 4, 8, 6],
      [deviceName, inParis(at(3)), -6, -9, 8, 2],
    ]);
  });

  it('may be comma-separated values', async () => {
    const deviceName = await given.makeDevice();
    await given.send(deviceName, [{ TC2: 50.5, timestamp: at(0) }]);
    const request = { deviceName, sensor: 2 as const, ...between(0, 1) };
    const { fileName, contentType, bytes } = await fileOf(request, 'csv');
    expect({ fileName, contentType }).toEqual({
      fileName: 'GraphData.csv',
      contentType: 'text/csv; charset=utf-8',
    });
    const [, line] = bytes.toString().split('\r\n');
    expect(line).toMatch(new RegExp(`^${deviceName},.*[+]0[12]:00,50.5,50.5,50.5,50.5$`));
    expect(Date.parse(line!.split(',')[1]!)).toBe(at(0));
  });

  it('has a column for minimum, maximum or average only if the range holds any', async () => {
    const deviceName = await given.makeDevice();
    const request = { deviceName, sensor: 1 as const, ...between(0, 1) };
    const empty = ['Device Id', 'Timestamp', 'Current'];
    expect(await logOf(request)).toEqual({ header: empty, dataArray: [] });
    expect(await rowsOf(request)).toEqual([empty]);
    await given.send(deviceName, [{ TM1: 5, timestamp: at(0) }]);
    expect(await logOf(request)).toEqual({
      header: [...empty, 'Maximum'],
      dataArray: [{ deviceId: deviceName, timeStamp: iso(at(0)), column1: null, column2: 5 }],
    });
    expect((await rowsOf(request))[0]).toEqual([...empty, 'Maximum']);
  });

  it('has each reading once and in order, also sealed, late and simultaneous ones', async () => {
    const deviceName = await given.makeDevice();
    const all = Array.from({ length: 4_500 }, (_, place) => ({
      TC1: place,
      seq: place,
      // The readings around the end of the first step, 2,000, have one time.
      timestamp: BEGIN + (place < 1_900 || place > 2_100 ? place * 4_000 : 1_900 * 4_000),
    }));
    const isLate = ({ TC1 }: { TC1: number }) => TC1 % 7 === 3 && (TC1 < 1_900 || TC1 > 2_100);
    await given.send(
      deviceName,
      all.filter((reading) => !isLate(reading)),
    );
    await given.service.get(Sealing).pass(Date.now(), new AbortController().signal);
    await given.send(deviceName, all.filter(isLate));
    const request = { deviceName, sensor: 1 as const, ...between(1, 290) };
    const expected = all.filter(({ timestamp }) => timestamp >= at(1) && timestamp <= at(290));
    const { dataArray } = await logOf(request);
    expect(dataArray.map(({ column1 }) => column1)).toEqual(expected.map(({ TC1 }) => TC1));
    const rows = await rowsOf(request);
    expect(rows.slice(1).map(([, , ...values]) => values)).toEqual(
      dataArray.map(({ column1, column2, column3, column4 }) => [column1, column2, column3, column4]),
    );
  });

  it('is not found by users who may not see the device, and refuses the same ranges as its page', async () => {
    const deviceName = await given.makeDevice();
    for (const by of [other, assistant]) {
      const request = { deviceName, sensor: 1 as const };
      expect(await kindOf(logOf(request, by))).toBe('not-found');
      expect(await kindOf(fileOf(request, 'xlsx', by))).toBe('not-found');
    }
    const request = { deviceName, sensor: 1 as const, fromDate: '2026-01-01', toDate: '2026-03-01' };
    expect(await kindOf(logOf(request))).toBe('invalid');
    expect(await kindOf(fileOf(request))).toBe('invalid');
    expect(await kindOf(fileOf({ ...request, fromDate: 'yesterday' }))).toBe('bad-request');
  });

  it('of more than 100,000 readings has to be a file', async () => {
    const deviceName = await given.makeDevice();
    const key = await keyOf(deviceName);
    const documents = Array.from({ length: MOST_EXPORTED_AS_JSON + 1 }, (_, place) => ({
      _id: readingId(key, BEGIN + place * 10, place),
      c1: place,
    }));
    // Readings of another sensor do not count.
    const ofOther = { _id: readingId(key, BEGIN + 15, 0), c2: 1 };
    await given.service.database.db.collection('readings').insertMany([...documents, ofOther] as never);
    const request = { deviceName, sensor: 1 as const, ...between(0, 60) };
    await expect(logOf(request)).rejects.toMatchObject({
      failure: { kind: 'invalid', message: expect.stringContaining('format=xlsx') },
    });
    const fewer = { ...request, fromDate: iso(BEGIN + 10) };
    expect((await logOf(fewer)).dataArray).toHaveLength(MOST_EXPORTED_AS_JSON);
    const lines = (await fileOf(request, 'csv')).bytes.toString().split('\r\n');
    expect(lines).toHaveLength(MOST_EXPORTED_AS_JSON + 3);
    // The page is read meanwhile.
    const page = given.service.get(DeviceDashboardService);
    const exported = fileOf(request, 'csv');
    const { graphData } = await answeringBy(Date.now() + 60_000, () => page.graph(manager, request));
    expect(graphData.timeStamp.length).toBeGreaterThan(0);
    await exported;
  });
});
