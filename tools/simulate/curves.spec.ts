import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@telemon/contracts/durations';
import { DeviceName } from '@telemon/contracts/fields';
import { NewAlert } from '@telemon/contracts/alerting/alerts';
import { NewBuilding } from '@telemon/contracts/devices/buildings';
import { NewLocation } from '@telemon/contracts/auth/locations';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { LATE_AFTER_MS, TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { NewUser } from '@telemon/contracts/auth/users';
import { ALERTS, type DemoAlert } from './alerts.ts';
import { DEVICES, type DemoDevice, sensorsOf } from './fleet.ts';
import { READINGS_OF_MESSAGE, STEP_MS, historyOf } from './history.ts';
import { EVERY_MS, FIRST_AFTER_MS, LASTS_MS } from './incidents.ts';
import { historyEnd } from './make.ts';
import { ASSISTANTS, MANAGERS } from './people.ts';
import { readingOf } from './readings.ts';
import { deviceRequest, alertRequest } from './requests.ts';
import { BUILDINGS, type FloorKey } from './sites.ts';
import { TANK_TABLE } from './tank-table.ts';

const NOW = Date.parse('2026-11-21T10:03:20Z');
const device = (name: string): DemoDevice => DEVICES.find(({ deviceName }) => deviceName === name)!;
const past = (name: string) =>
  [...historyOf(device(name), historyEnd(NOW))].flatMap(({ readings }) => readings);
const valuesOf = (name: string, field: string) => past(name).map((reading) => reading[field] as number);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the demo fleet', () => {
  it('consists of devices, sites, users and alerts that the contracts accept', () => {
    expect(DEVICES).toHaveLength(22);
    expect(new Set(DEVICES.map(({ deviceName }) => deviceName)).size).toBe(22);
    expect(new Set(DEVICES.map(({ template }) => template)).size).toBe(3);
    for (const { deviceName } of DEVICES) DeviceName.parse(deviceName);
    const floors = new Map(
      BUILDINGS.flatMap((building) => Object.keys(building.floors) as FloorKey[]).map((key) => [
        key,
        { buildingId: 'b1', floorId: key },
      ]),
    );
    for (const demo of DEVICES) {
      const sensors = new Map(demo.channels.map(({ sensor }) => [sensor, 's1']));
      NewDevice.parse(deviceRequest(demo, { managerId: 'm1', sensors, floors }));
    }
    for (const { buildingName, lat, lng } of BUILDINGS)
      NewBuilding.parse({ buildingName, managerId: 'm1', lat, lng });
    for (const { manager, devices, ...assistant } of Object.values(ASSISTANTS)) {
      const fields = { companyName: 'Demo', locationId: 'l1', password: 'long enough' };
      NewUser.parse({ ...assistant, ...fields, userRole: 'assistant', managerId: 'm1' });
      for (const name of devices) expect(device(name).manager).toBe(manager);
    }
    for (const alert of ALERTS) NewAlert.parse(alertRequest(alert));
    for (const { locationName, ...manager } of Object.values(MANAGERS)) {
      NewLocation.parse({ locationName });
      NewUser.parse({ ...manager, locationId: 'l1', password: 'long enough', userRole: 'manager' });
    }
    for (const key of ['coldChain', 'waterWorks'] as const)
      for (const sensorName of sensorsOf(key)) NewSensorType.parse({ sensorName, userId: 'm1' });
  });

  it("has devices on each floor, all of the building's manager", () => {
    for (const { manager, floors } of BUILDINGS) {
      for (const key of Object.keys(floors)) {
        const there = DEVICES.filter(({ where }) => 'floor' in where && where.floor === key);
        expect(new Set(there.map((demo) => demo.manager))).toEqual(new Set([manager]));
      }
    }
  });

  it('uses a calibration table, an adjustment and a mapping', () => {
    const raws = TANK_TABLE.map(([raw]) => raw);
    expect(raws).toEqual([...new Set(raws)].sort((one, other) => one - other));
    expect(TANK_TABLE[20]).toEqual([1_000, 12_566.4]);
    expect(TANK_TABLE.at(-1)).toEqual([2_000, 25_132.7]);
    expect(Math.max(...valuesOf('demo-tank-day', 'TC1'))).toBeLessThan(2_000);
    const sent = readingOf(device('demo-compr-3'), { time: NOW, sinceMs: 10_000, liveFrom: null });
    expect(sent.TC1).toBeLessThan(5);
    expect(sent.TC2).toBeGreaterThan(40);
    const ids = { managerId: 'm1', sensors: new Map(), floors: new Map() };
    expect(deviceRequest(device('demo-freezer-b'), ids).sensorAdjustment?.sensor1).toHaveLength(4);
    const onFloor = new Map([['lyonPlant', { buildingId: 'b1', floorId: 'f1' }]] as const);
    expect(deviceRequest(device('demo-compr-3'), { ...ids, floors: onFloor }).sensorMapping).toEqual({
      enabled: true,
      TC1: 'TC2',
      TC2: 'TC1',
      TC3: 'TC3',
      TC4: 'TC4',
    });
  });

  it('sends the same reading for the same moment, in any order', () => {
    for (const demo of DEVICES) {
      const times = Array.from({ length: 50 }, (_, index) => NOW - index * 7_777_777);
      const at = (time: number) => readingOf(demo, { time, sinceMs: 10_000, liveFrom: NOW - DAY_MS });
      const forward = times.map(at);
      expect(times.toReversed().map(at).toReversed()).toEqual(forward);
    }
  });
});

