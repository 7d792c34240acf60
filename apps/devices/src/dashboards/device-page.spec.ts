import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MOST_POINTS } from '@telemon/contracts/devices/dashboards';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { answeringBy } from '@telemon/platform/deadline';
import { assistant, manager, other } from '../../testing/actors.ts';
import { GivenHome, iso, kindOf } from '../../testing/given-home.ts';
import { DeviceDashboardService } from './device-dashboard.service.ts';

let given: GivenHome;
let dashboard: DeviceDashboardService;

beforeAll(async () => {
  given = await GivenHome.prepare();
  dashboard = given.service.get(DeviceDashboardService);
});
afterAll(() => given.stop());

describe("a device's page", () => {
  it('shows the chart, the log, the latest values and the data of the device itself', async () => {
    const deviceName = await given.makeDevice({ template: 'Multiple' });
    const now = Date.now();
    const times = [3, 2, 1, 0].map((minutes) => now - minutes * 60_000);
    await given.send(deviceName, [
      {
        TC1: 20,
        TC2: 50,
        RAIN: 1.5,
        timestamp: times[0],
        BATTERY: 3.6,
        RSSI: -70,
        SIMID: '8988',
        IMEI: '35',
      },
      { TC1: 10, TC2: 60, timestamp: times[1] },
      { TC1: 30, RAIN: 0.5, TN: 5, timestamp: times[2] },
      { TC1: 20, TC2: 40, timestamp: times[3], BATTERY: 3.5 },
    ]);
    const range = { fromDate: iso(now - DAY_MS), toDate: iso(now) };
    const page = await dashboard.dashboard(manager, { deviceName, sensor: 1, ...range });
    expect(page.graphData).toMatchObject({
      timeStamp: times.map(iso),
      current: [20, 10, 30, 20],
      low: [null, null, 5, null],
      high: [null, null, null, null],
      readings: 4,
      rainData: [1.5, null, 0.5, null],
      rainSummary: 2,
      sensorOptions: [
        { option: '1', sensorName: 'Temperature' },
        { option: '2', sensorName: 'Humidity' },
      ],
    });
    expect(page.intelligence).toEqual({
      events: {
        highest: { value: 30, timestamp: iso(times[2]!) },
        lowest: { value: 10, timestamp: iso(times[1]!) },
      },
      summary: { minimum: 10, maximum: 30, average: 20 },
    });
    expect(page.sensorLog.map(({ TC1, timestamp }) => [TC1, timestamp])).toEqual(
      [20, 30, 10, 20].map((value, index) => [value, iso(times[3 - index]!)]),
    );
    expect(page.latestData).toMatchObject({ TC1: 20, TC2: 40, TC3: null, timestamp: iso(now), battery: 3.5 });
    expect(page.latestData.lastThree.map(({ TC1 }) => TC1)).toEqual([20, 30, 10]);
    expect(page.latestData.lastThreeImages).toEqual([]);
    expect(page.deviceInfo).toMatchObject({
      deviceName,
      lastUpdated: iso(now + 500),
      metaData: { BATTERY: 3.5, SIMID: '8988', RSSI: -70, IMEI: '35' },
    });
    expect(page.weather).toMatchObject({ enabled: false, status: 'disabled' });
    expect(await dashboard.info(manager, deviceName)).toEqual(page.deviceInfo);
    expect(await dashboard.sensorOptions(manager, deviceName)).toEqual({ sensorOptions: page.sensorTypes });
  });

  it('is empty before the first reading', async () => {
    const page = await dashboard.dashboard(manager, { deviceName: await given.makeDevice(), sensor: 1 });
    expect(page.graphData.timeStamp).toEqual([]);
    expect(page.sensorLog).toEqual([]);
    expect(page.latestData).toMatchObject({
      TC1: null,
      TN: null,
      timestamp: null,
      battery: null,
      lastThree: [],
    });
    expect(page.deviceInfo).toMatchObject({ lastUpdated: null, metaData: { IMEI: null } });
  });

  it('is not found by users who may not see the device', async () => {
    const deviceName = await given.makeDevice();
    for (const by of [other, assistant]) {
      const request = { deviceName, sensor: 1 as const };
      expect(await kindOf(dashboard.dashboard(by, request))).toBe('not-found');
      expect(await kindOf(dashboard.graph(by, request))).toBe('not-found');
      expect(await kindOf(dashboard.sensorLog(by, { ...request, limit: 10, offset: 0 }))).toBe('not-found');
      expect(await kindOf(dashboard.info(by, deviceName))).toBe('not-found');
      expect(await kindOf(dashboard.sensorOptions(by, deviceName))).toBe('not-found');
    }
  });
});

