import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import { faking } from '@telemon/testing/fake-clocks';
import { until } from '@telemon/testing/waiting';
import type { ClientSession } from 'mongodb';
import { once } from 'node:events';
import { answeringBy } from './deadline.ts';
import { Mongo } from './mongo.ts';
import { hearing } from './progress.ts';

let database: FreshDatabase;
let mongo: Mongo;

beforeAll(async () => {
  database = await freshDatabase();
  mongo = new Mongo(database.url, 'spec');
});

afterAll(async () => {
  await mongo.close();
  await database.drop();
});

describe('a transaction', () => {
  afterEach(() => void jest.useRealTimers());

  const insert = (name: string, meanwhile: () => Promise<unknown> = async () => null) =>
    mongo.transaction(async (session) => {
      await mongo.db.collection('tanks').insertOne({ name }, { session });
      await meanwhile();
    });
  const isThere = async (name: string) => (await mongo.db.collection('tanks').countDocuments({ name })) === 1;

  it('stores its changes, with and without a deadline', async () => {
    await answeringBy(Date.now() + 60_000, () => insert('in time'));
    await insert('of its own accord');
    expect(await isThere('in time')).toBe(true);
    expect(await isThere('of its own accord')).toBe(true);
  });

  it("changes nothing after the caller's deadline", async () => {
    jest.useFakeTimers(faking('Date'));
    const answerBy = Date.now() + 500;
    const pass = async () => void jest.setSystemTime(answerBy + 1);
    const late = answeringBy(answerBy, () => insert('too late', pass));
    await expect(late).rejects.toMatchObject({ code: 'Unavailable' });
    expect(await isThere('too late')).toBe(false);
  });

  it('fails as unavailable if its commit ends in a socket error', async () => {
    const cut = mongo.transaction(async (session) => {
      session.commitTransaction = () => Promise.reject(new Error('write EPIPE'));
      await mongo.db.collection('tanks').insertOne({ name: 'cut' }, { session });
    });
    await expect(cut).rejects.toMatchObject({ code: 'Unavailable' });
  });
});

describe('work that needs the database', () => {
  const stepsOf = async (work: () => Promise<unknown>) => {
    let steps = 0;
    await hearing(() => void steps++, work).catch(() => undefined);
    return steps;
  };

  it('reports progress with each command, successful or not', async () => {
    const insert = () => mongo.db.collection<{ _id: number }>('tanks').insertOne({ _id: 1 });
    expect(await stepsOf(insert)).toBe(1);
    expect(await stepsOf(insert)).toBe(1);
  });

  it('reports progress with each try of a transaction in a write conflict', async () => {
    const tanks = mongo.db.collection('tanks');
    const fill = (session: ClientSession) =>
      tanks.updateOne({ name: 'held' }, { $inc: { litres: 1 } }, { session });
    await tanks.insertOne({ name: 'held' });
    await mongo.client.withSession(async (other) => {
      other.startTransaction();
      await fill(other);
      let steps = 0;
      const filled = hearing(
        () => void steps++,
        () => mongo.transaction(fill),
      );
      await until(() => steps > 10, { what: 'tries' });
      await other.abortTransaction();
      await filled;
    });
  });

  it('reports progress when the connection breaks', async () => {
    const { proxy, url } = await proxyBeforeDatabase(database);
    const begun = new Mongo(url, 'spec');
    try {
      await begun.prepare();
      proxy.beforePassing = (bytes) => {
        if (bytes.includes('broken')) proxy.cut();
      };
      expect(await stepsOf(() => begun.db.collection('tanks').insertOne({ name: 'broken' }))).toBe(1);
    } finally {
      await begun.close();
      await proxy.close();
    }
  });
});

describe('a start while the database is away', () => {
  it('goes on once the database answers', async () => {
    const { proxy, url } = await proxyBeforeDatabase(database);
    proxy.cut();
    const begun = new Mongo(url, 'spec');
    try {
      const prepared = begun.prepare();
      // The driver gave up its first attempt.
      await once(begun.client, 'topologyClosed');
      proxy.heal();
      await prepared;
      await begun.ping();
    } finally {
      await begun.close();
      await proxy.close();
    }
  });
});

it('long reads work once the database is back, even if it was away at the first of them', async () => {
  const { proxy, url } = await proxyBeforeDatabase(database);
  const begun = new Mongo(url, 'spec');
  const tanks = begun.forLongReads(begun.collection('tanks'));
  try {
    await begun.prepare();
    proxy.cut();
    await expect(tanks.countDocuments()).rejects.toThrow();
    proxy.heal();
    await until(async () => (await tanks.countDocuments()) >= 0, { what: 'an answer' });
  } finally {
    await begun.close();
    await proxy.close();
  }
});
