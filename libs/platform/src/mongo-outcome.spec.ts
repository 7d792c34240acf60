import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FreshDatabase, freshDatabase, proxyBeforeDatabase } from '@telemon/testing/database';
import type { TcpProxy } from '@telemon/testing/tcp-proxy';
import type { Collection } from 'mongodb';
import { failureOf } from './errors.ts';
import { writeUnlessTaken } from './mongo-outcome.ts';
import { Mongo } from './mongo.ts';

interface Tank {
  _id: number;
  litres?: number;
}

let database: FreshDatabase;
let proxy: TcpProxy;
let mongo: Mongo;
let tanks: Collection<Tank>;

const inserts = (...ids: number[]) => ids.map((_id) => ({ insertOne: { document: { _id, litres: 1 } } }));
const stored = async () =>
  (await database.db.collection<Tank>('tanks').find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

/** Breaks each connection that carries these bytes; the client may reconnect. */
const breakLinksThatCarry = (text: string) => {
  proxy.beforePassing = (bytes) => {
    if (!bytes.includes(text)) return;
    proxy.cut();
    proxy.heal();
  };
};
/** The driver's error for a lost connection. */
const LOST_LINE = { name: 'MongoBulkWriteError', writeErrors: [] };
/** The count in the answer to a write, as BSON. */
const ANSWER_TO_WRITE = '\u0010n\0';

beforeAll(async () => {
  database = await freshDatabase();
  const way = await proxyBeforeDatabase(database);
  proxy = way.proxy;
  mongo = new Mongo(way.url, 'spec');
  tanks = mongo.db.collection('tanks');
});

beforeEach(() => database.db.collection<Tank>('tanks').insertMany([{ _id: 2 }, { _id: 4 }]));

afterEach(async () => {
  proxy.beforePassing = undefined;
  proxy.heal();
  await database.db.collection('tanks').deleteMany({});
});

afterAll(async () => {
  await mongo.close();
  await proxy.close();
  await database.drop();
});

describe('a bulk write', () => {
  it('returns the indexes of documents that exist already, and stores the others', async () => {
    expect(await writeUnlessTaken(tanks, inserts(1, 2, 3, 4))).toEqual([1, 3]);
    expect(await writeUnlessTaken(tanks, inserts(5))).toEqual([]);
    expect(await stored()).toEqual([1, 2, 3, 4, 5]);
  });

  it('counts a replaced or upserted document as stored', async () => {
    const replace = (_id: number, litres: number) => ({
      replaceOne: {
        filter: { _id, $or: [{ litres: { $lte: litres } }, { litres: { $exists: false } }] },
        replacement: { litres },
        upsert: true,
      },
    });
    expect(await writeUnlessTaken(tanks, [replace(2, 7), replace(3, 7)])).toEqual([]);
    expect(await writeUnlessTaken(tanks, [replace(2, 6), replace(4, 6)])).toEqual([0]);
    expect(await stored()).toEqual([2, 3, 4]);
  });

  it('does nothing without documents', async () => {
    expect(await writeUnlessTaken(tanks, [])).toEqual([]);
  });
});

describe('a bulk write that MongoDB did not confirm', () => {
  it('fails if the connection broke at the first attempt and at the retry', async () => {
    breakLinksThatCarry('insert');
    await expect(writeUnlessTaken(tanks, inserts(1, 3))).rejects.toMatchObject(LOST_LINE);
    expect(await stored()).toEqual([2, 4]);
  });

  it('fails if the connection stays cut', async () => {
    proxy.beforePassing = (bytes) => {
      if (bytes.includes('insert')) proxy.cut();
    };
    const failure = await writeUnlessTaken(tanks, inserts(1, 3)).catch((error: unknown) => error);
    expect(failure).toMatchObject(LOST_LINE);
    expect(await stored()).toEqual([2, 4]);
    // To the caller, it is as if MongoDB were away.
    expect(failureOf(failure)).toMatchObject({ kind: 'unavailable' });
  });

  it('fails if all is stored and only the answers were lost', async () => {
    breakLinksThatCarry(ANSWER_TO_WRITE);
    await expect(writeUnlessTaken(tanks, inserts(1, 3))).rejects.toMatchObject(LOST_LINE);
    expect(await stored()).toEqual([1, 2, 3, 4]);
  });

  it('fails if its first command found only duplicate keys and its second was lost', async () => {
    breakLinksThatCarry('update');
    const writes = [...inserts(2, 4), { replaceOne: { filter: { _id: 9 }, replacement: {}, upsert: true } }];
    await expect(writeUnlessTaken(tanks, writes)).rejects.toMatchObject(LOST_LINE);
    expect(await stored()).toEqual([2, 4]);
  });

  it('fails if too few members have a document, new or existing', async () => {
    const ofTwo = mongo.db.collection<Tank>('tanks', { writeConcern: { w: 2, wtimeoutMS: 100 } });
    await expect(writeUnlessTaken(ofTwo, inserts(1))).rejects.toThrow('Not enough data-bearing nodes');
    await expect(writeUnlessTaken(ofTwo, inserts(2))).rejects.toThrow('Not enough data-bearing nodes');
  });

  it('fails if a document was refused for another reason than a duplicate key', async () => {
    await database.db.command({ collMod: 'tanks', validator: { litres: { $lte: 1 } } });
    const tooMuch = { insertOne: { document: { _id: 5, litres: 2 } } };
    await expect(writeUnlessTaken(tanks, [...inserts(2, 3), tooMuch])).rejects.toMatchObject({
      name: 'MongoBulkWriteError',
    });
    await database.db.command({ collMod: 'tanks', validator: {} });
  });
});
