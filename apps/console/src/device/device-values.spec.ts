import { describe, expect, it } from '@jest/globals';
import type { Device } from '@telemon/contracts/devices/devices';
import { NO_MAPPING } from '@telemon/contracts/devices/treatment';
import { aDevice } from '../../testing/things.ts';
import { faultsBy } from '../kit/faults-by.ts';
import { translate } from '../texts/translate.ts';
import {
  NEW_DEVICE,
  missingFor,
  ofManager,
  schemaFor,
  toSend,
  valuesOf,
  type DeviceValues,
  type FormContext,
} from './device-values.ts';

const DEVICE: Device = {
  ...aDevice('room1'),
  managerId: 'm1',
  sensorId1: 's1',
  sensorId2: 's2',
  sensors: ['Temperature', 'Humidity'],
  probes: 2,
};
const REQUIRED = 'This field is required';
const FOUR = [0, 10, 20, 30].map((from) => ({ from, to: from + 10, value: 1 }));
const ON_PLAN = { buildingId: 'b1', floorMapId: 'f1', xValue: 20, yValue: 30 };

const whole = (values: Partial<DeviceValues> = {}): DeviceValues => ({
  ...NEW_DEVICE,
  deviceName: 'room2',
  deviceAlias: 'Cold room 2',
  managerId: 'm1',
  sensorId1: 's1',
  lat: 45.76,
  lng: 4.84,
  ...values,
});
const faultsOf = (context: FormContext, values: DeviceValues) => ({
  ...faultsBy(schemaFor(context), translate)(toSend(context)(values)),
  ...missingFor(context)(values),
});
const adjusted = (ranges: Partial<DeviceValues['sensorAdjustment']>) => ({
  ...NEW_DEVICE.sensorAdjustment,
  enabled: true,
  ...ranges,
});

describe('a new device', () => {
  const byAdmin = { byAdmin: true };

  it('reports all missing fields at once', () => {
    expect(faultsOf(byAdmin, NEW_DEVICE)).toEqual({
      deviceName: REQUIRED,
      deviceAlias: REQUIRED,
      managerId: REQUIRED,
      sensorId1: REQUIRED,
      lat: REQUIRED,
      lng: REQUIRED,
    });
    expect(faultsOf(byAdmin, whole())).toEqual({});
  });

  it('by a manager omits manager, limits and weather', () => {
    const sent = toSend({ byAdmin: false })(whole());
    for (const field of ['managerId', 'smsLimit', 'emailLimit', 'limitRefresh', 'weather']) {
      expect(sent).not.toHaveProperty(field);
    }
  });

  it("has its template's fields: one sensor and a depth for Ultrasonic, four sensors for Multiple", () => {
    const values = whole({ sensorId2: 's2', sensorId3: 's3', sensorId4: 's4' });
    expect(toSend(byAdmin)(values)).toMatchObject({ sensorId2: 's2', sensorId3: 's3', sensorId4: 's4' });
    expect(toSend(byAdmin)(values)).not.toHaveProperty('deviceMetaData');
    expect(toSend(byAdmin)({ ...values, template: 'Ultrasonic' })).toMatchObject({
      sensorId1: 's1',
      sensorId2: null,
      sensorId3: null,
      sensorId4: null,
      deviceMetaData: { maximumDepth: 600, applicationType: 'Fill', valueType: 'First' },
    });
  });

  it('omits the location data that its mode does not use', () => {
    const values = whole({ floorData: ON_PLAN });
    expect(toSend(byAdmin)(values)).not.toHaveProperty('floorData');
    const sent = toSend(byAdmin)({ ...values, locationMode: 'Map' });
    expect(sent).toMatchObject({ floorData: ON_PLAN });
    expect(sent).not.toHaveProperty('lat');
  });

  it('on a floor requires building, floor and place', () => {
    const values = whole({ locationMode: 'Map' });
    expect(faultsOf(byAdmin, values)).toEqual({
      'floorData.buildingId': REQUIRED,
      'floorData.floorMapId': REQUIRED,
      'floorData.xValue': REQUIRED,
      'floorData.yValue': REQUIRED,
    });
  });

  it('with an adjustment requires four complete ranges for each sensor', () => {
    const values = whole({ sensorId2: 's2', sensorAdjustment: adjusted({ sensor1: FOUR }) });
    const faults = faultsOf(byAdmin, values);
    expect(Object.keys(faults)).toHaveLength(12);
    expect(faults).toMatchObject({
      'sensorAdjustment.sensor2.0.from': 'Required',
      'sensorAdjustment.sensor2.3.value': 'Required',
    });
    const filled = adjusted({ sensor1: FOUR, sensor2: FOUR });
    expect(faultsOf(byAdmin, { ...values, sensorAdjustment: filled })).toEqual({});
    expect(toSend(byAdmin)({ ...values, sensorAdjustment: filled })).toMatchObject({
      sensorAdjustment: { enabled: true, sensor1: FOUR, sensor2: FOUR, sensor3: null, sensor4: null },
    });
  });

  it('with a mapping requires all four channels', () => {
    const mapping = { ...NO_MAPPING, enabled: true, TC1: 'TC2' as const };
    expect(faultsOf(byAdmin, whole({ sensorMapping: mapping }))).toEqual({
      'sensorMapping.TC2': 'Required',
      'sensorMapping.TC3': 'Required',
      'sensorMapping.TC4': 'Required',
    });
  });
});

describe('a change of a device', () => {
  const byAdmin = { byAdmin: true, before: DEVICE };

  it('sends only the changed fields, and never the name', () => {
    expect(toSend(byAdmin)(valuesOf(DEVICE))).toEqual({});
    expect(toSend(byAdmin)({ ...valuesOf(DEVICE), deviceAlias: 'Warm room', weather: 'enabled' })).toEqual({
      deviceAlias: 'Warm room',
      weather: 'enabled',
    });
  });

  it('of the manager sends managerChanged and requires a new first sensor', () => {
    const moved = { ...valuesOf(DEVICE), ...ofManager('m2', byAdmin), managerId: 'm2' };
    expect(toSend(byAdmin)(moved)).toEqual({ managerId: 'm2', managerChanged: true, sensorId1: null });
    expect(faultsOf(byAdmin, moved)).toEqual({ sensorId1: REQUIRED });
    expect(faultsOf(byAdmin, { ...moved, sensorId1: 's9' })).toEqual({});
  });

  it('back to the original manager restores the sensors', () => {
    expect(ofManager('m1', byAdmin)).toMatchObject({ sensorId1: 's1', sensorId2: 's2' });
  });

  it('does not report fields that were missing before', () => {
    const before: Device = { ...DEVICE, locationMode: 'Map', lat: null, lng: null, sensorId1: null };
    const context = { byAdmin: true, before };
    expect(faultsOf(context, { ...valuesOf(before), deviceAlias: 'Warm room' })).toEqual({});
  });
});
