import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { logger } from '@telemon/platform/logging';
import { Migrations } from '@telemon/platform/migrations/migrations';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, cutOffAtUpdates, freshDatabase } from '@telemon/testing/database';
import { LatestRepository } from '../latest/latest.repository.ts';
import { groupDeviceStates } from './0002-group-device-states.ts';
import { MIGRATIONS } from './migrations.ts';

logger.level = 'silent';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const day = {
  start: 0,
  end: 86_400_000,
  count: [2, 0, 0, 0],
  sum: [3, 0, 0, 0],
  low: [1, 0, 0, 0],
  high: [2, 0, 0, 0],
};
const newest = { at: 1_000, current: 2, minimum: null, maximum: 2.5, average: null };
const formerOf = (_id: number, changes: object = {}) => ({
  _id,
  partition: _id % 2,
  offset: _id * 10,
  lastUpdated: 1_000 + _id,
  newest: 1_000,
  channels: [newest, null, null, null],
  said: { battery: { value: 3.6, at: 1_000 }, simId: { value: '8933', at: 900 } },
  days: [day],
  halfHours: { newest: 7, bytes: Buffer.alloc(288, _id) },
  ...changes,
});

it("devices of an earlier version keep their newest values and their day's figures, though the step is cut off", async () => {
  const former = database.db.collection<{ _id: number }>('device_states');
  await former.insertMany([formerOf(1), formerOf(2), formerOf(3, { aheadUntil: 5_000 }), formerOf(70)]);

  const cuts = await cutOffAtUpdates(database, 2, (mongo) => new Migrations(mongo, MIGRATIONS).run());

  expect(cuts).toBe(2);
  expect(await former.countDocuments()).toBe(0);
  const mongo = new Mongo(database.url, 'group-device-states-spec');
  const states = await new LatestRepository(mongo).stored([1, 2, 3, 70, 71]);
  await mongo.close();
  expect(
    states.map(({ key, partition, offset, aheadUntil }) => [key, partition, offset, aheadUntil]),
  ).toEqual([
    [1, 1, 10, -Infinity],
    [2, 0, 20, -Infinity],
    [3, 1, 30, 5_000],
    [70, 0, 700, -Infinity],
  ]);
  const [first] = states;
  expect(first).toMatchObject({ lastUpdated: 1_001, newest: 1_000, channels: [newest, null, null, null] });
  expect(first!.said).toEqual({ battery: { value: 3.6, at: 1_000 }, simId: { value: '8933', at: 900 } });
  const { start, end, ...totals } = day;
  expect(first!.days).toEqual([{ day: { start, end }, ...totals }]);
  expect(first!.halfHours.newest).toBe(7);
  expect([...first!.halfHours.bytes]).toEqual(Array.from({ length: 288 }, () => 1));
});

it('the step ends, and takes no value back, while a replica of the earlier version saves', async () => {
  await database.db.dropDatabase();
  const former = database.db.collection<{ _id: number }>('device_states');
  const formers = Array.from({ length: 2_500 }, (_, key) => formerOf(key));
  await former.insertMany(formers);
  const step = (progress = () => undefined as void) =>
    groupDeviceStates.up({ db: database.db, progress, signal: new AbortController().signal });
  const later: Promise<unknown>[] = [];
  await step(() => {
    const replacement = formerOf(0, { offset: 1 });
    later.push(former.replaceOne({ _id: 0 }, replacement, { upsert: true }));
  });
  await Promise.all(later);
  expect(await former.countDocuments()).toBe(1);
  const mongo = new Mongo(database.url, 'group-device-states-spec');
  const repository = new LatestRepository(mongo);
  const offsetOf = async (key: number) => (await repository.stored([key]))[0]?.offset;
  await repository.load([7]);
  const [seventh] = await repository.stored([7]);
  await repository.save([Object.assign(seventh!, { offset: 71 })]);
  await former.insertOne(formerOf(7));
  await step();
  expect(await offsetOf(7)).toBe(71);
  expect(await offsetOf(0)).toBe(1);
  expect(await offsetOf(2_499)).toBe(24_990);
  await mongo.close();
});
