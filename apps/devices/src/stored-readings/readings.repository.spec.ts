import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Mongo } from '@telemon/platform/mongo';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { until } from '@telemon/testing/waiting';
import { EVER, type ReadOptions } from './read-options.ts';
import { firstIdFrom, lastIdUpTo, readingId } from './reading-id.ts';
import { ReadingsRepository } from './readings.repository.ts';

let database: FreshDatabase;
let mongo: Mongo;
let repository: ReadingsRepository;

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'spec');
  repository = new ReadingsRepository(mongo);
  await mongo.prepare();
});

afterAll(async () => {
  await mongo.close();
  await database.drop();
});

/** The bounds of a request with plenty of time. */
const unhurried = { signal: new AbortController().signal, maxTimeMs: 60_000 };

const documents = (key: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    _id: readingId(key, 1_795_000_000_000 + from + index, from + index),
    c1: from + index,
  }));

describe('the readings of a device', () => {
  it('are stored once each, even if a batch is written in several chunks', async () => {
    expect(await repository.store(documents(1, 0, 12_000).filter((_, index) => index % 3 === 0))).toEqual([]);
    const known = await repository.store(documents(1, 0, 12_000));
    expect(known).toEqual(Array.from({ length: 4_000 }, (_, index) => index * 3));
    expect(await database.db.collection('readings').countDocuments()).toBe(12_000);
  });

  it('are not reported as stored if the connection to MongoDB breaks during the write', async () => {
    const { proxy, url } = await proxyBeforeDatabase(database);
    const farAway = new Mongo(url, 'spec');
    const batch = documents(4, 0, 10);
    try {
      const store = (): Promise<number[]> => new ReadingsRepository(farAway).store(batch);
      // Each attempt of the driver loses its connection.
      proxy.beforePassing = (bytes) => {
        if (!bytes.includes('insert')) return;
        proxy.cut();
        proxy.heal();
      };
      await expect(store()).rejects.toMatchObject({ name: 'MongoBulkWriteError', writeErrors: [] });
      expect(await repository.countOf(4, EVER, 10)).toBe(0);
      proxy.beforePassing = undefined;
      expect(await store()).toEqual([]);
      expect(await store()).toHaveLength(10);
    } finally {
      await farAway.close();
      await proxy.close();
    }
  });

  it('are read by range of time, in both directions', async () => {
    await repository.store([...documents(2, 0, 5_000), ...documents(3, 0, 10)]);
    const range = { from: 1_795_000_000_100, to: 1_795_000_003_099 };
    const ascending = Array.from({ length: 3_000 }, (_, index) => 100 + index);
    const read = async (direction: 1 | -1, query: ReadOptions = {}) => {
      const seen: (number | null)[] = [];
      for await (const batch of repository.batchesOf(2, range, direction, query)) {
        seen.push(...batch.map(({ current }) => current[0]!));
      }
      return seen;
    };
    expect(await read(1)).toEqual(ascending);
    expect(await read(-1, { bounds: unhurried, atOnce: 10 })).toEqual(ascending.toReversed());
    expect(await repository.countOf(2, range, 10_000, { bounds: unhurried })).toBe(3_000);
    expect(await repository.countOf(2, range, 2_000)).toBe(2_000);
  });

  it('are read no further after an abort, which leaves no cursor open in the database', async () => {
    await repository.store(documents(4, 0, 12_000));
    const ending = new AbortController();
    let seen = 0;
    const read = async () => {
      const bounds = { signal: ending.signal, maxTimeMs: 60_000 };
      for await (const batch of repository.batchesOf(4, EVER, 1, { bounds })) {
        seen += batch.length;
        if (seen >= 3_000) ending.abort(new Error('too late'));
      }
    };
    await expect(read()).rejects.toThrow('too late');
    expect(seen).toBeLessThan(12_000);
    const ns = `${database.db.databaseName}.readings`;
    const waiting = [{ $currentOp: { idleCursors: true } }, { $match: { ns, type: 'idleCursor' } }];
    await until(async () => (await mongo.client.db('admin').aggregate(waiting).toArray()).length === 0);
  });

  it('are found through the clustered index, and not read beyond the range', async () => {
    const readings = database.db.collection<{ _id: Uint8Array }>('readings');
    const filter = {
      _id: { $gte: firstIdFrom(2, 1_795_000_000_100), $lte: lastIdUpTo(2, 1_795_000_000_199) },
    };
    const { queryPlanner, executionStats } = await readings
      .find(filter)
      .sort({ _id: -1 })
      .explain('executionStats');
    expect(JSON.stringify(queryPlanner.winningPlan)).toContain('CLUSTERED_IXSCAN');
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(100 + 2);
    const one = await readings.find({ _id: readingId(2, 1_795_000_000_100, 100) }).explain('executionStats');
    expect(one.executionStats.totalDocsExamined).toBeLessThanOrEqual(2);
    expect(await readings.indexes()).toHaveLength(1);
  });
});
