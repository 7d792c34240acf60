import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { Migrations } from '@telemon/platform/migrations/migrations';
import { type FreshDatabase, cutOffAtUpdates, freshDatabase } from '@telemon/testing/database';
import { firstIdFrom } from '../message-log/log-row.ts';
import { MIGRATIONS } from './migrations.ts';

logger.level = 'silent';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it('refused messages of an early version have rows with their reasons, though the step is cut off', async () => {
  const timestamp = new Date('2026-11-20T08:00:00.000Z');
  const early = {
    deviceName: 'pump01',
    topic: 'devices/pump01/telemetry',
    data: '{',
    bytes: 1,
    timestamp,
    expiresAt: new Date('2026-11-27T08:00:00.000Z'),
  };
  const mqtt = database.db.collection<{ _id: string }>('mqtt_log');
  await mqtt.insertMany([
    { _id: 'prefix-1-0123456789abcdef', ...early, reason: 'it is not JSON' },
    { _id: 'prefix-1-fedcba9876543210', ...early, reason: 'TC1 can’t be read' },
    { _id: 'prefix-2-0123456789-bcde_', ...early, reason: 'it is empty' },
  ] as never);
  await database.db
    .collection('udp_log')
    .insertOne({ _id: 'u-1-0123456789abcdef', ...early, reason: 'x' } as never);

  const cuts = await cutOffAtUpdates(database, 2, (mongo) => new Migrations(mongo, MIGRATIONS).run());

  expect(cuts).toBe(2);
  const at = firstIdFrom(timestamp.getTime());
  const { timestamp: _, expiresAt: __, ...kept } = early;
  const found = await database.db.collection('mqtt_log_rows').find().sort({ _id: 1 }).toArray();
  expect(found.map(({ reasons, ...row }) => ({ ...row, reasons: (reasons as string[]).toSorted() }))).toEqual(
    [
      {
        _id: `${at}-prefix-1`,
        ...kept,
        deviceKey: null,
        count: 1,
        reasons: ['TC1 can’t be read', 'it is not JSON'],
      },
      { _id: `${at}-prefix-2`, ...kept, deviceKey: null, count: 1, reasons: ['it is empty'] },
    ],
  );
  expect(await database.db.collection('udp_log_rows').countDocuments()).toBe(1);
  expect((await database.db.listCollections({ name: 'mqtt_log_rows' }).toArray())[0]).toMatchObject({
    options: { clusteredIndex: { key: { _id: 1 } } },
  });
});