describe('the history of a device', () => {
  it('covers thirty days, in messages within the size limit', () => {
    let total = 0;
    for (const demo of DEVICES) {
      const messages = [...historyOf(demo, historyEnd(NOW))];
      for (const { readings } of messages) {
        expect(readings.length).toBeLessThanOrEqual(READINGS_OF_MESSAGE);
        expect(JSON.stringify(readings).length).toBeLessThan(TELEMETRY_MAX_BYTES);
      }
      const times = messages.flatMap(({ readings }) => readings.map(({ timestamp }) => timestamp));
      expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
      expect(times.at(-1)! - times[0]!).toBeGreaterThan(29 * DAY_MS);
      total += times.length;
    }
    expect(total).toBeGreaterThan(88_000);
    expect(total).toBeLessThan(96_000);
  });

  it('is too old to start an alert', () => {
    for (let later = 0; later < 2 * STEP_MS; later += 60_000)
      expect(NOW + later - historyEnd(NOW + later)).toBeGreaterThan(LATE_AFTER_MS);
  });

  it('resumes where it stopped, with the same readings', () => {
    const whole = [...historyOf(device('demo-cold-2'), historyEnd(NOW))];
    const rest = [...historyOf(device('demo-cold-2'), historyEnd(NOW), whole[3]!.upTo)];
    expect(rest).toEqual(whole.slice(4));
    expect([...historyOf(device('demo-cold-2'), historyEnd(NOW), whole.at(-1)!.upTo)]).toEqual([]);
  });

  it('has gaps', () => {
    const times = past('demo-pump-1').map(({ timestamp }) => timestamp);
    const gaps = times.slice(1).filter((time, index) => time - times[index]! > 3_600_000);
    expect(gaps.length).toBeGreaterThanOrEqual(1);
    expect(gaps.length).toBeLessThan(12);
  });
});

describe('the curves', () => {
  it('stay within plausible bounds', () => {
    for (const [name, low, high] of [
      ['demo-cold-2', 2, 12],
      ['demo-freezer-a', -24, -8],
      ['demo-compr-1', 40, 98],
      ['demo-tank-north', 50, 600],
      ['demo-pump-3', 1, 5],
      ['demo-overflow', 30, 550],
      ['demo-quality', 0, 8],
      ['demo-river', 100, 550],
      ['demo-roof', -12, 40],
    ] as const) {
      const values = valuesOf(name, 'TC1');
      expect({ name, low: Math.min(...values) >= low, high: Math.max(...values) <= high }).toEqual({
        name,
        low: true,
        high: true,
      });
      expect(new Set(values).size).toBeGreaterThan(30);
    }
    expect(mean(valuesOf('demo-cold-2', 'TC1'))).toBeCloseTo(4.6, 0);
  });

  it('rise and fall with the day', () => {
    const flow = past('demo-pump-1').map((reading) => ({
      hour: new Date(reading.timestamp).getUTCHours(),
      value: reading.TC2 as number,
    }));
    const at = (hour: number) =>
      mean(flow.filter((reading) => reading.hour === hour).map(({ value }) => value));
    expect(at(7)).toBeGreaterThan(2 * at(2));
    expect(at(19)).toBeGreaterThan(2 * at(2));
  });

  it('give a tank changing levels, a battery, occasional rain and an IMEI', () => {
    const levels = valuesOf('demo-tank-south', 'TC1');
    expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(300);
    const volts = valuesOf('demo-tank-south', 'BATTERY');
    expect(Math.min(...volts)).toBeGreaterThan(3.4);
    expect(Math.max(...volts)).toBeLessThan(4.2);
    const rain = valuesOf('demo-tank-south', 'RAIN');
    const wet = rain.filter((amount) => amount > 0).length / rain.length;
    expect(wet).toBeGreaterThan(0.02);
    expect(wet).toBeLessThan(0.4);
    expect(past('demo-tank-south')[0]).toMatchObject({ IMEI: expect.stringMatching(/^\d{15}$/) });
  });
});

const crosses = (
  { deviceName, sensorId, alertType, setPoint }: DemoAlert,
  time: number,
  liveFrom: number,
) => {
  const value = readingOf(device(deviceName), { time, sinceMs: 10_000, liveFrom })[`TC${sensorId}`] as number;
  return alertType === 'Above' ? value > setPoint : value < setPoint;
};

describe('an incident', () => {
  it('crosses its set point within a minute of the first start, and clears again', () => {
    const [first] = ALERTS;
    const times = Array.from({ length: 300 }, (_, second) => NOW + second * 1_000);
    const firing = times.filter((time) => crosses(first!, time, NOW));
    expect(firing[0]! - NOW).toBeLessThan(60_000);
    expect(firing.length).toBeGreaterThan(60);
    expect(crosses(first!, NOW + FIRST_AFTER_MS + LASTS_MS + 1_000, NOW)).toBe(false);
  });

  it('crosses every alert of the fleet in turn', () => {
    for (const [turn, alert] of ALERTS.entries()) {
      const middle = NOW + FIRST_AFTER_MS + turn * EVERY_MS + LASTS_MS / 2;
      expect({ alert, crosses: crosses(alert, middle, NOW) }).toEqual({ alert, crosses: true });
    }
  });

  it('is not in the history of a device with an alert, whose log would lack it', () => {
    for (const { deviceName, sensorId, alertType, setPoint } of ALERTS) {
      const values = valuesOf(deviceName, `TC${sensorId}`);
      const beyond = values.filter((value) => (alertType === 'Above' ? value > setPoint : value < setPoint));
      expect({ deviceName, beyond }).toEqual({ deviceName, beyond: [] });
    }
  });

  it('is now and then in the history of a device without an alert', () => {
    const warm = valuesOf('demo-cold-1', 'TC1').filter((value) => value > 8);
    expect(warm.length).toBeGreaterThan(0);
    expect(warm.length / valuesOf('demo-cold-1', 'TC1').length).toBeLessThan(0.03);
  });
});
