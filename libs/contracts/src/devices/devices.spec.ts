import { describe, expect, it } from '@jest/globals';
import { DeviceChange, NewDevice } from './devices.ts';
import { failureOfInput } from '../errors.ts';

const request = {
  deviceName: 'pump-01',
  deviceAlias: 'Pump 1',
  template: 'Multiple',
  sensorId1: 's1',
  locationMode: 'Gps',
  lat: 45.76,
  lng: 4.84,
};
const faultsOf = (changes: object) => {
  const input = { ...request, ...changes };
  const result = NewDevice.safeParse(input);
  return result.success ? null : failureOfInput(result.error, input);
};
const place = { buildingId: 'b1', floorMapId: 'f1', xValue: 0, yValue: 100 };
const range = { from: 0, to: 10, value: -1.5 };
const ranges = [range, range, range, range];

describe('a new device', () => {
  it('has the documented defaults', () => {
    expect(NewDevice.parse(request)).toEqual({
      ...request,
      managerId: null,
      sensorId2: null,
      sensorId3: null,
      sensorId4: null,
      floorData: null,
      smsLimit: 10,
      emailLimit: 10,
      limitRefresh: 'Monthly',
      weather: 'disabled',
      expectedInterval: null,
      udpSource: null,
      sensorAdjustment: { enabled: false, sensor1: null, sensor2: null, sensor3: null, sensor4: null },
      sensorMapping: { enabled: false, TC1: null, TC2: null, TC3: null, TC4: null },
    });
    expect(NewDevice.parse({ ...request, deviceMetaData: {} }).deviceMetaData).toEqual({
      maximumDepth: 600,
      applicationType: 'Fill',
      valueType: 'First',
    });
  });

  it.each([
    ['deviceName', 'ab', 'invalid'],
    ['deviceName', 'a'.repeat(16), 'invalid'],
    ['deviceName', 'pump 1', 'invalid'],
    ['deviceName', 1, 'bad-request'],
    ['deviceAlias', 'ab', 'invalid'],
    ['deviceAlias', 'a'.repeat(26), 'invalid'],
    ['deviceAlias', '  ', 'invalid'],
    ['template', 'Double', 'invalid'],
    ['sensorId1', '', 'invalid'],
    ['sensorId1', null, 'invalid'],
    ['locationMode', 'Moon', 'invalid'],
    ['lat', 90.1, 'invalid'],
    ['lat', null, 'invalid'],
    ['lng', '', 'invalid'],
    ['lng', -180.1, 'invalid'],
    ['lng', '4.84', 'bad-request'],
    ['smsLimit', -1, 'invalid'],
    ['smsLimit', null, 'invalid'],
    ['smsLimit', 'ten', 'bad-request'],
    ['emailLimit', 1.5, 'bad-request'],
    ['limitRefresh', 'Yearly', 'invalid'],
    ['weather', 'on', 'invalid'],
    ['expectedInterval', 0, 'invalid'],
    ['expectedInterval', 'hourly', 'bad-request'],
    ['udpSource', 'pump.example.com', 'invalid'],
    ['udpSource', '192.0.2.256', 'invalid'],
    ['udpSource', '192.0.2.0/33', 'invalid'],
    ['udpSource', '0.0.0.0/0', 'invalid'],
    ['udpSource', '192.0.2.1, 192.0.2.2', 'invalid'],
    ['udpSource', 7, 'bad-request'],
    ['colour', 'red', 'bad-request'],
  ])('is refused with %s as %j', (field, value, kind) => {
    expect(faultsOf({ [field]: value })).toMatchObject({ kind, fields: { [field]: expect.any(String) } });
  });

  it("says 'Must be a number' for a limit or an interval that is not a number", () => {
    for (const field of ['smsLimit', 'emailLimit', 'expectedInterval'])
      expect(faultsOf({ [field]: 'x' })?.fields).toEqual({ [field]: 'Must be a number' });
  });

  it.each([
    [1.5, 'Should be a whole number'],
    [-1, 'At least 0'],
    [1_000_001, 'At most 1000000'],
  ])('explains why it refuses a limit of %d', (value, message) => {
    expect(faultsOf({ smsLimit: value })?.fields).toEqual({ smsLimit: message });
  });

  it.each([
    [1.5, 'Should be a whole number'],
    [0, 'At least 1'],
    [43_201, 'At most 43200'],
  ])('explains why it refuses an expected interval of %d minutes', (value, message) => {
    expect(faultsOf({ expectedInterval: value })?.fields).toEqual({ expectedInterval: message });
  });

  it('may be pinned to an address or a network, and says so where it is not one', () => {
    const kept = (udpSource: unknown) => NewDevice.parse({ ...request, udpSource }).udpSource;
    expect(['192.0.2.7', ' 192.0.2.0/24 ', '2001:db8::7', '2001:db8::/48', '', null].map(kept)).toEqual([
      '192.0.2.7',
      '192.0.2.0/24',
      '2001:db8::7',
      '2001:db8::/48',
      null,
      null,
    ]);
    expect(faultsOf({ udpSource: 'here' })?.fields).toEqual({
      udpSource: 'An address such as 192.0.2.7, or a network such as 192.0.2.0/24',
    });
  });

  it('may expect a reading every minute, once in 30 days, or at an interval to be learned', () => {
    const kept = (expectedInterval: unknown) =>
      NewDevice.parse({ ...request, expectedInterval }).expectedInterval;
    expect([1, 43_200, null, '', undefined].map(kept)).toEqual([1, 43_200, null, null, null]);
  });

  it.each([
    [{ xValue: 0, yValue: 0 }, []],
    [{ xValue: 100, yValue: 100 }, []],
    [{ xValue: -0.1 }, ['floorData.xValue']],
    [{ yValue: 100.1 }, ['floorData.yValue']],
    [{ buildingId: '' }, ['floorData.buildingId']],
    [{ floorMapId: null }, ['floorData.floorMapId']],
  ])('checks the position %j on a plan', (changes, faults) => {
    const fields = faultsOf({ locationMode: 'Map', floorData: { ...place, ...changes } })?.fields ?? {};
    expect(Object.keys(fields)).toEqual(faults);
  });

  it('needs a position for its location mode, and none for the other', () => {
    expect(faultsOf({ lat: null, lng: null })?.fields).toEqual({
      lat: 'This field is required',
      lng: 'This field is required',
    });
    expect(faultsOf({ locationMode: 'Map', lat: null, lng: null })?.fields).toEqual({
      floorData: 'This field is required',
    });
    expect(faultsOf({ locationMode: 'Map', floorData: place, lat: null, lng: '' })).toBeNull();
  });

  it.each([
    [600, 600],
    [600.9, 600],
    ['450', 450],
    ['450.7', 450],
    [0, null],
    [0.5, null],
    [100_001, null],
    ['deep', null],
  ])('keeps a maximum depth of %j as the whole number %j', (maximumDepth, kept) => {
    const result = NewDevice.safeParse({ ...request, deviceMetaData: { maximumDepth } });
    expect(result.data?.deviceMetaData?.maximumDepth ?? null).toBe(kept);
  });
});