describe("a day of a time zone that is not the installation's", () => {
  it.each([
    ['behind it', '2025-11-02T00:00:00.000-07:00', '2025-11-02T23:59:59.999-08:00', 25],
    ['ahead of it', '2026-04-05T00:00:00.000+13:00', '2026-04-05T23:59:59.999+12:00', 25],
  ])('has its readings, intelligence, rain and log, %s', async (_, fromDate, toDate, hours) => {
    const deviceName = await given.makeDevice();
    const [begin, end] = [Date.parse(fromDate), Date.parse(toDate)];
    expect(end + 1 - begin).toBe(hours * HOUR_MS);
    await given.send(deviceName, [
      { TC1: 99, RAIN: 8, timestamp: begin - 1 },
      { TC1: 1, RAIN: 1, timestamp: begin },
      { TC1: 5, timestamp: begin + 12 * HOUR_MS },
      { TC1: 3, RAIN: 2, timestamp: end },
      { TC1: -99, RAIN: 8, timestamp: end + 1 },
    ]);
    const request = { deviceName, sensor: 1 as const, fromDate, toDate };
    const page = await dashboard.dashboard(manager, request);
    expect(page.graphData).toMatchObject({ current: [1, 5, 3], rainSummary: 3 });
    expect(page.intelligence.events).toEqual({
      highest: { value: 5, timestamp: iso(begin + 12 * HOUR_MS) },
      lowest: { value: 1, timestamp: iso(begin) },
    });
    const log = await dashboard.sensorLog(manager, { ...request, limit: 10, offset: 0 });
    expect(log.sensorLog.map(({ TC1 }) => TC1)).toEqual([3, 5, 1]);
    expect(log.pagination.totalCount).toBe(3);
  });
});

describe("a day's values", () => {
  it('are of all readings of the day up to each one, before the range and late ones too', async () => {
    const deviceName = await given.makeDevice();
    const midnight = Date.parse('2026-11-09T23:00:00Z'); // in Paris
    const at = (minutes: number) => midnight + minutes * 60_000;
    await given.send(deviceName, [
      { TC1: 90, timestamp: at(-1) },
      { TC1: 4, timestamp: at(1) },
      { TC1: 8, timestamp: at(2) },
      { TC1: 6, timestamp: at(4) },
    ]);
    await given.send(deviceName, [{ TC1: 2, timestamp: at(3) }]);
    const range = { fromDate: iso(at(2)), toDate: iso(at(4)) };
    const { graphData } = await dashboard.graph(manager, { deviceName, sensor: 1, ...range });
    expect(graphData).toMatchObject({
      current: [8, 2, 6],
      minimum: [4, 2, 2],
      maximum: [8, 8, 8],
      average: [6, 4.666667, 5],
    });
    const whole = { fromDate: '2026-11-09', toDate: '2026-11-10' };
    const { sensorLog } = await dashboard.sensorLog(manager, {
      deviceName,
      sensor: 1,
      limit: 100,
      offset: 0,
      ...whole,
    });
    expect(sensorLog.map(({ TC1, TN1, TM1, TA1 }) => [TC1, TN1, TM1, TA1])).toEqual([
      [6, 2, 8, 5],
      [2, 2, 8, 4.666667],
      [8, 4, 8, 6],
      [4, 4, 4, 4],
      [90, 90, 90, 90],
    ]);
  });
});

describe('the sensor log', () => {
  it('has pages, newest or oldest first, and the count of the range', async () => {
    const deviceName = await given.makeDevice();
    const start = Date.parse('2026-11-10T12:00:00Z');
    await given.send(
      deviceName,
      Array.from({ length: 25 }, (_, index) => ({ TC1: index, timestamp: start + index * 1_000 })),
    );
    const ask = (changes: object) =>
      dashboard.sensorLog(manager, {
        deviceName,
        sensor: 1,
        limit: 10,
        offset: 0,
        fromDate: iso(start),
        toDate: iso(start + 23_000),
        ...changes,
      });
    const page = await ask({ offset: 10 });
    expect(page.sensorLog.map(({ TC1 }) => TC1)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
    expect(page.pagination.totalCount).toBe(24);
    expect((await ask({ order: 'ASC', limit: 2 })).sensorLog.map(({ TC1 }) => TC1)).toEqual([0, 1]);
    expect((await ask({ offset: 100 })).sensorLog).toEqual([]);
  });
});

describe('a chart', () => {
  it('of a month has few points, and keeps the highest value', async () => {
    const deviceName = await given.makeDevice();
    const end = Date.now();
    const count = 86_400;
    for (let from = 0; from < count; from += 4_800) {
      const readings = Array.from({ length: 4_800 }, (_, index) => {
        const number = from + index;
        const TC1 = number === 43_210 ? 999 : Math.round(Math.sin(number / 400) * 500) / 10;
        return { TC1, TC2: number % 100, timestamp: end - (count - number) * 29_990 };
      });
      await given.send(deviceName, readings);
    }
    const range = { fromDate: iso(end - 29.99 * DAY_MS), toDate: iso(end) };
    // With time enough for a busy machine.
    const { graphData, intelligence } = await answeringBy(Date.now() + 60_000, () =>
      dashboard.graph(manager, { deviceName, sensor: 1, ...range }),
    );
    expect(graphData.timeStamp.length).toBeLessThanOrEqual(MOST_POINTS);
    expect(graphData.timeStamp.length).toBeGreaterThan(MOST_POINTS / 2);
    expect(graphData.current).toContain(999);
    expect(intelligence.events.highest?.value).toBe(999);
  });
});
