import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { historyOf } from '../../testing/given-history.ts';
import { isStored } from '../../testing/stored-states.ts';
import { readingId } from '../stored-readings/reading-id.ts';
import type { Range } from '../stored-readings/read-options.ts';
import type { StoredDocument } from '../stored-readings/stored-reading.ts';
import type { PastReadings } from './past-readings.ts';
import { Rollups } from './rollups.ts';
import { hourOf } from './sealed-hours.repository.ts';

logger.level = 'silent';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const NOW = hourOf(Date.now()) + 20 * 60_000;
const never = new AbortController().signal;
const unhurried = { signal: never, maxTimeMs: 60_000 };

let key = 0;
/** Readings of a new device, a few seconds to minutes apart, over the last three days. */
const given = async (count: number): Promise<StoredDocument[]> => {
  key += 1;
  await database.db
    .collection<{ _id: string; key: number }>('devices')
    .insertOne({ _id: `device${key}`, key });
  return Array.from({ length: count }, (_, index) => {
    const at = NOW - 3 * DAY_MS + Math.floor((index * 3 * DAY_MS) / count) + ((index * 7_919) % 1_000);
    return { _id: readingId(key, at, index % 3 === 0 ? index : 2 ** 47 + index), c1: index, r: index % 50 };
  });
};
const valuesOf = (documents: readonly StoredDocument[]) => documents.map(({ c1 }) => c1);
const EVER: Range = { from: 0, to: NOW + DAY_MS };
const countOf = (past: PastReadings, range: Range) =>
  past.atOneTime(
    unhurried,
    async (query) =>
      (await past.countOpen(key, range, 10_000, query)) + (await past.countSealed(key, range, query)),
  );
const seenIn = async (past: PastReadings, range: Range) => {
  const seen: (number | null)[] = [];
  await past.atOneTime(undefined, (query) =>
    past.visit(key, range, ({ current }) => seen.push(current[0]!), query),
  );
  return seen;
};
const leftOpen = () =>
  database.db
    .collection('readings')
    .countDocuments({ _id: { $gte: readingId(key, 0, 0), $lt: readingId(key + 1, 0, 0) } as never });

