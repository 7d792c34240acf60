import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { IMPORT_MOST_DEVICES, deviceImport } from '@telemon/contracts/devices/device-import';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { aUser } from '@telemon/testing/builders';
import { sheetRows, workbookOf } from '@telemon/testing/table-files';
import { createHash, randomUUID } from 'node:crypto';
import { givenBuilding } from '../../testing/given-building.ts';
import { anActor, manager } from '../../testing/actors.ts';
import { GivenDevices } from '../../testing/given-devices.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { UploadsService } from '../files/uploads.service.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { DeviceImportModule } from './device-import.module.ts';
import { DeviceImportService } from './device-import.service.ts';

const admin = anActor('a1', 'admin');

let service: GivenDevices;
let devices: DevicesService;

beforeAll(async () => {
  service = await GivenDevices.prepare(DeviceImportModule);
  devices = service.get(DevicesService);
  await service.know(aUser({ id: 'm1' }), aUser({ id: 'm2' }));
  for (const [userId, sensorName] of [
    ['m1', 'Temperature'],
    ['m1', 'Humidity'],
    ['m2', 'Level'],
  ]) {
    await service.get(SensorTypesService).create(admin, NewSensorType.parse({ sensorName, userId }));
  }
});

const building = (managerId: string, buildingName: string, ...floorNames: string[]) =>
  givenBuilding(service, { buildingName, managerId, lat: 45.7, lng: 4.8 }, ...floorNames);

afterEach(async () => {
  await service.database.db.collection('devices').deleteMany({});
});
afterAll(() => service.stop());

const run = async (by: Actor, file: string | Buffer, fields: object = {}, fileName = 'fleet.csv') => {
  const content = Buffer.from(file);
  const id = randomUUID();
  await service
    .get(UploadsService)
    .putChunk(by, { uploadId: id, index: 0, bytes: content.toString('base64') });
  const upload = { id, fileName, size: content.length };
  const request = deviceImport.run.request.parse({ ...fields, upload });
  return service.get(DeviceImportService).run(by, request);
};
const names = async () => (await devices.all(admin)).deviceTable.map(({ deviceName }) => deviceName);
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { failure: unknown }) => error.failure,
  );

const HEAD = 'deviceName,deviceAlias,sensor1,lat,lng';
const csv = (...lines: string[]) => [HEAD, ...lines].join('\n');

