import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import { logger } from '@telemon/platform/logging';
import { Migrations } from '@telemon/platform/migrations/migrations';
import { type FreshDatabase, cutOffAtUpdates, freshDatabase } from '@telemon/testing/database';
import { MIGRATIONS } from './migrations.ts';

logger.level = 'silent';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('devices of an early version get the settings that they lack, and keep their own, though the step is cut off', async () => {
  const devices = database.db.collection<{ _id: string }>('devices');
  const early = { _id: 'early', key: 1, deviceAlias: 'Cold store', sensorIds: ['s1', null, null, null] };
  const floorData = { buildingId: 'b1', floorMapId: 'f1', xValue: 10, yValue: 20 };
  const onFloor = { _id: 'on-floor', key: 2, floorData };
  const sensorMapping = { ...NO_MAPPING, enabled: true, TC1: 'TC2' };
  const present = { _id: 'present', key: 3, floorData, sensorAdjustment: NO_ADJUSTMENT, sensorMapping };
  await devices.insertMany([early, onFloor, present]);

  const cuts = await cutOffAtUpdates(database, 3, (mongo) => new Migrations(mongo, MIGRATIONS).run());

  expect(cuts).toBe(3);
  const defaults = { floorData: null, sensorAdjustment: NO_ADJUSTMENT, sensorMapping: NO_MAPPING };
  expect(await devices.find().sort({ key: 1 }).toArray()).toEqual([
    { ...defaults, ...early },
    { ...defaults, ...onFloor },
    present,
  ]);
});