describe('an adjustment', () => {
  const adjusted = (sensorAdjustment: object, changes = {}) => faultsOf({ sensorAdjustment, ...changes });

  it('that is on needs four whole ranges for each chosen sensor', () => {
    expect(adjusted({ enabled: true, sensor1: ranges })).toBeNull();
    expect(
      adjusted({ enabled: 'enabled', sensor1: ranges, sensor2: ranges }, { sensorId2: 's2' }),
    ).toBeNull();
    const lacking = adjusted(
      { enabled: true, sensor1: ranges, sensor2: ranges.slice(1) },
      { sensorId2: 's2' },
    );
    expect(lacking).toMatchObject({
      kind: 'invalid',
      fields: {
        'sensorAdjustment.sensor2.3.from': 'Required',
        'sensorAdjustment.sensor2.3.to': 'Required',
        'sensorAdjustment.sensor2.3.value': 'Required',
      },
    });
    const blank = [{ ...range, to: '' }, range, range, { ...range, value: null }];
    expect(adjusted({ enabled: true, sensor1: blank })?.fields).toEqual({
      'sensorAdjustment.sensor1.0.to': 'Required',
      'sensorAdjustment.sensor1.3.value': 'Required',
    });
    expect(Object.keys(adjusted({ enabled: true })?.fields ?? {})).toHaveLength(12);
  });

  it('that is off needs no ranges, even if its form was left half filled in', () => {
    expect(adjusted({ enabled: 'disabled', sensor1: [{ from: '', to: null, value: 3 }] })).toBeNull();
    expect(adjusted({ enabled: false })).toBeNull();
  });

  it.each([
    [{ from: 11 }, 'invalid', 'sensorAdjustment.sensor1.0.to'],
    [{ value: 1e16 }, 'invalid', 'sensorAdjustment.sensor1.0.value'],
    [{ from: '0' }, 'bad-request', 'sensorAdjustment.sensor1.0.from'],
    [{ by: 3 }, 'bad-request', 'sensorAdjustment.sensor1.0.by'],
  ])('is refused with %j in a range', (changes, kind, field) => {
    const first = { ...range, ...changes };
    expect(adjusted({ enabled: true, sensor1: [first, ...ranges.slice(1)] })).toMatchObject({
      kind,
      fields: { [field]: expect.any(String) },
    });
  });

  it('refuses a fifth range', () => {
    expect(adjusted({ enabled: false, sensor1: [...ranges, range] })?.fields).toEqual({
      'sensorAdjustment.sensor1': 'At most 4 entries',
    });
  });
});

describe('a mapping', () => {
  const mapped = (sensorMapping: object) => faultsOf({ sensorMapping });

  it('that is on needs a source for all four channels', () => {
    expect(mapped({ enabled: true, TC1: 'TC2', TC2: 'TC1', TC3: 'TC3', TC4: 'TC3' })).toBeNull();
    expect(mapped({ enabled: 'enabled', TC1: 'TC2', TC2: '', TC4: null })?.fields).toEqual({
      'sensorMapping.TC2': 'Required',
      'sensorMapping.TC3': 'Required',
      'sensorMapping.TC4': 'Required',
    });
    expect(mapped({ enabled: false, TC1: '' })).toBeNull();
  });

  it('refuses a channel that devices do not have', () => {
    expect(mapped({ enabled: true, TC1: 'TC5', TC2: 'TC1', TC3: 'TC3', TC4: 'TC3' })).toMatchObject({
      kind: 'invalid',
      fields: { 'sensorMapping.TC1': expect.any(String) },
    });
  });
});

describe('a change to a device', () => {
  it('adds no defaults for settings that it leaves out', () => {
    expect(DeviceChange.parse({ deviceAlias: 'Pump 2' })).toEqual({ deviceAlias: 'Pump 2' });
  });

  it('never renames the device', () => {
    expect(DeviceChange.safeParse({ deviceName: 'pump-02' }).success).toBe(false);
  });
});