describe('a file of devices', () => {
  it('makes all of them, and returns the password of each once', async () => {
    const { made, faults, count } = await run(
      manager,
      csv('silo-1,Silo 1,Temperature,45.7,4.8', 'silo-2,Silo 2,humidity,-45.7,-4.8'),
    );
    expect({ faults, count }).toEqual({ faults: [], count: 2 });
    expect(made.map(({ deviceName }) => deviceName)).toEqual(['silo-1', 'silo-2']);
    expect(await devices.get(manager, 'silo-2')).toMatchObject({
      deviceAlias: 'Silo 2',
      managerId: 'm1',
      template: 'Multiple',
      sensors: ['Humidity'],
      lat: -45.7,
      smsLimit: 10,
    });
    const { username, password } = made[0]!.mqtt;
    const passwordSha256 = createHash('sha256').update(password).digest('hex');
    expect((await devices.login(username)).login).toMatchObject({ passwordSha256 });
    const keys = await service.database.db.collection('devices').distinct('key');
    expect(keys).toHaveLength(2);
  });

  it('may be a workbook with columns in any order, for a manager chosen by an admin', async () => {
    const rows = sheetRows([
      ['LNG', 'lat', 'Sensor1', 'deviceAlias', 'deviceName'],
      [4.8, 45.7, 'Level', 'Tank 1', 1001],
    ]);
    await run(admin, workbookOf(rows), { managerId: 'm2' }, 'fleet.xlsx');
    expect(await devices.get(admin, '1001')).toMatchObject({
      managerId: 'm2',
      lat: 45.7,
      sensors: ['Level'],
    });
  });

  it('may have the fields of the form, and the rest gets the same defaults', async () => {
    const file = [
      `${HEAD},template,maximumDepth,valueType,smsLimit,limitRefresh,weather,expectedInterval`,
      'tank-1,Tank 1,Level,45.7,4.8,Ultrasonic,420.9,Average,3,Daily,enabled,60',
      'tank-2,Tank 2,Level,45.7,4.8,,,,,,,',
    ].join('\n');
    await run(admin, file, { managerId: 'm2' });
    expect(await devices.get(admin, 'tank-1')).toMatchObject({
      template: 'Ultrasonic',
      deviceMetaData: { maximumDepth: 420, applicationType: 'Fill', valueType: 'Average' },
      smsLimit: 3,
      emailLimit: 10,
      limitRefresh: 'Daily',
      weather: 'enabled',
      expectedInterval: 60,
    });
    expect(await devices.get(admin, 'tank-2')).toMatchObject({
      template: 'Multiple',
      expectedInterval: null,
    });
  });

  it('is checked by a dry run that makes nothing and names row and column of each fault', async () => {
    await run(manager, csv('silo-1,Silo 1,Temperature,45.7,4.8'));
    const file = [
      `${HEAD},template,sensor2,smsLimit,expectedInterval`,
      'silo-1,Silo 1,Temperature,45.7,4.8,,,,',
      'ok-1,Fine,Temperature,45.7,4.8,Single,,10,',
      'x,Silo,Level,91,east,Double,,11,',
      'ok-1,,,,,,Nothing,,0',
      'lim-1,Limits,Temperature,1,1,,,11,5',
    ].join('\r\n');
    const { faults, rows, made, count, dryRun } = await run(manager, file, { dryRun: 'true' });
    expect({ made, count, dryRun }).toEqual({ made: [], count: 5, dryRun: true });
    expect(rows).toEqual([{ row: 3, deviceName: 'ok-1' }]);
    const text = expect.any(String);
    const byRow = Map.groupBy(faults, ({ row }) => row);
    const of = (row: number) =>
      Object.fromEntries((byRow.get(row) ?? []).map(({ column, message }) => [column, message]));
    expect(of(2)).toEqual({ deviceName: 'This name is taken' });
    expect(of(3)).toEqual({});
    expect(of(4)).toEqual({
      deviceName: text,
      sensor1: 'There is no such sensor',
      lat: text,
      lng: text,
      template: text,
    });
    expect(of(5)).toEqual({
      deviceName: 'This name is in the file twice',
      deviceAlias: 'This field is required',
      sensor1: 'This field is required',
      sensor2: 'There is no such sensor',
      lat: 'This field is required',
      lng: 'This field is required',
      expectedInterval: 'At least 1',
    });
    expect(of(6)).toEqual({ smsLimit: 'Only an admin changes this' });
    expect(byRow.get(4)!.map(({ column }) => column)).toEqual([
      'deviceName',
      'sensor1',
      'lat',
      'lng',
      'template',
    ]);
    expect(await names()).toEqual(['silo-1']);
  });

  it('has a fault for each value in a column without a name', async () => {
    const file = [
      `${HEAD},,template`,
      'silo-1,Silo 1,Temperature,45.7,4.8,,Single, ',
      'silo-2,Silo, 2,Temperature,45.7,4.8,Single,Ultrasonic',
      'silo-3,Silo 3,Temperature,45.7,4.8,a note,Single',
    ].join('\n');
    const { rows, faults } = await run(manager, file, { dryRun: 'true' });
    const message = 'The first row names no column here';
    expect(rows).toEqual([{ row: 2, deviceName: 'silo-1' }]);
    expect(faults.filter(({ row }) => row === 3).at(-1)).toEqual({ row: 3, column: 'H', message });
    expect(faults.filter(({ row }) => row === 4)).toEqual([{ row: 4, column: 'F', message }]);
    expect(await failureOf(run(manager, file))).toMatchObject({
      kind: 'invalid',
      fields: { 'rows.3.H': message, 'rows.4.F': message },
    });
  });

  it('makes no device where one row has a fault', async () => {
    const file = csv('silo-1,Silo 1,Temperature,45.7,4.8', 'silo-2,Silo 2,Temperature,45.7,');
    expect(await failureOf(run(manager, file))).toMatchObject({
      kind: 'invalid',
      message: 'No device was made. Row 3, lng: This field is required',
      fields: { 'rows.3.lng': 'This field is required' },
    });
    expect(await names()).toEqual([]);
  });

  it('places devices on plans by the names of buildings and floors', async () => {
    const { buildingId, floorIds } = await building('m1', 'Mill', 'Ground floor', 'Attic');
    // Floors of the same name, in another building and in one of another manager.
    await building('m1', 'Barn', 'Attic');
    await building('m2', 'Mill', 'Attic');
    const file = [
      `${HEAD},building,floor,x,y,locationMode`,
      'silo-1,Silo 1,Temperature,,,mill,attic,0,100,',
      'silo-2,Silo 2,Temperature,,,Mill,Ground floor,12.5,40,Map',
      'silo-3,Silo 3,Temperature,1,2,,,,,',
      'silo-4,Silo 4,Temperature,1,2,Mill,Attic,5,5,Gps',
    ].join('\n');
    const { rows, faults } = await run(manager, file);
    expect(faults).toEqual([]);
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
    const placeOf = async (name: string) => {
      const { locationMode, lat, floorData } = await devices.get(manager, name);
      return { locationMode, lat, floorData };
    };
    const onPlan = (floorMapId: string | undefined, xValue: number, yValue: number) => ({
      locationMode: 'Map',
      lat: null,
      floorData: { buildingId, floorMapId, xValue, yValue },
    });
    const onMap = { locationMode: 'Gps', lat: 1, floorData: null };
    expect(await placeOf('silo-1')).toEqual(onPlan(floorIds[1], 0, 100));
    expect(await placeOf('silo-2')).toEqual(onPlan(floorIds[0], 12.5, 40));
    expect([await placeOf('silo-3'), await placeOf('silo-4')]).toEqual([onMap, onMap]);
  });

  it('has a fault for each wrong place on a plan, and needs no columns of the other mode', async () => {
    await building('m2', 'Foreign', 'Attic');
    await building('m1', 'Tower', 'Top');
    await building('m1', 'Twin');
    await building('m1', 'Twin');
    const file = [
      'deviceName,deviceAlias,sensor1,building,floor,x,y,locationMode',
      'ok-1,Fine,Temperature,Tower,Top,100,0,',
      'bad-1,Bad,Temperature,Foreign,Attic,100.1,-0.1,',
      'bad-2,Bad,Temperature,Tower,Attic,left,,Map',
      'bad-3,Bad,Temperature,,,,,Map',
      'bad-4,Bad,Temperature,Twin,Top,1,1,',
      'bad-5,Bad,Temperature,Tower,Top,1,1,Globe',
      'bad-6,Bad,Temperature,,,,,',
    ].join('\n');
    const { faults, rows } = await run(manager, file, { dryRun: 'true' });
    expect(rows).toEqual([{ row: 2, deviceName: 'ok-1' }]);
    const of = (row: number) =>
      Object.fromEntries(
        faults.filter((fault) => fault.row === row).map(({ column, message }) => [column, message]),
      );
    const required = 'This field is required';
    expect(of(3)).toEqual({ building: 'There is no such building', x: 'At most 100', y: 'At least 0' });
    expect(of(4)).toEqual({ floor: 'There is no such floor', x: 'Should be a number', y: required });
    expect(of(5)).toEqual({ building: required, floor: required, x: required, y: required });
    expect(of(6)).toEqual({ building: 'Several buildings have this name' });
    expect(of(7)).toEqual({ locationMode: 'Should be one of Gps, Map' });
    expect(of(8)).toEqual({ lat: required, lng: required });
  });

  it('has a fault for each formula, which is never evaluated', async () => {
    const row = '<c r="A2" t="str"><f>CONCAT("silo","-1")</f><v>silo-1</v></c>';
    const rows = `${sheetRows([HEAD.split(',')])}<row r="2">${row}</row>`;
    const { faults } = await run(manager, workbookOf(rows), { dryRun: 'true' }, 'fleet.xlsx');
    expect(faults).toContainEqual({
      row: 2,
      column: 'deviceName',
      message: expect.stringContaining('formula'),
    });
    const inText = await run(manager, csv('=1+1,Silo,Temperature,1,1'), { dryRun: 'true' });
    expect(inText.faults.map(({ column }) => column)).toEqual(['deviceName']);
  });

  it.each([
    ['without any column of devices', 'colour,shape\nred,round'],
    ['without a required column', 'deviceName,deviceAlias\na,b'],
    ['without columns for the place of a device', 'deviceName,deviceAlias,sensor1,lat,building,floor,x\n'],
    ['with the same column twice', `${HEAD},lat\n`],
    ['without a device', HEAD],
    ['with too many devices', csv(...Array<string>(IMPORT_MOST_DEVICES + 1).fill('a,b,c,1,1'))],
    ['of control characters', '\0\u0001'],
  ])('%s is rejected with a reason', async (_, file) => {
    expect(await failureOf(run(manager, file, { dryRun: 'true' }))).toMatchObject({
      kind: 'invalid',
      fields: { file: expect.any(String) },
    });
  });

  it('needs a manager from an admin, and accepts none from a manager', async () => {
    const file = csv('silo-1,Silo 1,Temperature,45.7,4.8');
    expect(await failureOf(run(admin, file))).toMatchObject({
      kind: 'invalid',
      fields: { managerId: expect.any(String) },
    });
    expect(await failureOf(run(manager, file, { managerId: 'm2' }))).toMatchObject({ kind: 'forbidden' });
    expect(await failureOf(run(anActor('s1', 'assistant'), file))).toMatchObject({ kind: 'forbidden' });
    expect(await names()).toEqual([]);
  });
});
