import { describe, expect, it } from '@jest/globals';
import { DeviceChange, NewDevice } from '@telemon/contracts/devices/devices';
import { NO_ADJUSTMENT } from '@telemon/contracts/devices/treatment';
import { changedDevice, newDevice } from './device-settings.ts';

const range = { from: 0, to: 10, value: 1 };
const ranges = [range, range, range, range];
const floorData = { buildingId: 'b1', floorMapId: 'f1', xValue: 12.5, yValue: 80 };
const device = (changes: object = {}) =>
  newDevice(
    NewDevice.parse({
      deviceName: 'pump-01',
      deviceAlias: 'Pump 1',
      template: 'Multiple',
      sensorId1: 's1',
      sensorId2: 's2',
      locationMode: 'Gps',
      lat: 45.76,
      lng: 4.84,
      ...changes,
    }),
    { key: 1, managerId: 'm1', passwordSha256: '', createdAt: new Date(0) },
  );
const onFloor = () => device({ locationMode: 'Map', floorData });
const changed = (before: ReturnType<typeof device>, change: object, managerId = 'm1') =>
  changedDevice(before, DeviceChange.parse(change), managerId);
const refusal = (...fields: string[]) =>
  expect.objectContaining({
    failure: expect.objectContaining({
      kind: 'invalid',
      fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])),
    }),
  });

describe('an unused setting', () => {
  it('is dropped: the position of the other location mode', () => {
    expect(device({ floorData })).toMatchObject({ lat: 45.76, lng: 4.84, floorData: null });
    expect(onFloor()).toMatchObject({ lat: null, lng: null, floorData });
    expect(changed(device(), { locationMode: 'Map', floorData })).toMatchObject({ lat: null, floorData });
    expect(changed(onFloor(), { locationMode: 'Gps', lat: 1, lng: 2 })).toMatchObject({
      lat: 1,
      lng: 2,
      floorData: null,
    });
  });

  it('is dropped: the ranges of a sensor that the device does not have', () => {
    const sensorAdjustment = { enabled: true, sensor1: ranges, sensor2: ranges, sensor3: ranges };
    const adjusted = device({ sensorAdjustment });
    expect(adjusted.sensorAdjustment).toMatchObject({ enabled: true, sensor2: ranges, sensor3: null });
    expect(changed(adjusted, { template: 'Ultrasonic' }).sensorAdjustment).toEqual({
      ...NO_ADJUSTMENT,
      enabled: true,
      sensor1: ranges,
    });
  });

  it('is dropped: an incomplete adjustment that is off', () => {
    const sensorAdjustment = { enabled: false, sensor1: [{ ...range, to: '' }], sensor2: ranges };
    expect(device({ sensorAdjustment }).sensorAdjustment).toEqual({ ...NO_ADJUSTMENT, sensor2: ranges });
  });
});

describe('a change', () => {
  it('to another location mode must contain the position', () => {
    expect(() => changed(device(), { locationMode: 'Map' })).toThrow(refusal('floorData'));
    expect(() => changed(onFloor(), { locationMode: 'Gps', lat: 1 })).toThrow(refusal('lng'));
    expect(() => changed(device(), { lat: null })).toThrow(refusal('lat'));
  });

  it('that adds a sensor to an adjusted device must contain its ranges', () => {
    const sensorAdjustment = { enabled: true, sensor1: ranges, sensor2: ranges };
    const adjusted = device({ sensorAdjustment });
    expect(() => changed(adjusted, { sensorId3: 's3' })).toThrow();
    const whole = { ...sensorAdjustment, sensor3: ranges };
    expect(changed(adjusted, { sensorId3: 's3', sensorAdjustment: whole }).sensorAdjustment.sensor3).toEqual(
      ranges,
    );
  });

  it('of manager clears sensors, their ranges, assistants and the position on a floor, and keeps the mapping', () => {
    const sensorMapping = { enabled: true, TC1: 'TC2', TC2: 'TC1', TC3: 'TC3', TC4: 'TC4' };
    const sensorAdjustment = { enabled: true, sensor1: ranges, sensor2: ranges };
    const before = {
      ...device({ locationMode: 'Map', floorData, sensorMapping, sensorAdjustment }),
      assistantIds: ['a1'],
    };
    const moved = changed(before, {}, 'm2');
    expect(moved).toEqual({
      ...before,
      managerId: 'm2',
      assistantIds: [],
      sensorIds: [null, null, null, null],
      sensorAdjustment: NO_ADJUSTMENT,
      floorData: null,
    });
    // The new manager may choose its position and its sensors later.
    expect(changed(moved, { deviceAlias: 'Pump 2' }, 'm2').deviceAlias).toBe('Pump 2');
    expect(changed(moved, { sensorId1: 's9' }, 'm2').sensorIds[0]).toBe('s9');
    expect(() => changed(moved, { sensorMapping: { enabled: true } }, 'm2')).toThrow(
      refusal('sensorMapping.TC1', 'sensorMapping.TC2', 'sensorMapping.TC3', 'sensorMapping.TC4'),
    );
  });
});
