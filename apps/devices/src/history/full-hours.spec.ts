import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { historyOf } from '../../testing/given-history.ts';
import { readingId } from '../stored-readings/reading-id.ts';
import type { StoredDocument } from '../stored-readings/stored-reading.ts';
import { hourOf } from './sealed-hours.repository.ts';

logger.level = 'silent';

const COUNT = 350;
const HOUR = hourOf(Date.now()) - DAY_MS;
const EVER = { from: 0, to: HOUR + 2 * DAY_MS };
const never = new AbortController().signal;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Readings of a device in one hour; the ten of a time are told apart by their numbers. */
const given = async (key: number, count: number): Promise<StoredDocument[]> => {
  await database.db
    .collection<{ _id: string; key: number }>('devices')
    .insertOne({ _id: `device${key}`, key });
  return Array.from({ length: count }, (_, index) => ({
    _id: readingId(key, HOUR + Math.floor(index / 10) * 1_000, index),
    c1: index,
  }));
};

it('an hour of many readings is sealed in parts, each with all readings of its times', async () => {
  const { open, sealing, sealed, past, mongo } = await historyOf(database.url, {
    limits: { atOnce: 105, ofHour: COUNT },
  });
  const documents = await given(1, COUNT);
  await open.store(documents);
  const rowsOf = jest.spyOn(open, 'rowsOf');
  await sealing.pass(Date.now(), never);
  const parts = (await Promise.all(rowsOf.mock.results.map(({ value }) => value))) as unknown[][];
  expect(parts.map(({ length }) => length)).toEqual([100, 100, 100, 50]);
  expect(await open.countOf(1, EVER, COUNT)).toBe(0);
  const seen: (number | null)[] = [];
  await past.atOneTime(undefined, (query) =>
    past.visit(1, EVER, ({ current }) => seen.push(current[0]!), query),
  );
  expect(seen).toEqual(documents.map(({ c1 }) => c1));
  expect((await sealed.hour(1, HOUR))!.timestamps).toHaveLength(COUNT);
  await mongo.close();
});

it('an hour of too many readings stays as it is, and keeps no other one from being sealed', async () => {
  const { open, sealing, sealed, mongo } = await historyOf(database.url, {
    limits: { atOnce: 100, ofHour: COUNT - 1 },
  });
  await open.store(await given(2, COUNT));
  await open.store([{ _id: readingId(2, HOUR + HOUR_MS, 1), c1: 1 }]);
  await open.store(await given(3, 1));
  const rowsOf = jest.spyOn(open, 'rowsOf');
  await sealing.pass(Date.now(), never);
  await sealing.pass(Date.now(), never);
  expect(rowsOf).toHaveBeenCalledTimes(2);
  expect(await open.countOf(2, EVER, COUNT + 1)).toBe(COUNT);
  expect(await sealed.hour(2, HOUR)).toBeNull();
  expect((await sealed.hour(2, HOUR + HOUR_MS))!.timestamps).toHaveLength(1);
  expect((await sealed.hour(3, HOUR))!.timestamps).toHaveLength(1);
  await database.db.collection<{ _id: string }>('devices').deleteOne({ _id: 'device2' });
  await sealing.pass(Date.now(), never);
  expect(await open.countOf(2, EVER, 1)).toBe(0);
  await mongo.close();
});
