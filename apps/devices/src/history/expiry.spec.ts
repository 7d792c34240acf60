import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { historyOf } from '../../testing/given-history.ts';
import { readingId } from '../stored-readings/reading-id.ts';
import type { StoredDocument } from '../stored-readings/stored-reading.ts';
import type { PastReadings } from './past-readings.ts';
import { dayOf } from './sealed-hours.repository.ts';

logger.level = 'silent';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(() => lookedAt(NOW));
afterAll(() => database.drop());

const NOW = Date.now();
const KEPT = { keptDays: 3 };
/** The first day that is not removed yet. Readings are removed a day after they are last shown. */
const EDGE = dayOf(NOW - 4 * DAY_MS);
/** The first day that is shown. */
const SHOWN = EDGE + DAY_MS;
const EVER = { from: 0, to: NOW + DAY_MS };
const DAYS = 12;
const A_DAY = 24;
const never = new AbortController().signal;
const unhurried = { signal: never, maxTimeMs: 60_000 };

/** Stores the last look at the clock, which had gone for a day. */
const lookedAt = async (at: number) => {
  const clock = { $set: { at, steadyMs: DAY_MS } };
  await database.db
    .collection<{ _id: string }>('sealing')
    .updateOne({ _id: 'clock' }, clock, { upsert: true });
};

let key = 0;
/** Readings of a new device, one in each hour of the 12 days before today. */
const given = async (): Promise<StoredDocument[]> => {
  key += 1;
  const device = { _id: `device${key}`, key };
  await database.db.collection<{ _id: string; key: number }>('devices').insertOne(device);
  return Array.from({ length: DAYS * A_DAY }, (_, index) => ({
    _id: readingId(key, dayOf(NOW) - DAYS * DAY_MS + (index * DAY_MS) / A_DAY, index),
    c1: index,
  }));
};
const timeOf = ({ _id }: StoredDocument) => Buffer.from(_id).readUIntBE(4, 6);
const isKept = (document: StoredDocument) => timeOf(document) >= EDGE;
const isShown = (document: StoredDocument) => timeOf(document) >= SHOWN;
const valuesOf = (documents: readonly StoredDocument[]) => documents.map(({ c1 }) => c1);
const seenBy = (past: PastReadings, range = EVER) =>
  past.atOneTime(unhurried, async (query) => {
    const values: (number | null)[] = [];
    await past.visit(key, range, ({ current }) => values.push(current[0]!), query);
    return values;
  });
const countedBy = (past: PastReadings) =>
  past.atOneTime(
    unhurried,
    async (query) =>
      (await past.countOpen(key, EVER, 10_000, query)) + (await past.countSealed(key, EVER, query)),
  );
