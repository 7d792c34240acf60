import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import { logger } from '@telemon/platform/logging';
import { Migrations } from '@telemon/platform/migrations/migrations';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
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

  const { proxy, url } = await proxyBeforeDatabase(database);
  const mongo = new Mongo(url, 'migrations-spec');
  let cuts = 0;
  proxy.beforePassing = (bytes, from) => {
    if (from === 'server' || cuts === 3 || !bytes.includes('update\0')) return;
    cuts++;
    proxy.cut();
    proxy.heal();
  };
  await new Migrations(mongo, MIGRATIONS).run();
  await mongo.close();
  await proxy.close();

  expect(cuts).toBe(3);
  const defaults = { floorData: null, sensorAdjustment: NO_ADJUSTMENT, sensorMapping: NO_MAPPING };
  expect(await devices.find().sort({ key: 1 }).toArray()).toEqual([
    { ...defaults, ...early },
    { ...defaults, ...onFloor },
    present,
  ]);
});
