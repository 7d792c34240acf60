import { describe, expect, it } from '@jest/globals';
import { DEVICE_DEFAULTS } from '@telemon/contracts/devices/devices';
import { NO_MAPPING } from '@telemon/contracts/devices/treatment';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';
import { plausibleValues } from './plausible-values.ts';

const DEVICE = {
  template: 'Multiple',
  sensorMapping: NO_MAPPING,
  deviceMetaData: DEVICE_DEFAULTS.deviceMetaData,
} as const;
const sensors = (...names: string[]) =>
  names.map((sensorName, place) => ({ seqId: place + 1, sensorData: { id: `s${place + 1}`, sensorName } }));
const NO_TABLES = new Map<string, CalibrationTable>();

describe('the values of a test reading', () => {
  it('are everyday ones of the quantities that the sensors measure', () => {
    const chosen = sensors('Air temperature °C', 'Relative humidity %', 'Pressure hPa', 'Anything');
    expect(plausibleValues(DEVICE, chosen, NO_TABLES)).toEqual({ TC1: 21.5, TC2: 45, TC3: 1_013, TC4: 20 });
  });

  it('are on the channels that feed the sensors', () => {
    const sensorMapping = { ...NO_MAPPING, enabled: true, TC1: 'TC3' as const };
    const chosen = sensors('Temperature °F', 'CO₂ ppm');
    expect(plausibleValues({ ...DEVICE, sensorMapping }, chosen, NO_TABLES)).toEqual({ TC3: 70.7, TC2: 420 });
  });

  it('are raw ones that the table of a sensor has', () => {
    const table = { raws: Float64Array.of(100, 200, 900), values: Float64Array.of(1, 2, 9) };
    const tables = new Map([['s1', table]]);
    expect(plausibleValues(DEVICE, sensors('Temperature °C'), tables)).toEqual({ TC1: 200 });
  });

  it('fill a tank by half', () => {
    const deviceMetaData = { ...DEVICE_DEFAULTS.deviceMetaData, maximumDepth: 900 };
    const tank = { ...DEVICE, template: 'Ultrasonic' as const, deviceMetaData };
    expect(plausibleValues(tank, sensors('Level cm'), NO_TABLES)).toEqual({ TC1: 450 });
  });

  it('are one on the first channel of a device without sensors', () => {
    expect(plausibleValues(DEVICE, [], NO_TABLES)).toEqual({ TC1: 20 });
  });
});