const COLLECTIONS = ['readings', 'sealed_hours', 'rollups_of_quarters', 'rollups_of_minutes'];
/** The documents of the device in all collections of readings that begin before the edge. */
const leftBeforeEdge = async () => {
  const bytes = (at: number) => {
    const id = Buffer.alloc(10);
    id.writeUInt32BE(key, 0);
    id.writeUIntBE(at, 4, 6);
    return id;
  };
  const ids = { _id: { $gte: bytes(0), $lt: bytes(EDGE) } } as never;
  const counts = COLLECTIONS.map((name) => database.db.collection(name).countDocuments(ids));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

describe('readings older than the time for which they are kept', () => {
  it.each(['sealed', 'single'])(
    'are removed with their roll-ups, and no others, though they are %s',
    async (how) => {
      const { open, sealing: keepsAll, mongo } = await historyOf(database.url);
      const documents = await given();
      await open.store(documents);
      if (how === 'sealed') await keepsAll.pass(NOW, never);
      const { sealing, past, mongo: other } = await historyOf(database.url, KEPT);
      await sealing.pass(NOW, never);
      expect(await leftBeforeEdge()).toBe(0);
      const all = await historyOf(database.url);
      const kept = documents.filter(isKept);
      expect(kept).toHaveLength(4 * A_DAY);
      expect(await seenBy(all.past)).toEqual(valuesOf(kept));
      expect(await countedBy(all.past)).toBe(kept.length);
      expect(await countedBy(past)).toBe(3 * A_DAY);
      for (const each of [mongo, other, all.mongo]) await each.close();
    },
  );

  it('are not shown, counted or summed, though they are not removed yet', async () => {
    const { open, sealing, mongo } = await historyOf(database.url);
    const documents = await given();
    const isLate = (index: number) => index % 5 === 1;
    await open.store(documents.filter((_, index) => !isLate(index)));
    await sealing.pass(NOW, never);
    await open.store(documents.filter((_, index) => isLate(index)));
    // The installation's day begins in the middle of an hour and of a day of UTC.
    const {
      past,
      retention,
      mongo: other,
    } = await historyOf(database.url, { ...KEPT, zone: 'Asia/Kathmandu' });
    const shown = documents.filter((each) => timeOf(each) >= retention.keptFrom(NOW));
    expect(shown.length % A_DAY).not.toBe(0);
    expect(await seenBy(past)).toEqual(valuesOf(shown));
    expect(await seenBy(past, { from: 0, to: retention.keptFrom(NOW) - 1 })).toEqual([]);
    expect(await countedBy(past)).toBe(shown.length);
    const [oldest, sums] = await past.atOneTime(unhurried, async (query) => [
      await past.page(key, EVER, { offset: 0, limit: 2, direction: 1 }, query),
      await Promise.all(
        (['quarters', 'minutes'] as const).map((step) => past.rollups(key, EVER, step, query)),
      ),
    ]);
    expect(oldest.map(({ current }) => current[0])).toEqual(valuesOf(shown.slice(0, 2)));
    const sum = shown.reduce((all, { c1 }) => all + c1!, 0);
    for (const rollups of sums) {
      const intervals = rollups.flatMap((each) => each.ofChannel(0));
      expect(intervals.reduce((all, interval) => all + (interval?.sum ?? 0), 0)).toBe(sum);
    }
    for (const each of [mongo, other]) await each.close();
  });

  it.each([
    ['find', 1],
    ['delete', 1],
    ['delete', 2],
    ['delete', 3],
    ['delete', 4],
  ])(
    'are removed by the next pass if this one is cut off at a command to %s, number %p',
    async (command, number) => {
      const { open, sealing: keepsAll, past: all, mongo } = await historyOf(database.url);
      const documents = await given();
      await open.store(documents);
      await keepsAll.pass(NOW, never);
      await open.store([{ _id: readingId(key, EDGE - DAY_MS, 7_777), c1: 1 }]);
      const { proxy, url } = await proxyBeforeDatabase(database);
      const { sealing: cut, mongo: cutMongo } = await historyOf(url, KEPT);
      const { sealing, past, mongo: other } = await historyOf(database.url, KEPT);
      let [seen, cuts] = [0, 0];
      // The driver repeats a command to find.
      const toCut = command === 'find' ? 2 : 1;
      proxy.beforePassing = (bytes, from) => {
        if (from === 'server' || cuts === toCut || !bytes.includes(`${command}\0`) || ++seen < number) return;
        cuts++;
        proxy.cut();
        proxy.heal();
      };
      await cut.pass(NOW, never).catch(() => undefined);
      expect(cuts).toBe(toCut);
      // Even with a longer retention from now on, no reading is counted that only a roll-up has.
      expect(await countedBy(all)).toBe((await seenBy(all)).length);
      const shown = valuesOf(documents.filter(isShown));
      expect(await seenBy(past)).toEqual(shown);
      expect(await countedBy(past)).toBe(shown.length);
      await sealing.pass(NOW, never);
      expect(await leftBeforeEdge()).toBe(0);
      expect(await seenBy(past)).toEqual(shown);
      for (const each of [mongo, cutMongo, other]) await each.close();
      await proxy.close();
    },
  );

  it("stay while the database's clock is behind this process's", async () => {
    const { open, sealing, past, mongo } = await historyOf(database.url, KEPT);
    const documents = (await given()).filter(isShown);
    await open.store(documents);
    // The process's clock has been ahead for a day already.
    await lookedAt(NOW + 400 * DAY_MS);
    await sealing.pass(NOW + 400 * DAY_MS, never);
    expect(await seenBy(past)).toEqual(valuesOf(documents));
    await mongo.close();
  });

  it('stay until the clock has gone for a day after it has leapt', async () => {
    const { open, sealing, mongo } = await historyOf(database.url, KEPT);
    await open.store(await given());
    await lookedAt(NOW - 2 * DAY_MS);
    await sealing.pass(NOW, never);
    expect(await leftBeforeEdge()).toBeGreaterThan(0);
    await lookedAt(NOW);
    await sealing.pass(NOW, never);
    expect(await leftBeforeEdge()).toBe(0);
    await mongo.close();
  });
});