describe('the readings of past hours', () => {
  it('are sealed, and read as before: all of them, by range, by page from both ends, and counted', async () => {
    const { open, sealing, past, mongo } = await historyOf(database.url);
    const documents = await given(3_000);
    await open.store(documents);
    await sealing.pass(NOW, never);

    const since = hourOf(NOW);
    expect(await leftOpen()).toBe(
      documents.filter(({ _id }) => Buffer.from(_id).readUIntBE(4, 6) >= since).length,
    );
    expect(await seenIn(past, EVER)).toEqual(valuesOf(documents));
    expect(
      (await past.atOneTime(undefined, (query) => past.newest(key, 3, query))).map(
        ({ current }) => current[0],
      ),
    ).toEqual([2_999, 2_998, 2_997]);

    const range = { from: NOW - 2 * DAY_MS - 1_234_567, to: NOW - DAY_MS + 7_654_321 };
    const inRange = documents.filter(({ _id }) => {
      const at = Buffer.from(_id).readUIntBE(4, 6);
      return at >= range.from && at <= range.to;
    });
    expect(await countOf(past, range)).toBe(inRange.length);
    for (const direction of [1, -1] as const) {
      const inOrder = direction === 1 ? valuesOf(inRange) : valuesOf(inRange).reverse();
      for (const offset of [0, 10, 700, inRange.length - 3, inRange.length]) {
        const rows = await past.atOneTime(unhurried, (query) =>
          past.page(key, range, { offset, limit: 10, direction }, query),
        );
        expect(rows.map(({ current }) => current[0])).toEqual(inOrder.slice(offset, offset + 10));
      }
    }
    await mongo.close();
  });

  it('have pages that begin within the first hour of a range, from both ends', async () => {
    const { open, sealing, past, mongo } = await historyOf(database.url);
    // Over 800 in an hour.
    const documents = await given(60_000);
    await open.store(documents);
    const range = { from: NOW - 2 * DAY_MS - 1_234_567, to: NOW - DAY_MS + 1_234_567 };
    const inRange = valuesOf(
      documents.filter(({ _id }) => {
        const at = Buffer.from(_id).readUIntBE(4, 6);
        return at >= range.from && at <= range.to;
      }),
    );
    const pagesAreRight = async () => {
      for (const [direction, inOrder] of [
        [1, inRange],
        [-1, inRange.toReversed()],
      ] as const) {
        for (const offset of [501, 800, 1_500, 2_500]) {
          const rows = await past.atOneTime(unhurried, (query) =>
            past.page(key, range, { offset, limit: 10, direction }, query),
          );
          expect(rows.map(({ current }) => current[0])).toEqual(inOrder.slice(offset, offset + 10));
        }
      }
    };
    await pagesAreRight();
    await sealing.pass(NOW, never);
    await pagesAreRight();
    await mongo.close();
  });

  it('take late readings in at any time, and leave out repeated ones', async () => {
    const { open, sealing, past, mongo } = await historyOf(database.url);
    const documents = await given(900);
    const isLate = (_: unknown, index: number) => index % 4 === 1;
    await open.store(documents.filter((each, index) => !isLate(each, index)));
    await sealing.pass(NOW, never);
    await open.store(documents.filter(isLate));
    expect(await seenIn(past, EVER)).toEqual(valuesOf(documents));
    expect(await countOf(past, EVER)).toBe(900);
    // Sent again: the ids of most are sealed by now, so that the open collection takes them.
    const ids = documents.map(({ _id }) => Buffer.from(_id));
    await open.store(documents);
    expect(await seenIn(past, EVER)).toEqual(valuesOf(documents));
    await sealing.pass(NOW, never);
    expect(await seenIn(past, EVER)).toEqual(valuesOf(documents));
    expect(await countOf(past, EVER)).toBe(900);
    expect(await past.receivedAt(ids)).toEqual(
      documents.map(({ r }, index) => ids[index]!.readUIntBE(4, 6) + (r ?? 0)),
    );
    await open.store(documents);
    expect((await past.removeCopies(ids)).length).toBeGreaterThan(600);
    expect(await countOf(past, EVER)).toBe(900);
    await mongo.close();
  });

  it.each(['find', 'update', 'delete', 'commitTransaction'])(
    'are all there, once each, if sealing is cut off at a command to %s',
    async (command) => {
      const { open, past, mongo } = await historyOf(database.url);
      const documents = await given(400);
      await open.store(documents);
      const { proxy, url } = await proxyBeforeDatabase(database);
      const { sealing, mongo: cutMongo } = await historyOf(url);
      let cuts = 0;
      // The driver tries again, so that the connection breaks at two commands of the same kind.
      proxy.beforePassing = (bytes, from) => {
        if (from === 'server' || cuts === 2 || !bytes.includes(`${command}\0`)) return;
        cuts++;
        proxy.cut();
        proxy.heal();
      };
      await sealing.pass(NOW, never).catch(() => undefined);
      expect(cuts).toBe(2);
      expect(await seenIn(past, EVER)).toEqual(valuesOf(documents));
      expect(await countOf(past, EVER)).toBe(400);
      await sealing.pass(NOW, never);
      expect(await countOf(past, EVER)).toBe(400);
      expect(await leftOpen()).toBeLessThan(15);
      await cutMongo.close();
      await proxy.close();
      await mongo.close();
    },
  );

  it('are seen once while they are being sealed', async () => {
    const { open, sealing, past, mongo } = await historyOf(database.url);
    const documents = await given(2_000);
    await open.store(documents);
    let isSealing = true;
    const pass = sealing.pass(NOW, never).finally(() => (isSealing = false));
    do {
      expect(await seenIn(past, EVER)).toHaveLength(2_000);
      expect(await countOf(past, EVER)).toBe(2_000);
    } while (isSealing);
    await pass;
    await mongo.close();
  });

  it('have roll-ups of each quarter, and of each minute if there are more readings than minutes', async () => {
    const { open, sealing, sealed, mongo } = await historyOf(database.url);
    const documents = await given(30_000);
    await open.store(documents);
    await sealing.pass(NOW, never);
    const day = Math.floor((NOW - 2 * DAY_MS) / DAY_MS) * DAY_MS;
    const range = { from: day, to: day + DAY_MS - 1 };
    const ofDay = documents.filter(({ _id }) => {
      const at = Buffer.from(_id).readUIntBE(4, 6);
      return at >= range.from && at <= range.to;
    });
    const [packed] = await sealed.daysIn(key, range);
    const quarters = Rollups.ofDay(day, packed!.bytes);
    const minutes = await sealed.minutesIn(key, range);
    expect(minutes).toHaveLength(DAY_MS / HOUR_MS);
    const sumOf = (rollups: readonly { readings: number[] }[]) =>
      rollups.flatMap(({ readings }) => readings).reduce((sum, each) => sum + each, 0);
    expect(sumOf([quarters])).toBe(ofDay.length);
    expect(sumOf(minutes)).toBe(ofDay.length);
    const highs = quarters.ofChannel(0).flatMap((interval) => interval?.high ?? []);
    expect(Math.max(...highs)).toBe(ofDay.at(-1)!.c1);
    await mongo.close();
  });

  it('are removed, sealed or not, with the newest values, once their device is deleted', async () => {
    const { open, sealed, sealing, past, mongo, latest } = await historyOf(database.url);
    const documents = await given(500);
    await open.store(documents.slice(0, 400));
    await sealing.pass(NOW, never);
    await open.store(documents.slice(400));
    await latest.hold([key]);
    latest.hasChanged(latest.of(key));
    await latest.save();
    await database.db.collection<{ _id: string }>('devices').deleteOne({ _id: `device${key}` });
    await sealing.pass(NOW, never);
    expect(await countOf(past, EVER)).toBe(0);
    expect(await leftOpen()).toBe(0);
    expect(await sealed.firstFrom(key)).toBeNull();
    expect(await isStored(database.db, key)).toBe(false);
    await mongo.close();
  });

  it('are looked up when they come in the last quarter of their hour only if another clock is ahead and has sealed it', async () => {
    await database.db.collection('sealing').deleteMany();
    const { open, sealed, past, mongo } = await historyOf(database.url);
    await given(0);
    const hour = hourOf(Date.now());
    const minute = 60_000;
    const present = jest.spyOn(Date, 'now').mockReturnValue(hour + 50 * minute);
    const lookUp = jest.spyOn(sealed, 'hour');
    const ids = [40, 49, 65].map((minutes) => readingId(key, hour + minutes * minute, 1));
    await open.store(ids.map((_id) => ({ _id, c1: 1 })));
    expect(await past.removeCopies(ids)).toEqual([]);
    expect(lookUp).not.toHaveBeenCalled();
    const ahead = await historyOf(database.url);
    await ahead.sealing.pass(hour + 80 * minute, never);
    await open.store(ids.map((_id) => ({ _id, c1: 1 })));
    expect(await past.removeCopies(ids)).toEqual(ids.slice(0, 2));
    present.mockRestore();
    await ahead.mongo.close();
    await mongo.close();
  });

  it('are recognised when they come again, though a clock that was ahead sealed their hour and was put back', async () => {
    const { open, sealing, mongo } = await historyOf(database.url);
    await given(0);
    const id = readingId(key, hourOf(Date.now()) + HOUR_MS, 1);
    await open.store([{ _id: id, c1: 1 }]);
    await sealing.pass(Date.now() + 2 * DAY_MS, never);
    const next = await historyOf(database.url);
    expect(await next.past.removeCopies([id])).toEqual([]);
    await next.openHours.recall();
    expect(await next.past.removeCopies([id])).toEqual([id]);
    await next.mongo.close();
    await mongo.close();
  });
});
