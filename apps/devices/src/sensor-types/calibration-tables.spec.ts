import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import {
  type CalibrationCurve,
  NewSensorType,
  type SensorType,
} from '@telemon/contracts/devices/sensor-types';
import { Mongo } from '@telemon/platform/mongo';
import { BAD_TABLE_OF_EACH_KIND, tableWorkbook } from '@telemon/testing/table-files';
import { randomUUID } from 'node:crypto';
import { assistant, manager, other } from '../../testing/actors.ts';
import { GivenDevices } from '../../testing/given-devices.ts';
import { UploadsService } from '../files/uploads.service.ts';
import { CalibrationTables } from './calibration-tables.ts';
import { SensorTypesModule } from './sensor-types.module.ts';
import { SensorTypesService } from './sensor-types.service.ts';
import { UploadedTablesService } from './uploaded-tables.service.ts';

const CHUNK = 524_288;

let service: GivenDevices;
let sensorTypes: SensorTypesService;

beforeAll(async () => {
  service = await GivenDevices.prepare(SensorTypesModule, { LOG_LEVEL: 'error' });
  sensorTypes = service.get(SensorTypesService);
});
afterAll(() => service.stop());

const sensorType = (): Promise<SensorType> =>
  sensorTypes.create(manager, NewSensorType.parse({ sensorName: 'Level', userId: null }));

const upload = async (
  who: Actor,
  id: string,
  content: Buffer | string,
  { fileName = 'table.csv', dryRun = false } = {},
): Promise<{ sensor: SensorType; table: CalibrationCurve }> => {
  const file = Buffer.from(content);
  const uploadId = randomUUID();
  const uploads = service.get(UploadsService);
  for (let index = 0; index * CHUNK < file.length; index++) {
    const bytes = file.subarray(index * CHUNK, (index + 1) * CHUNK).toString('base64');
    await uploads.putChunk(who, { uploadId, index, bytes });
  }
  const request = { id, dryRun, upload: { id: uploadId, fileName, size: file.length } };
  return service.get(UploadedTablesService).upload(who, request);
};

const inUse = async (id: string) => {
  const table = (await service.get(CalibrationTables).of(new Set([id]))).get(id);
  return table ? [...table.raws].map((raw, row) => [raw, table.values[row]]) : null;
};
const stored = () => service.get(Mongo).db.collection('calibration_tables').countDocuments();

describe('the table of a sensor type', () => {
  it('is the last uploaded one, until it is removed', async () => {
    const { id } = await sensorType();
    expect(await inUse(id)).toBeNull();
    const first = await upload(manager, id, 'raw,value\n0,0\n10,100');
    expect(first).toMatchObject({
      sensor: { id, mapped: true },
      table: {
        rows: 2,
        minimum: 0,
        maximum: 100,
        first: { raw: 0, value: 0 },
        last: { raw: 10, value: 100 },
      },
    });
    expect(await inUse(id)).toEqual([
      [0, 0],
      [10, 100],
    ]);
    await upload(
      manager,
      id,
      tableWorkbook([
        [1, 5],
        [2, -5],
        [3, 7],
      ]),
      { fileName: 'new.xlsx' },
    );
    expect(await inUse(id)).toEqual([
      [1, 5],
      [2, -5],
      [3, 7],
    ]);
    expect(await sensorTypes.table(manager, id)).toMatchObject({
      sensor: { mapped: true },
      table: {
        rows: 3,
        minimum: -5,
        maximum: 7,
        points: [{ raw: 1, value: 5 }, { raw: 2 }, { raw: 3 }],
        fileName: 'new.xlsx',
      },
    });
    expect(await sensorTypes.removeTable(manager, id)).toMatchObject({ id, mapped: false });
    expect(await inUse(id)).toBeNull();
    expect(await sensorTypes.removeTable(manager, id)).toMatchObject({ mapped: false });
    expect((await sensorTypes.table(manager, id)).table).toBeNull();
  });

  it('is returned by a dry run, which does not save it', async () => {
    const { id } = await sensorType();
    const shown = await upload(manager, id, '0;1,5\n1;2,5', { dryRun: true });
    expect(shown).toMatchObject({ sensor: { mapped: false }, table: { rows: 2, maximum: 2.5 } });
    expect(await inUse(id)).toBeNull();
    expect((await sensorTypes.ofManager(manager, 'm1')).sensors.find((each) => each.id === id)?.mapped).toBe(
      false,
    );
  });

  it('is shown by 500 points at most, including its ends and extremes', async () => {
    const { id } = await sensorType();
    const rows = Array.from({ length: 20_000 }, (_, row) => [
      row,
      row === 7_777 ? -1_000 : Math.sin(row / 900),
    ]);
    const { table } = await upload(manager, id, rows.map((row) => row.join(',')).join('\n'), {
      dryRun: true,
    });
    expect(table.rows).toBe(20_000);
    expect(table.points.length).toBeLessThanOrEqual(500);
    expect(table.points.length).toBeGreaterThan(400);
    const raws = table.points.map(({ raw }) => raw);
    expect(raws).toEqual(raws.toSorted((one, another) => one - another));
    expect(table.points[0]).toEqual(table.first);
    expect(table.points.at(-1)).toEqual(table.last);
    expect(Math.min(...table.points.map(({ value }) => value))).toBe(-1_000);
    expect(Math.max(...table.points.map(({ value }) => value))).toBe(table.maximum);
  });

  it('is not visible to other managers and assistants, who cannot change or remove it either', async () => {
    const { id } = await sensorType();
    await upload(manager, id, '0,0\n1,1');
    for (const who of [other, assistant]) {
      const notFound = { failure: { kind: 'not-found' } };
      await expect(upload(who, id, '0,5\n1,6')).rejects.toMatchObject(notFound);
      // These users don't even get the faults of a file.
      await expect(upload(who, id, 'nonsense', { dryRun: true })).rejects.toMatchObject(notFound);
      await expect(sensorTypes.table(who, id)).rejects.toMatchObject(notFound);
      await expect(sensorTypes.removeTable(who, id)).rejects.toMatchObject(notFound);
    }
    expect(await inUse(id)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('is removed with its sensor type', async () => {
    const { id } = await sensorType();
    const before = await stored();
    await upload(manager, id, '0,0\n1,1');
    expect(await inUse(id)).not.toBeNull();
    await sensorTypes.remove(manager, id);
    expect(await stored()).toBe(before);
    expect(await inUse(id)).toBeNull();
  });

  it('stays if a new file is refused, with row and column of the fault, and the file is not kept', async () => {
    const { id } = await sensorType();
    await upload(manager, id, '0,0\n1,1');
    const reason = 'Row 2, column B (value) is not a number';
    await expect(upload(manager, id, '0,0\n1,one')).rejects.toMatchObject({
      failure: { kind: 'invalid', message: reason, fields: { file: reason } },
    });
    expect(await inUse(id)).toHaveLength(2);
    expect(await service.get(Mongo).db.collection('upload_chunks').countDocuments()).toBe(0);
  });
});

describe('a bad table', () => {
  it.each(BAD_TABLE_OF_EACH_KIND.map((bad) => [bad.name, bad] as const))(
    'of %s is refused',
    async (_, { fileName, make, status, says }) => {
      const { id } = await sensorType();
      await expect(upload(manager, id, make(), { fileName })).rejects.toMatchObject({
        failure: { kind: status === 413 ? 'too-large' : 'invalid', message: expect.stringMatching(says) },
      });
      expect(await inUse(id)).toBeNull();
    },
  );
});
