import { describe, expect, it } from '@jest/globals';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { readFileSync } from 'node:fs';
import { decode } from '../decode.ts';
import type { SentReading } from '../sent-reading.ts';
import type { CalibrationTable } from './calibration-table.ts';
import { type ReadingValues, type TreatmentSettings, treat, treatmentOf } from './treat.ts';

interface Settings extends TreatmentSettings {
  /** By the channel of the sensor: rows of raw and value. */
  tables?: Record<string, [number, number][]>;
}

/** The examples of the page: a block of settings, and under it rows of sent and stored values. */
const examples = (): [Settings, string, string][] => {
  const page = readFileSync(new URL('../../../../../docs/treatment.md', import.meta.url), 'utf8');
  return page
    .split('```json\n')
    .slice(1)
    .flatMap((part) => {
      const [settings, rest] = part.split('```\n');
      const rows = [...rest!.matchAll(/^\| `(\{.*?\})`\s+\| `(\{.*?\})`\s+\|/gm)];
      return rows.map(([, sent, kept]): [Settings, string, string] => [JSON.parse(settings!), sent!, kept!]);
    });
};

const PREFIXES = { current: 'TC', minimum: 'TN', maximum: 'TM', average: 'TA', raw: 'RAW' } as const;

const keptOf = (values: ReadingValues): Record<string, number> =>
  Object.fromEntries(
    Object.entries(PREFIXES).flatMap(([kind, prefix]) =>
      values[kind as keyof typeof PREFIXES].flatMap((value, channel) =>
        value === null ? [] : [[`${prefix}${channel + 1}`, value]],
      ),
    ),
  );

describe('the page on treatment', () => {
  it('has its examples', () => {
    expect(examples().length).toBeGreaterThanOrEqual(18);
  });

  it('has settings that are valid for a device', () => {
    for (const [{ sensorMapping, sensorAdjustment }] of examples()) {
      const device = { deviceName: 'pump01', deviceAlias: 'Pump', template: 'Multiple', sensorId1: 'a' };
      const place = { locationMode: 'Gps', lat: 1, lng: 1 };
      const request = { ...device, ...place, sensorMapping, sensorAdjustment };
      expect(NewDevice.safeParse(request).error?.issues).toBeUndefined();
    }
  });

  it.each(examples())('is right: with %j, %s is stored as %s', ({ tables = {}, ...settings }, sent, kept) => {
    const sensorIds = ['TC1', 'TC2', 'TC3', 'TC4'].map((name) =>
      name in tables || settings.sensorAdjustment ? name : null,
    );
    const columns = Object.entries(tables).map(([name, rows]): [string, CalibrationTable] => [
      name,
      {
        raws: Float64Array.from(rows, ([raw]) => raw),
        values: Float64Array.from(rows, ([, value]) => value),
      },
    ]);
    const readings: SentReading[] = [];
    const payload = Buffer.from(sent);
    expect(
      decode({ payload, source: 'mqtt', deviceName: 'pump01' }, (each) => readings.push(each)),
    ).toBeNull();
    const values = treat(readings[0]!, treatmentOf({ ...settings, sensorIds }), new Map(columns));
    expect(keptOf(values)).toEqual(JSON.parse(kept));
  });
});
