import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { Migrations } from '@telemon/platform/migrations/migrations';
import { type FreshDatabase, cutOffAtUpdates, freshDatabase } from '@telemon/testing/database';
import { AlertLogRepository } from '../alert-log/alert-log.repository.ts';
import { MIGRATIONS } from './migrations.ts';

logger.level = 'silent';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('entries of an earlier version are due to readings, and two devices can be silent, though the step is cut off', async () => {
  const log = database.db.collection<{ _id: string }>('alert_log');
  const entryOf = (_id: string) => ({ _id, alertId: `alert of ${_id}`, deviceName: 'pump01', value: 11 });
  await log.insertMany([entryOf('closed'), { ...entryOf('open'), isOpen: true }] as never);
  const partialFilterExpression = { isOpen: true };
  await log.createIndex({ alertId: 1 }, { unique: true, partialFilterExpression, name: 'one_open' });

  const cuts = await cutOffAtUpdates(database, 2, async (mongo) => {
    new AlertLogRepository(mongo);
    await new Migrations(mongo, MIGRATIONS).run();
    await mongo.prepare();
  });

  expect(cuts).toBe(2);
  expect(await log.find().sort({ _id: 1 }).toArray()).toEqual([
    { ...entryOf('closed'), cause: 'reading' },
    { ...entryOf('open'), cause: 'reading', isOpen: true },
  ]);
  const silenceOf = (deviceName: string) => ({
    _id: `silence of ${deviceName}`,
    cause: 'silence',
    deviceName,
    isOpen: true,
  });
  await log.insertMany([silenceOf('pump01'), silenceOf('pump02')] as never);
  await expect(log.insertOne({ ...silenceOf('pump01'), _id: 'another' } as never)).rejects.toMatchObject({
    code: 11_000,
  });
  await expect(
    log.insertOne({ ...entryOf('open'), _id: 'another', isOpen: true } as never),
  ).rejects.toMatchObject({ code: 11_000 });
});
